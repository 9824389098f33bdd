// Every Graph passes Graph::from, which checks that its arrays fit together. The law of a graph is
// that its world gives the same fingerprint again.
#include "thalweg/graph/graph.hpp"

#include <algorithm>

#include "core/thrown.hpp"
#include "thalweg/core/hash.hpp"
#include "thalweg/graph/form.hpp"

namespace thalweg {

namespace {

bool are_labels(const GraphArrays& arrays, const GraphFacts& facts) {
  if (!facts.labels_every_arc && arrays.labels.empty()) return true;
  if (arrays.labels.size() != arrays.targets.item_count()) return false;
  return std::ranges::all_of(arrays.labels, [&](ArcLabel label) {
    return facts.labels_every_arc ? !label.is_nothing() : label.is_nothing() || label.is_link();
  });
}

bool are_portal_nodes(const GraphArrays& arrays, const GraphFacts& facts) {
  if (arrays.portal_nodes.size() != (facts.has_portal_nodes ? arrays.positions.size() : 0))
    return false;
  const auto is_portal_node = [](PortalNode p) {
    return p.is_link_end() ? p.along == 0 || p.along == 1 : p.along >= 0 && p.along <= 1;
  };
  const auto portals_first = [](PortalNode p) { return p.is_link_end() ? ~0u : p.what; };
  return std::ranges::all_of(arrays.portal_nodes, is_portal_node) &&
         std::ranges::is_sorted(arrays.portal_nodes, {}, portals_first);
}

bool are_faces(const GraphArrays& arrays, const GraphFacts& facts) {
  return arrays.faces.size() == (facts.has_faces ? arrays.positions.size() : 0);
}

}  // namespace

Result<Graph> Graph::from(GraphArrays arrays) try {
  const std::size_t nodes = arrays.positions.size();
  const std::size_t arcs = arrays.targets.item_count();
  const GraphForm* form = find_form(arrays.spec.kind);
  if (form == nullptr) return Error{"the graph is of an unknown kind"};
  if (nodes > 0xFFFFFFFEu || arcs > 0xFFFFFFFEu) return Error{"the graph is too large"};
  const auto& offsets = arrays.targets.offsets();
  if (!(nodes == 0 && offsets.empty()) && !are_offsets(offsets.span(), nodes, arcs)) {
    return Error{"the arcs of a graph are not grouped by its nodes"};
  }
  bool in_range = true;
  for (const NodeId target : arrays.targets.items()) in_range &= target.value < nodes;
  if (!in_range) return Error{"an arc leads to no node"};
  const GraphFacts& facts = form->facts();
  if (!are_labels(arrays, facts)) {
    return Error{"the labels are not one per arc, of the graph's kind"};
  }
  if (!are_portal_nodes(arrays, facts)) {
    return Error{"the portal nodes are not one per node of a portal graph, in order"};
  }
  if (!are_faces(arrays, facts)) {
    return Error{"the faces are not one per node of a graph of sight"};
  }
  Graph graph;
  graph.form_ = form;
  graph.arrays_ = std::move(arrays);
  const GraphArrays& a = graph.arrays_;
  Hasher hasher;
  hasher.add(std::span(&a.spec, 1)).add(a.world).add(a.targets.offsets()).add(a.targets.items());
  hasher.add(a.labels).add(a.positions).add(a.portal_nodes);
  if (!a.faces.empty()) hasher.add(a.faces);
  if (a.profile_key != 0) hasher.add(a.profile_key);
  graph.fingerprint_ = hasher.digest();
  return graph;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

const GraphFacts& Graph::facts() const { return form_->facts(); }

std::size_t Graph::bytes() const {
  return arrays_.targets.bytes() + arrays_.labels.bytes() +
         (arrays_.shares_positions ? 0 : arrays_.positions.bytes()) + arrays_.portal_nodes.bytes() +
         arrays_.faces.bytes();
}

namespace {

std::optional<std::string> difference(const Graph& graph, const Result<Graph>& fresh) {
  if (!fresh) return fresh.error();
  if (fresh->fingerprint() != graph.fingerprint()) {
    return "the graph is not the one that its world gives";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> broken_law(const Graph& graph, const World& world) {
  return difference(graph, build_graph(world, graph.spec()));
}

std::optional<std::string> broken_law(const Graph& graph, const World& world,
                                      const Profile& profile) {
  return difference(graph, build_graph(world, graph.spec(), profile));
}

}  // namespace thalweg
