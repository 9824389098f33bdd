// A* on the coarse terrain graph, marks on the coarse faces about its route, then A* confined to
// fine nodes on marked faces. Marks are numbers of the query.
#include "thalweg/planners/coarse.hpp"

#include <algorithm>

#include "core/thrown.hpp"
#include "graph/kinds/terrain_arcs.hpp"
#include "graph/portal_nodes.hpp"
#include "path/edge_path.hpp"
#include "thalweg/graph/form.hpp"
#include "thalweg/planners/near_then.hpp"
#include "world/corner.hpp"

namespace thalweg {
namespace {

constexpr double kCoarseReach = 1;  // metres: roundings at the outline

}  // namespace

CoarseSearch::CoarseSearch(const Ground& ground, CoarseGround coarse, AStarSearch& fine,
                           std::uint32_t rings)
    : ground_(ground),
      coarse_(std::move(coarse)),
      fine_(fine),
      rough_(coarse_.ground),
      rings_(rings),
      corner_count_(static_cast<std::uint32_t>(coarse_.ground.graph().node_count() -
                                               link_end_nodes(coarse_.ground.world()).size())),
      face_stamps_(coarse_.ground.world().mesh.face_count()),
      vertex_stamps_(coarse_.ground.world().mesh.vertex_count()) {}

// Walks between an end and the corners of its coarse face. False where the end lies on no coarse
// face that the profile enters.
bool CoarseSearch::add_seeds(const End& end, bool is_start) {
  const Ground& coarse = coarse_.ground;
  const World& world = coarse.world();
  const auto may_enter = [&](FaceId face) { return coarse.pricer().may_enter(face); };
  const Location at =
      locate(world.mesh, world.locator, end.point, {.reach = kCoarseReach, .accepts = may_enter});
  if (!at.found()) return false;
  (is_start ? starts_ : goals_).push_back({.face = at.face, .square = {}, .point = at.point});
  const ProfileRule by{world, coarse.pricer()};
  const EdgePathPricer pricer(by);
  const double factor = pricer.factor(at.face, {});
  for (const EdgeId corner : world.mesh.edges(at.face)) {
    const NodeId node = corner_node(world.mesh, coarse.graph(), corner_count_, corner);
    if (node.is_none() || coarse.metric().islands().of[node].is_none()) continue;
    const Vec3 line = world.mesh.start(corner) - at.point;
    const double price = pricer.norm(is_start ? line : line * -1.0) * factor;
    const Seed seed{node, quanta(price / coarse.metric().quantum())};
    (is_start ? sources_ : targets_).push_back(seed);
  }
  return true;
}

// False where an end cannot be joined to the coarse graph.
bool CoarseSearch::begin_coarse() {
  starts_.clear();
  goals_.clear();
  sources_.clear();
  targets_.clear();
  for (const End& start : query_.ends.starts) add_seeds(start, true);
  for (const End& goal : query_.ends.goals) add_seeds(goal, false);
  if (sources_.empty() || targets_.empty()) return false;
  sort_seeds(targets_);
  rough_.begin({.ends = {.starts = starts_, .goals = goals_},
                .task = {sources_, targets_},
                .weight = query_.weight});
  return true;
}

void CoarseSearch::begin(const SearchRequest& query) {
  query_ = query;
  before_ = {};
  stage_ = begin_coarse() ? Stage::coarse : Stage::whole;
  if (stage_ == Stage::coarse) return;
  before_.fell_back = 1;
  fine_.begin(query_);
}

bool CoarseSearch::mark(FaceId face) {
  if (face_stamps_[face.value] == now_) return false;
  face_stamps_[face.value] = now_;
  faces_.push_back(face);
  return true;
}

// The faces of the coarse route's nodes, and the rings about them.
void CoarseSearch::mark_band() {
  const Ground& coarse = coarse_.ground;
  const Mesh& mesh = coarse.world().mesh;
  if (++now_ == 0) {
    std::ranges::fill(face_stamps_, 0u);
    std::ranges::fill(vertex_stamps_, 0u);
    now_ = 1;
  }
  faces_.clear();
  for (const NodeId node : route_.route.nodes) mark(coarse.graph().face(node));
  std::size_t first = 0;
  for (std::uint32_t ring = 0; ring < rings_; ++ring) {
    const std::size_t last = faces_.size();
    for (; first < last; ++first) {
      for (const EdgeId corner : mesh.edges(faces_[first])) {
        std::uint32_t& stamp = vertex_stamps_[mesh.origin(corner).value];
        if (stamp == now_) continue;
        stamp = now_;
        for_each_in_fan(mesh, corner, {}, [&](EdgeId other) { mark(mesh.face(other)); });
      }
    }
  }
}

// The nodes of the fine graph that lie on the band.
struct OnBand {
  const FaceId* homes;
  const std::uint32_t* stamps;
  std::uint32_t now;

