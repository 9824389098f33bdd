// Every query is asked of all contestants in a random order, then of each alone. Answers are
// examined outside the measured time: laws, lengths, heights off the ground, wrong floors.
#include "levels_match.hpp"

#include "../tests/new_operators.hpp"
#include "thalweg/planners/check_answer.hpp"

namespace thalweg {
namespace {

class OurContestant : public Contestant {
 public:
  OurContestant(std::unique_ptr<Planner> planner, const std::vector<Pair>& pairs, const Query& form)
      : planner_(std::move(planner)) {
    const Frame frame = planner_->world().frame();
    for (const Pair& pair : pairs) {
      Query& query = queries_.emplace_back(form);
      query.start = as_point(frame.from_local(pair.start));
      query.goal = as_point(frame.from_local(pair.goal));
    }
  }

  void ask(std::size_t query) override {
    answer_ = planner_->find(queries_[query], std::move(answer_));
  }
  bool is_whole() const override { return answer_.found(); }
  std::vector<Vec3> points() const override {
    std::vector<Vec3> out;
    for (const PathPoint& point : answer_.points) out.push_back(point.vec());
    return out;
  }
  std::optional<std::string> broken(std::size_t query) const override {
    if (!answer_.found())
      return std::string("no path between points that are connected: ") + answer_.why();
    return broken_law(answer_, queries_[query], planner_->ground());
  }
  bool has_ground(Vec3 p, double step) const override {
    const Location there = locate_slowly(planner_->world().mesh, p);
    return there.found() && std::abs(there.point.z - p.z) <= step;
  }
  std::size_t bytes() const override { return bytes_held(*planner_); }

 private:
  std::unique_ptr<Planner> planner_;
  std::vector<Query> queries_;
  Answer answer_;
};

class DetourContestant : public Contestant {
 public:
  DetourContestant(DetourPeer peer, const std::vector<Pair>& pairs, Vec3 origin)
      : peer_(std::move(peer)), pairs_(pairs), origin_(origin) {}

  void ask(std::size_t query) override { peer_.find(pairs_[query].start, pairs_[query].goal); }
  bool is_whole() const override { return peer_.answer().outcome == PeerOutcome::found; }
  std::vector<Vec3> points() const override {
    std::vector<Vec3> out = peer_.points();
    for (Vec3& point : out) point = point + origin_;
    return out;
  }
  // What is partial is counted; there are no other laws.
  std::optional<std::string> broken(std::size_t) const override { return std::nullopt; }
  bool has_ground(Vec3 p, double step) const override { return peer_.has_ground(p, step); }
  std::size_t bytes() const override { return peer_.bytes(); }

 private:
  DetourPeer peer_;
  std::vector<Pair> pairs_;
  Vec3 origin_;
};

class Match {
 public:
  Match(const std::vector<std::unique_ptr<Contestant>>& contestants, const std::vector<Pair>& pairs,
        const RawGround& ground, const MatchOptions& options)
      : contestants_(contestants), pairs_(pairs), ground_(ground), options_(options) {
    Score fresh;
    fresh.mixed.assign(pairs.size(), 1e300);
    fresh.alone.assign(pairs.size(), 1e300);
    fresh.lengths.assign(pairs.size(), 0);
    fresh.whole.assign(pairs.size(), false);
    scores_.assign(contestants.size(), fresh);
  }

  Result<std::vector<Score>> run() {
    for (std::size_t c = 0; c < contestants_.size(); ++c) {
      for (std::size_t i = 0; i < pairs_.size(); ++i) {
        TRY_DO(examine(c, i));
      }
    }
    for (int round = 0; round < options_.rounds; ++round) {
      TRY_DO(ask_in_turn());
    }
    for (std::size_t c = 0; c < contestants_.size(); ++c) {
      TRY_DO(ask_alone(c));
    }
    return std::move(scores_);
  }

 private:
  Result<void> examine(std::size_t c, std::size_t query);
  Result<void> ask(std::size_t c, std::size_t query, double& least);
  Result<void> ask_in_turn();
  Result<void> ask_alone(std::size_t c);
  std::size_t ends_on_other_floors(const Contestant& contestant, const std::vector<Vec3>& points,
                                   const Pair& pair) const;

