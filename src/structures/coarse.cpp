// Coarse grounds as structures: a world and a metric of their own, in the sections that these have in
// a file of their own, and the coarse face of each fine node.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/try.hpp"
#include "store/metric_sections.hpp"
#include "store/world_sections.hpp"
#include "thalweg/structures/kinds.hpp"

namespace thalweg {
namespace {

constexpr std::string_view kOwnMetric = "m";

struct CoarseSections {
  double error = 0;  // as CoarseGround has it
  IdArray<NodeId, FaceId> homes;
  std::vector<ThalSection> ground;  // in order of name, none empty
};

CoarseSections sections_of_coarse(const CoarseGround& coarse) {
  const Ground& ground = coarse.ground;
  const GraphArrays& graph = ground.graph().arrays();
  CoarseSections made{coarse.error, coarse.homes, world_sections(ground.world())};
  std::ranges::move(metric_sections({.name = std::string(kOwnMetric),
                                     .graph = graph.spec,
                                     .parts = ground.metric().parts(),
                                     .arcs = {graph.targets, graph.labels}}),
                    std::back_inserter(made.ground));
  std::erase_if(made.ground, [](const ThalSection& section) { return section.bytes.empty(); });
  std::ranges::sort(made.ground, {}, &ThalSection::name);
  return made;
}

void coarse_sections(SectionIo& io, CoarseSections& coarse) {
  io.number(coarse.error);
  if (!std::isfinite(coarse.error) || coarse.error < 0) io.fail("its error is no distance");
  io.array("homes", coarse.homes);
  io.others(coarse.ground);
}

// What can be said of a coarse ground without the fine one.
struct CoarseStore {
  Store own;  // its world and its metric
  double error = 0;
  IdArray<NodeId, FaceId> homes;
  std::size_t bytes = 0;
};

Result<CoarseStore> coarse_store_of(CoarseSections coarse) {
  CoarseStore made{.error = coarse.error, .homes = coarse.homes};
  for (const ThalSection& section : coarse.ground) made.bytes += section.bytes.size();
  made.bytes += coarse.homes.bytes();
  SectionTaker sections(std::move(coarse.ground));
  TRY(made.own.world, take_world(sections));
  TRY(made.own.metrics, take_metrics(sections));
  if (made.own.metrics.size() != 1 || made.own.metrics.front().name != kOwnMetric) {
    return Error{"it has no metric of its own, or another one besides"};
  }
  if (made.own.metrics.front().arcs.empty()) return Error{"its graph is missing"};
  const std::uint32_t faces = made.own.world.mesh.face_count();
  const bool are_faces = std::ranges::all_of(
      made.homes, [&](FaceId home) { return home.is_none() || home.value < faces; });
  if (!are_faces) return Error{"a node lies on a coarse face that does not exist"};
  return made;
}

Result<CoarseGround> ready_coarse(CoarseSections stored, const Ground& fine) {
  TRY(CoarseStore coarse, coarse_store_of(std::move(stored)));
  if (coarse.homes.size() != fine.graph().node_count()) {
    return Error{"it was made for another graph"};
  }
  TRY(Ground ground, stored_ground(coarse.own, kOwnMetric));
  if (ground.graph().spec().kind != GraphSpec::terrain().kind) {
    return Error{"its graph is no terrain graph"};
  }
  return CoarseGround{std::move(ground), std::move(coarse.homes), coarse.error, fine.fingerprint()};
}

Result<std::vector<Fact>> describe_coarse(CoarseSections stored) {
  TRY(const CoarseStore coarse, coarse_store_of(std::move(stored)));
  return std::vector<Fact>{{"faces", coarse.own.world.mesh.face_count()},
                           {"nodes", coarse.own.metrics.front().parts.islands.of.size()},
                           {"height_error_m", coarse.error},
                           {"bytes", coarse.bytes}};
}

}  // namespace

const KindOf<CoarseGround>& coarse_kind() {
  static const KindObject kKind(StructureKind<CoarseGround, CoarseSections>{
      .names = {"coarse", "coarse ground", "coarse grounds", "coarse",
                "{faces} faces, {nodes} nodes, at most {height_error_m} m off, {bytes} bytes"},
      .sections = coarse_sections,
      .parts = sections_of_coarse,
      .ready = ready_coarse,
      .broken_law = [](const CoarseGround& coarse,
                       const Ground& fine) { return broken_law(coarse, fine); },
      .describe = describe_coarse,
      .bytes = [](const CoarseGround& coarse) { return coarse.bytes(); }});
  return kKind;
}

}  // namespace thalweg
