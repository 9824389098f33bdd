// NearThen: two searches, one after the other: plain A* for a number of nodes, then another search.
//
// Goals near by are thus found by the cheapest route; a hierarchy may lead far around if a border
// lies between. Queries that leave something out or ask for a wider agent are plain A*
// throughout: hierarchies are built without that.
#pragma once

#include <memory>

#include "thalweg/planners/a_star.hpp"

namespace thalweg {

class NearThen final : public RouteSearch {
 public:
  // `near_nodes`: how many nodes plain A* expands first. 0: none.
  NearThen(std::unique_ptr<AStarSearch> near, std::unique_ptr<RouteSearch> far,
           std::uint32_t near_nodes)
      : near_(std::move(near)), far_(std::move(far)), near_nodes_(near_nodes) {}

  void begin(const SearchRequest& query) override;
  SearchEnd advance(Budget& budget) override;
  void take(FoundRoute& found) override;
  SearchStats stats() const override;
  const NodeBank* seen() const override {
    return stage_ == Stage::far ? far_->seen() : near_->seen();
  }

  std::size_t bytes() const override { return near_->bytes() + far_->bytes(); }
  std::size_t scratch_bytes() const override {
    return near_->scratch_bytes() + far_->scratch_bytes();
  }
  std::vector<NodeId> settled_nodes() const override {
    return stage_ == Stage::far ? far_->settled_nodes() : near_->settled_nodes();
  }
  std::vector<NodeId> open_nodes() const override {
    return stage_ == Stage::far ? far_->open_nodes() : near_->open_nodes();
  }

 private:
  enum class Stage : std::uint8_t { plain, near, far };

  void begin_far();

  std::unique_ptr<AStarSearch> near_;
  std::unique_ptr<RouteSearch> far_;
  std::uint32_t near_nodes_;

  Stage stage_ = Stage::plain;
  SearchRequest query_;
  std::uint64_t near_left_ = 0;  // of near_nodes_
  SearchStats near_stats_;       // once the near search is over
};

}  // namespace thalweg
