// Fuzzes planners with queries of all kinds: NaN, infinities, far off, start = goal, no budget.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>

#include "laws/cases.hpp"
#include "partitioner.hpp"
#include "thalweg/papers/registry.hpp"

namespace {

using namespace thalweg;

// Reads numbers from the input; zeros after its end.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  std::uint8_t byte() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
  bool empty() const { return at_ >= size_; }

  // Mostly near the world, sometimes special, sometimes any double.
  double number() {
    constexpr double kSpecial[] = {std::numeric_limits<double>::quiet_NaN(),
                                   std::numeric_limits<double>::infinity(),
                                   -std::numeric_limits<double>::infinity(),
                                   0,
                                   -0.0,
                                   1e308,
                                   -1e308,
                                   5e-324,
                                   1e9,
                                   3,
                                   2.5};
    const std::uint8_t kind = byte();
    if (kind < 24) return kSpecial[kind % std::size(kSpecial)];
    if (kind > 240) {
      std::uint64_t bits = 0;
      for (int i = 0; i < 8; ++i) bits = bits << 8 | byte();
      double any = 0;
      std::memcpy(&any, &bits, sizeof any);
      return any;
    }
    return (kind - 24) / 8.0 + byte() / 256.0 - 2;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

using Planners = std::vector<std::unique_ptr<Planner>>;

// All planners on each ground of the law tests. [ground]
std::vector<Planners> planners_of_all_grounds() {
  std::vector<Planners> all;
  for (const Case& c : cases(3)) {
    const Ground ground = c.priced(all.size() % 2 == 0 ? Profile::hiker() : Profile::euclid());
    Planners& made = all.emplace_back();
    for (const PlannerDescriptor& info : planners()) {
      auto planner = make_planner(info.name, any_input(ground));
      if (planner) made.push_back(std::move(planner).value());
    }
  }
  return all;
}

Query make_query(Bytes& bytes) {
  Query query;
  const auto point = [&] {
    const double x = bytes.number();
    const double y = bytes.number();
    return Point{x, y, bytes.byte() % 2 == 0 ? kNoHeight : bytes.number()};
  };
  query.start = point();
  query.goal = bytes.byte() % 16 == 0 ? query.start : point();
  for (int i = bytes.byte() % 8; i > 5; --i) query.more_goals.push_back(point());
  for (int i = bytes.byte() % 8; i > 5; --i) query.more_starts.push_back(point());
  const std::uint8_t wants = bytes.byte();
  if ((wants & 1) != 0) query.radius = bytes.number();
  for (int i = (wants & 2) != 0 ? bytes.byte() % 8 : 0; i > 0; --i) {
    const Point centre = point();
    query.blocked.circles.push_back({centre, bytes.number()});
  }
  for (int i = (wants & 4) != 0 ? bytes.byte() % 8 : 0; i > 0; --i) {
    query.blocked.faces.push_back(FaceId(bytes.byte()));
  }
  for (int i = (wants & 8) != 0 ? bytes.byte() % 8 : 0; i > 0; --i) {
    query.blocked.squares.push_back(SquareId(bytes.byte()));
  }
  const std::uint8_t flags = bytes.byte();
  query.allow_partial = (flags & 1) != 0;
  query.use_islands = (flags & 2) != 0;
  query.try_straight = (flags & 4) != 0;
  query.want_ground_price = (flags & 8) != 0;
  if ((flags & 16) != 0) query.reach = bytes.number();
  if ((flags & 32) != 0) query.weight = bytes.number();
  if ((flags & 64) != 0) query.node_budget = bytes.byte();
  query.axes = static_cast<Axes>(bytes.byte() % 4);
  query.shape = static_cast<Shape>(bytes.byte() % 5);
  if ((flags & 128) != 0) {
    auto filter = std::make_shared<AreaFilter>();
    filter->exclude(bytes.byte() % 6);
    filter->avoid(bytes.byte() % 6, bytes.number());
    query.filter = std::move(filter);
  }
  return query;
}

void require(bool holds) {
  if (!holds) __builtin_trap();
}

void check(const World& world, const Query& query, const Answer& answer) {
  const bool has_path = answer.found() || answer.outcome == Outcome::partial;
  require(!has_path || answer.points.size() >= 2);
  require(query.allow_partial || answer.found() || answer.points.empty());
  require(answer.found() == (*answer.why() == '\0'));
  for (const PathPoint& point : answer.points) require(is_finite(point.vec()));
  require(!(answer.price < 0));
  if (answer.corridor.start.is_found() && !answer.points.empty()) {
    require(!broken_law(answer.corridor, world));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto grounds = planners_of_all_grounds();
  Bytes bytes(data, size);
  Answer answer;
  for (int i = 0; i < 4 && !bytes.empty(); ++i) {
    const Planners& here = grounds[bytes.byte() % grounds.size()];
    if (here.empty()) continue;
    Planner& planner = *here[bytes.byte() % here.size()];
    const Query query = make_query(bytes);
    if (bytes.byte() % 4 == 0) {  // in slices, and sometimes cancelled
      planner.begin(query, std::move(answer));
      const std::uint8_t slice = bytes.byte();
      for (int slices = 0; slices < slice % 64 && !planner.advance({.nodes = slice}); ++slices) {
      }
      answer = planner.take();
    }
    answer = planner.find(query, std::move(answer));
    check(planner.world(), query, answer);
  }
  return 0;
}
