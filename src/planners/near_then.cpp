// The near search gets a part of the query's budget. Once it has spent that, the far search begins,
// and the statistics of both are added up.
#include "thalweg/planners/near_then.hpp"

namespace thalweg {

void NearThen::begin(const SearchRequest& query) {
  query_ = query;
  near_stats_ = {};
  near_left_ = near_nodes_;
  const bool must_be_plain =
      !query.ends.is_plain() || query.task.sources.empty() || query.task.goals.empty();
  if (must_be_plain || near_nodes_ > 0) {
    stage_ = must_be_plain ? Stage::plain : Stage::near;
    return near_->begin(query);
  }
  near_->aim(query);
  begin_far();
}

void NearThen::begin_far() {
  stage_ = Stage::far;
  far_->begin(query_);
}

SearchEnd NearThen::advance(Budget& budget) {
  if (stage_ == Stage::plain) return near_->advance(budget);
  if (stage_ == Stage::near) {
    Budget part = budget.part(near_left_);
    const SearchEnd end = near_->advance(part);
    near_left_ -= budget.charge(part);
    if (end != SearchEnd::paused || near_left_ > 0) return end;
    near_stats_ = near_->stats();
    begin_far();
  }
  return far_->advance(budget);
}

void NearThen::take(FoundRoute& found) {
  return stage_ == Stage::far ? far_->take(found) : near_->take(found);
}

SearchStats NearThen::stats() const {
  if (stage_ != Stage::far) return near_->stats();
  SearchStats sum = near_stats_;
  return sum += far_->stats();
}

}  // namespace thalweg
