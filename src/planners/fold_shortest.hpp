// FoldShortest: the shortest path between two ends on level ground of one price, by the passages of a fold.
//
// A* over taut paths (hierarchy/taut_paths.hpp): from the start over one narrowest portal after
// another to the goal. Each string leads around the holes, and no string is left out that may be
// the shortest, so the path found is the shortest there is, not only the taut one of the cheapest
// route. The lengths between narrowest portals (Fold::passage_pairs)
// bound every path that continues a string from below:
//
//   start ~~~~~~~~> narrowest portal ~~~~~~~~~~~~~~~~~~~> last narrowest portal ~~~~~~~~> goal
//        its string          stored                 the string back from the goal
//
// Stored are lengths between the ends of all narrowest portals, and how much they can fall from
// there (FoldPassagePair); bounds: planners/remaining_lengths.hpp.
#pragma once

#include <limits>
#include <vector>

#include "planners/portal_route.hpp"
#include "planners/remaining_lengths.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {

class FoldShortest {
 public:
  // Borrows the fold. Requires: it has lengths, and no coordinate is larger in size than `most`.
  FoldShortest(const Fold& fold, double most);

  // Begins the search between two ends at different faces of the core.
  void begin(const CoreEnd& start, const CoreEnd& goal);
  SearchEnd advance(Budget& budget) { return running_.advance(budget); }
  // Lays the path found, from the same ends. False: it is not known. Requires: advance said `found`.
  bool lay(const CoreEnd& start, const CoreEnd& goal, PortalRoute& runs);

  std::size_t bytes() const;

 private:
  using Kept = TautPaths::Kept;
  using Funnel = TautPaths::Funnel;

  // Where an end lies, and the portals between it and the core.
  struct Position {
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

    Vec2 point;
    PassageEndId passage_end;       // at a branch; none: at a chain
    std::uint32_t passage = kNone;  // at a chain: its number, which is that of its passage
    std::uint32_t portal = 0;       // at a chain: the last portal before it, forth
    std::vector<PortalRun> tree;    // out of its dead end

    // True where one walks over the narrowest portal before one comes to the end, in a direction of
    // its chain.
    bool is_behind(std::uint32_t narrowest, bool is_forth) const {
      return is_forth ? narrowest <= portal : narrowest > portal;
    }
  };
  // A whole path, and how it comes to the goal.
  struct Landing {
    enum class Kind : std::uint8_t {
      direct,       // along the chain of both ends
      passage_end,  // at a branch
      before,       // on a directed passage, before its narrowest portal
      behind,       // on the directed passage of the last string, behind its narrowest portal
    };
    Kind kind = Kind::direct;
    FunnelStateId last;          // the last string; none: it crosses no narrowest portal
    DirectedPassageId directed;  // before: that it enters
    // Where it crosses no narrowest portal: the exit by which the start leaves its chain.
    std::uint32_t start_exit = 0;
  };
  using LandingId = Id<struct LandingTag, 'l'>;
  // How a string that begins at the start leaves it.
  struct Root {
    std::uint32_t exit = 0;       // of a start at a chain
    bool is_own_passage = false;  // over the narrowest portal of its chain
  };
  // Where paths come to the goal before they cross the narrowest portal of its chain.
  struct Entry {
    PassageEndId passage_end;
    DirectedPassageId directed;
  };
  struct View;

  static PortalRun portals_between(std::uint32_t first, std::uint32_t last, bool forth);
  void find_position(const CoreEnd& from, Position& end);
  Kept begin(const Position& end, TautPaths& strings) const;
  template <class AtPortal, class AtPassageEnd>
  void spread(const Position& end, TautPaths& strings, const AtPortal& at_portal,
              const AtPassageEnd& at_passage_end);
  void list_targets();
  void add_source(FunnelStateId id, const Root& root);
  void list_sources();
  double least(FunnelStateId at) {
    return remaining_.least(strings_[at].directed, strings_[at].lengths);
  }
  void list_entries();
  bool has_landing(PassageEndId passage_end) const;
  template <class Visit>
  void land_at(const Kept& at, PassageEndId passage_end, DirectedPassageId by, FunnelStateId last,
               const Visit& visit);
  bool may_land_behind(DirectedPassageId directed) const;
  // True where a path over a directed passage comes to the goal before its narrowest portal:
  // land_at.
  bool is_left_to_landing(DirectedPassageId directed) const {
    return passage_of(directed) == goal_.passage && !may_land_behind(directed);
  }
  bool is_own_passage(FunnelStateId at) const {
    return strings_[at].parent.is_none() && roots_[at.value].is_own_passage;
  }
  double length_to_goal(const Kept& at, const PortalRun& along);
  double length_behind(const TautPaths::FunnelState& string);
  template <class Visit>
  void land(const Landing& landing, double metres, const Visit& visit);
  void try_direct();
  void note_direct(LandingId landing, double metres) {
    direct_landing_ = landing;  // the shortest so far
    direct_ = scale_(metres);
  }

  std::uint32_t exit_of(const CoreEnd& end, JunctionId junction) const;
  std::uint32_t start_exit(const Landing& landing, const CoreEnd& start) const;
  void list_junctions(const Landing& landing);

  const Fold& fold_;
  const FoldPortals& portals_;
  TautPaths strings_;
  TautPaths from_goal_;
  StringScale scale_;
  std::uint32_t most_steps_;
  PortalRoute out_of_dead_end_;
  Position start_;
  Position goal_;
  RemainingLengths remaining_;
  std::vector<Entry> entries_;
  std::vector<SeedOf<TautStepId>> sources_;
  std::vector<Root> roots_;  // [string]  of those that begin at the start, which come first
  std::vector<Landing> landings_;
  double best_ = std::numeric_limits<double>::infinity();  // metres, of the shortest landing
  Distance direct_ = kUnreached;  // of landings that cross no narrowest portal
  LandingId direct_landing_;
  SearchScratchOf<TautStepId, LandingId> scratch_;
  SearchSlot running_;
  std::vector<FunnelStateId> path_;  // the strings of the path found
  std::vector<JunctionId> passed_;   // its junctions
};

}  // namespace thalweg
