// Axis graph: nodes where the axes between obstacles meet, arcs along the axes (axis_builder.cpp).
//
// Ends are joined by straight walks to those in sight of the 8 nearest nodes (more where none is),
// and from start to goal.
#include <cmath>

#include "core/try.hpp"
#include "graph/kinds/builders.hpp"
#include "graph/kinds/sight_form.hpp"

namespace thalweg {
namespace {

constexpr GraphKind kAxes{5};

class AxisForm final : public SightForm {
 public:
  AxisForm() : SightForm(kAxes, "axis") {}

  std::span<const NamedGraph> named() const override {
    static const NamedGraph kNamed[] = {
        {"axes", "the axes between obstacles, a node for 2 m", GraphSpec::axes()}};
    return kNamed;
  }
  Result<void> check(const World& world, const GraphSpec& spec) const override {
    TRY_DO(MeshForm::check(world, spec));
    if (!(spec.one_per > 0) || !std::isfinite(spec.one_per)) {
      return Error{"the metres between the points of an axis must be positive"};
    }
    return {};
  }
  GraphSpec normal(const World& /*world*/, const GraphSpec& spec) const override {
    return GraphSpec::axes(spec.one_per);
  }
  Result<GraphArrays> build(const World& world, const GraphSpec& spec,
                            const Pricer* agent) const override {
    return build_axis_graph(world, spec, agent);
  }
  JoinEnds joiner(const Ground& ground) const override {
    const std::size_t count = ground.graph().node_count() - link_end_nodes(ground.world()).size();
    return joiner_in_sight(ground, [ground, count](Ends& ends, const End& end, const auto& add) {
      const auto point_of = [&](NodeId node) { return ground.graph().position(node).xy(); };
      ends.near = join_near(count, end.point.xy(), point_of, add, std::move(ends.near));
    });
  }
};

}  // namespace

GraphSpec GraphSpec::axes(float one_per) { return {.kind = kAxes, .one_per = one_per}; }

const GraphForm& axis_form() {
  static const AxisForm form;
  return form;
}

}  // namespace thalweg