  const std::vector<std::unique_ptr<Contestant>>& contestants_;
  const std::vector<Pair>& pairs_;
  const RawGround& ground_;
  const MatchOptions& options_;
  std::vector<Score> scores_;
  Random random_{3};
};

// What an answer is worth, without its time.
Result<void> Match::examine(std::size_t c, std::size_t query) {
  Contestant& contestant = *contestants_[c];
  Score& score = scores_[c];
  contestant.ask(query);
  if (query % options_.checked == 0 || !contestant.is_whole()) {
    TRY_DO(lawful(contestant.broken(query)));
  }
  const std::vector<Vec3> points = contestant.points();
  for (const Vec3 p : points) {
    if (const auto error = ground_.height_error(p)) score.height_errors.push_back(*error);
  }
  score.whole[query] = contestant.is_whole();
  if (!contestant.is_whole()) {
    ++score.partial;
    return {};
  }
  const std::size_t off = ends_on_other_floors(contestant, points, pairs_[query]);
  score.wrong_floor += off;
  if (off == 0) score.lengths[query] = ground_.length_along(points);
  return {};
}

// Ends over a step away from the height that was asked for, where the contestant has ground at it.
std::size_t Match::ends_on_other_floors(const Contestant& contestant,
                                        const std::vector<Vec3>& points, const Pair& pair) const {
  const auto is_off = [&](Vec3 end, Vec3 wanted) {
    return std::abs(end.z - wanted.z - options_.origin.z) > options_.step &&
           contestant.has_ground(wanted, options_.step);
  };
  return std::size_t{is_off(points.front(), pair.start)} + is_off(points.back(), pair.goal);
}

Result<void> Match::ask(std::size_t c, std::size_t query, double& least) {
  Contestant& contestant = *contestants_[c];
  time_into(least, [&] { contestant.ask(query); });
  if (contestant.is_whole() == scores_[c].whole[query]) return {};
  return Error{"query " + std::to_string(query) + " was answered differently before"};
}

Result<void> Match::ask_in_turn() {
  for (const std::size_t i : shuffled(pairs_.size(), random_)) {
    for (const std::size_t c : shuffled(contestants_.size(), random_)) {
      TRY_DO(ask(c, i, scores_[c].mixed[i]));
    }
  }
  return {};
}

Result<void> Match::ask_alone(std::size_t c) {
  Score& score = scores_[c];
  std::uint64_t allocations = 0;
  for (int round = 0; round < options_.rounds; ++round) {
    const std::vector<std::size_t> order = shuffled(pairs_.size(), random_);
    const std::uint64_t before = allocation_count() + detour_allocation_count();
    for (const std::size_t i : order) {
      TRY_DO(ask(c, i, score.alone[i]));
    }
    allocations += allocation_count() + detour_allocation_count() - before;
  }
  const auto asked = static_cast<double>(pairs_.size()) * options_.rounds;
  score.allocations = static_cast<double>(allocations) / asked;
  score.bytes = contestants_[c]->bytes();
  return {};
}

}  // namespace

std::unique_ptr<Contestant> our_contestant(std::unique_ptr<Planner> planner,
                                           const std::vector<Pair>& pairs, const Query& form) {
  return std::make_unique<OurContestant>(std::move(planner), pairs, form);
}

std::unique_ptr<Contestant> detour_contestant(DetourPeer peer, const std::vector<Pair>& pairs,
                                              Vec3 origin) {
  return std::make_unique<DetourContestant>(std::move(peer), pairs, origin);
}

Result<std::vector<Score>> run_match(const std::vector<std::unique_ptr<Contestant>>& contestants,
                                     const std::vector<Pair>& pairs, const RawGround& ground,
                                     const MatchOptions& options) {
  return Match(contestants, pairs, ground, options).run();
}

LengthRatio length_ratio(const Score& score, const Score& base) {
  LengthRatio out;
  for (std::size_t i = 0; i < score.lengths.size(); ++i) {
    if (!(score.lengths[i] > 0 && base.lengths[i] > 0)) continue;
    const double ratio = score.lengths[i] / base.lengths[i];
    out.mean += ratio;
    out.worst = std::max(out.worst, ratio);
    ++out.count;
  }
  if (out.count > 0) out.mean /= static_cast<double>(out.count);
  return out;
}

}  // namespace thalweg
