// The only file that calls Boost.Polygon.
#include "graph/voronoi.hpp"

#include <boost/polygon/voronoi.hpp>

namespace thalweg {
namespace {

using Diagram = boost::polygon::voronoi_diagram<double>;

Vec2 point_of(const Diagram::cell_type& cell, std::span<const IntSegment> segments) {
  const IntSegment& segment = segments[cell.source_index()];
  const bool is_start =
      cell.source_category() == boost::polygon::SOURCE_CATEGORY_SEGMENT_START_POINT;
  return (is_start ? segment.a : segment.b).vec();
}

double room_at(const Diagram::cell_type& cell, std::span<const IntSegment> segments, Vec2 p) {
  if (cell.contains_point()) return length(point_of(cell, segments) - p);
  return distance(segments[cell.source_index()].vec(), p);
}

VoronoiEdge converted(const Diagram::edge_type& edge, std::span<const IntSegment> segments) {
  VoronoiEdge out;
  out.from = {edge.vertex0()->x(), edge.vertex0()->y()};
  out.to = {edge.vertex1()->x(), edge.vertex1()->y()};
  const Diagram::cell_type& here = *edge.cell();
  const Diagram::cell_type& there = *edge.twin()->cell();
  out.from_room = room_at(here, segments, out.from);
  out.to_room = room_at(here, segments, out.to);
  out.is_curved = edge.is_curved();
  if (!out.is_curved) return out;
  const bool is_focus_here = here.contains_point();
  out.focus = point_of(is_focus_here ? here : there, segments);
  out.directrix = segments[(is_focus_here ? there : here).source_index()].vec();
  return out;
}

}  // namespace

Result<std::vector<VoronoiEdge>> voronoi_edges(std::span<const IntSegment> segments) {
  try {
    boost::polygon::default_voronoi_builder builder;
    for (const IntSegment& s : segments) builder.insert_segment(s.a.x, s.a.y, s.b.x, s.b.y);
    Diagram diagram;
    builder.construct(&diagram);
    std::vector<VoronoiEdge> edges;
    for (const Diagram::edge_type& edge : diagram.edges()) {
      if (!edge.is_primary() || !edge.is_finite() || edge.twin() < &edge) continue;
      edges.push_back(converted(edge, segments));
    }
    return edges;
  } catch (const std::exception& e) {
    return Error{std::string("the axes between the walls could not be found: ") + e.what()};
  }
}

}  // namespace thalweg
