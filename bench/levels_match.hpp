// A match of path finders on a level: the same queries, asked of each in turn and of each alone.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "detour.hpp"
#include "raw_ground.hpp"
#include "times.hpp"

namespace thalweg {

// One that answers queries, which are known by their number.
class Contestant {
 public:
  virtual ~Contestant() = default;
  virtual void ask(std::size_t query) = 0;
  // Of the answer to the last query.
  virtual bool is_whole() const = 0;                                       // from start to goal
  virtual std::vector<Vec3> points() const = 0;                            // world coordinates
  virtual std::optional<std::string> broken(std::size_t query) const = 0;  // a law, or nothing

  // True where its ground lies above or below `p`, at most `step` away. Local coordinates.
  virtual bool has_ground(Vec3 p, double step) const = 0;
  virtual std::size_t bytes() const = 0;
};

// Of ours, with the options of `form`. Points of pairs are local.
std::unique_ptr<Contestant> our_contestant(std::unique_ptr<Planner> planner,
                                           const std::vector<Pair>& pairs, const Query& form);
// Detour's points are local too; `origin` is what they are relative to.
std::unique_ptr<Contestant> detour_contestant(DetourPeer peer, const std::vector<Pair>& pairs,
                                              Vec3 origin);

// What was measured of one contestant. Times are microseconds, the least of all rounds.
struct Score {
  std::vector<double> mixed;    // [query]  asked of all in turn
  std::vector<double> alone;    // [query]  asked of this one only
  std::vector<bool> whole;      // [query]  answered from start to goal
  std::vector<double> lengths;  // [query]  metres over the ground; 0: not whole, or wrong floor
  std::vector<double> height_errors;  // metres, of all points of all paths
  std::size_t partial = 0;            // queries that are not answered whole
  std::size_t wrong_floor = 0;        // ends over a step off, with ground within a step
  double allocations = 0;             // for each query, once warm
  std::size_t bytes = 0;
};

struct MatchOptions {
  int rounds = 3;
  std::size_t checked = 10;  // one answer in so many is checked by all laws
  double step = 1;           // metres: the agent's climb
  Vec3 origin;               // of the pairs' coordinates
};

// The scores, in the order of the contestants. Refused: an answer that breaks a law, and one that is
// not whole the next time it is asked for.
Result<std::vector<Score>> run_match(const std::vector<std::unique_ptr<Contestant>>& contestants,
                                     const std::vector<Pair>& pairs, const RawGround& ground,
                                     const MatchOptions& options);

// The lengths of one against another's.
struct LengthRatio {
  double mean = 0;
  double worst = 0;
  std::size_t count = 0;  // queries that both answer whole
};
LengthRatio length_ratio(const Score& score, const Score& base);

}  // namespace thalweg