  bool operator()(NodeId node) const {
    const FaceId home = homes[node.value];
    return !home.is_none() && stamps[home.value] == now;
  }
};

void CoarseSearch::begin_band() {
  stage_ = Stage::band;
  before_ += rough_.stats();
  rough_.take(route_);
  mark_band();
  const OnBand on_band{coarse_.homes.data(), face_stamps_.data(), now_};
  const ForwardView view(ground_.graph(), PlainCosts(ground_.metric()));
  fine_.estimator().visit([&](const auto& heuristic) {
    running_.hold(BestFirst(ConfinedView(view, on_band), heuristic, query_.task, fine_.scratch()));
  });
}

SearchEnd CoarseSearch::begin_whole(Budget& budget) {
  before_ += stage_ == Stage::coarse ? rough_.stats() : fine_.stats();
  ++before_.fell_back;
  stage_ = Stage::whole;
  fine_.begin(query_);
  return fine_.advance(budget);
}

SearchEnd CoarseSearch::advance(Budget& budget) {
  if (stage_ == Stage::coarse) {
    const SearchEnd end = rough_.advance(budget);
    if (end == SearchEnd::exhausted) return begin_whole(budget);
    if (end != SearchEnd::found) return end;
    begin_band();
  }
  if (stage_ == Stage::band) {
    const SearchEnd end = running_.advance(budget);
    return end == SearchEnd::exhausted ? begin_whole(budget) : end;
  }
  return fine_.advance(budget);
}

void CoarseSearch::take(FoundRoute& found) {
  if (stage_ == Stage::coarse) return found.clear();
  fine_.take(found);
  if (stage_ == Stage::band) found.bound = 0;
}

SearchStats CoarseSearch::stats() const {
  SearchStats sum = before_;
  return sum += stage_ == Stage::coarse ? rough_.stats() : fine_.stats();
}

// Those in the band, or of the whole graph.
std::vector<NodeId> CoarseSearch::settled_nodes() const {
  return stage_ == Stage::coarse ? std::vector<NodeId>{} : fine_.settled_nodes();
}

std::size_t CoarseSearch::scratch_bytes() const {
  return rough_.scratch_bytes() + faces_.capacity() * sizeof(FaceId) +
         (face_stamps_.capacity() + vertex_stamps_.capacity()) * sizeof(std::uint32_t);
}

MadeSearch CoarseSearch::make(const Ground& ground, const CoarseGround& coarse,
                              const CoarsePlannerOptions& options) try {
  if (coarse.metric != ground.fingerprint() || coarse.homes.size() != ground.graph().node_count()) {
    return Error{"the coarse ground is of another metric"};
  }
  auto fine = std::make_unique<AStarSearch>(ground);
  auto search = std::make_unique<CoarseSearch>(ground, coarse, *fine, options.rings);
  return MadeSearch(
      std::make_unique<NearThen>(std::move(fine), std::move(search), options.near_nodes));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
