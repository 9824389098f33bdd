// BandSearch: the cheapest path over a band of faces about another path, through several points of
// each edge and through its vertices.
//
//        +-----+-----+-----+         A route over few nodes is near the best corridor, rarely in
//       / \ . / \ . / \ . / \        it. The search over its neighbourhood, with more points, finds
//      + - .-+ - .-+ - .-+ - +       the corridor; EdgePathDescent then moves the crossings to their exact
//       \ / . \ / . \ / . \ /        points.
//        +-----+-----+-----+
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "path/edge_path.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {

struct BandOptions {
  static constexpr std::uint32_t kWholeMesh = 0xFFFFFFFFu;

  std::uint32_t rings = 1;   // of faces about the path; kWholeMesh: all there are
  std::uint32_t points = 5;  // on each edge, 1 or more
  // Edges get fewer points, 4 or more, where a level walk across costs no more than this share extra
  // when it is bent by half the distance between points. 0: all edges get the same.
  double excess = 0;
};

// Keeps its memory: 8 bytes for each face, half-edge and vertex once it was used. One per thread.
class BandSearch {
 public:
  // The cheapest path between the ends of `around`, in its band. False where there is none.
  bool find(const EdgePathPricer& pricer, const EdgePath& around, const BandOptions& options,
            EdgePath& found);

  // True when nearly all edges that a path crosses would get the fewest points under this excess:
  // then there is hardly anything to find about it that descent does not.
  bool is_gentle(const EdgePathPricer& pricer, const EdgePath& edge_path, double excess);

  const SearchStats& stats() const { return scratch_.stats; }

 private:
  template <class Norm>
  struct View;
  struct Estimate;
  // Numbers of things met in this search.
  class Numbers {
   public:
    void reset(std::size_t count);
    bool has(std::uint32_t i) const { return entries_[i].stamp == now_; }
    std::uint32_t of(std::uint32_t i) const { return entries_[i].number; }
    void set(std::uint32_t i, std::uint32_t number) { entries_[i] = {now_, number}; }

   private:
    struct Entry {
      std::uint32_t stamp = 0;
      std::uint32_t number = 0;
    };
    std::vector<Entry> entries_;
    std::uint32_t now_ = 0;
  };
  // A half-edge of a face of the band.
  struct Side {
    EdgeId edge;
    std::uint32_t face = 0;   // of faces_
    std::uint32_t along = 0;  // of edges_; kNone: it may not be crossed
    bool is_lower = true;     // the lower half-edge of its edge
    NodeId vertex;            // its start; none: at a wall
    double factor = 0;        // of the face where it is entered there
  };
  struct BandFace {
    FaceId face;
    std::uint32_t first = 0;  // of sides_
    std::uint32_t count = 0;
    double inside = 0;  // the factor of the face from within
  };
  struct BandEdge {
    EdgeId lower;              // its lower half-edge
    std::uint32_t points = 0;  // on it
    NodeId first;              // of its points
    std::array<std::uint32_t, 2> sides = {EdgeId::kNone,
                                          EdgeId::kNone};  // of sides_; none: not in the band
  };
  // A node: a point of an edge, or a vertex.
  struct Stop {
    std::uint32_t along;  // of edges_; kNone: a vertex
    EdgeId corner;        // of a vertex: a half-edge that starts there

    bool is_vertex() const { return along == EdgeId::kNone; }
  };

  void grow(const EdgePath& around, std::uint32_t rings);
  void add_face(FaceId face);
  void add_sides();
  std::uint32_t edge_of(EdgeId half);
  NodeId vertex_at(EdgeId corner);
  template <class Norm>
  void add_points(const Norm& norm);
  template <class Norm>
  std::uint32_t point_count(const Norm& norm, EdgeId edge) const;
  float share_of(NodeId node) const;
  Vec3 point_at(NodeId node) const;
  Distance quanta(double price) const;
  std::span<const Side> sides(const BandFace& face) const {
    return {sides_.data() + face.first, face.count};
  }
  const Profile& profile() const { return pricer_->by().pricer.profile(); }
  template <class Norm>
  SearchOutcome search(const Norm& norm, const EdgePath& around);
  void find_goals(const EdgePath& around);
  void lay(const EdgePath& around, EdgePath& found);
  void cross_to(FaceId& at, FaceId face, NodeId node, EdgePath& found);

  const EdgePathPricer* pricer_ = nullptr;
  BandOptions options_;
  double quanta_per_unit_ = 1;
  double least_factor_ = 0;
  Vec3 goal_;
  Numbers face_numbers_;    // [face]       of faces_
  Numbers edge_numbers_;    // [half-edge]  the lower one: of edges_; kNone: it may not be crossed
  Numbers vertex_numbers_;  // [vertex]     its node; kNone: at a wall
  std::vector<BandFace> faces_;
  std::vector<Side> sides_;
  std::vector<BandEdge> edges_;
  std::vector<Stop> stops_;  // [node]
  std::vector<Seed> sources_;
  std::vector<Seed> goals_;
  SearchScratch scratch_;
  Route route_;
  std::vector<EdgePoint> turn_;
  std::vector<EdgePoint> other_turn_;
};

}  // namespace thalweg
