// The table of all kinds of graphs, and what is looked up in it.

#include "core/names.hpp"
#include "thalweg/graph/form.hpp"

namespace thalweg {

// One line per kind, in the order that lists of graphs have. `each(x)` stands for x_form(), which
// the kind's file defines. All lines but the last end in a backslash.
// clang-format off
#define THALWEG_GRAPH_KINDS(each) \
  each(portal)                    \
  each(face)                      \
  each(visibility)                \
  each(axis)                      \
  each(terrain)                   \
  each(grid)                      \
  each(corner)
// clang-format on

#define THALWEG_DECLARE(kind) const GraphForm& kind##_form();
#define THALWEG_FORM(kind) &kind##_form(),

THALWEG_GRAPH_KINDS(THALWEG_DECLARE)

namespace {

std::span<const GraphForm* const> forms() {
  static const GraphForm* const kForms[] = {THALWEG_GRAPH_KINDS(THALWEG_FORM)};
  return kForms;
}

}  // namespace

const GraphForm* find_form(GraphKind kind) {
  for (const GraphForm* form : forms()) {
    if (form->facts().kind == kind) return form;
  }
  return nullptr;
}

std::string_view kind_name(const GraphSpec& spec) {
  const GraphForm* form = find_form(spec.kind);
  return form == nullptr ? "unknown" : form->facts().name;
}

std::vector<NamedGraph> named_graphs() {
  std::vector<NamedGraph> all;
  for (const GraphForm* form : forms()) {
    const auto named = form->named();
    all.insert(all.end(), named.begin(), named.end());
  }
  return all;
}

Result<GraphSpec> named_graph(std::string_view name) {
  const auto known = named_graphs();
  for (const NamedGraph& graph : known) {
    if (graph.name == name) return graph.spec;
  }
  return unknown_name("graph", name, names_of(known, &NamedGraph::name));
}

}  // namespace thalweg
