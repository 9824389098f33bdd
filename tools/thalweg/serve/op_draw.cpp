// Drawings: triangles, edges, a number per face, cells and gates, as compact binary.
#include <fmt/format.h>

#include <cmath>

#include "serve/operations.hpp"
#include "thalweg/draw/cells.hpp"
#include "thalweg/draw/gates.hpp"
#include "thalweg/graph/form.hpp"

namespace thalweg::tool::serve {
namespace {

constexpr std::uint32_t kMostEdges = 1'200'000;  // half-edges of worlds whose edges are sent

void add_part(BinaryReply& reply, const DrawPart& part) {
  reply.add("positions", part.positions);
  reply.add("corners", part.corners);
  reply.add("items", part.items);
}

Json tiles_json(const DrawMesh& drawing) {
  Json tiles = Json::array();
  for (const DrawTile& tile : drawing.tiles) {
    if (tile.box.is_empty()) {
      tiles.push_back(Json());
      continue;
    }
    tiles.push_back({{"low", point_json(tile.box.low)},
                     {"high", point_json(tile.box.high)},
                     {"triangles", tile.triangles},
                     {"first", tile.first_overview},
                     {"overview", tile.overview}});
  }
  return tiles;
}

// Fields that need no prices. Nothing: an unknown name.
std::optional<float> geometry_value(const World& world, const std::string& what,
                                    std::uint32_t item) {
  const FaceId face(item);
  const SquareId square(item);
  const bool is_mesh = !world.mesh.empty();
  if (what == "height") {
    return static_cast<float>(is_mesh ? world.mesh.centre(face).z : world.grid.ground(square));
  }
  if (what == "area") return is_mesh ? world.mesh.area(face) : world.grid.area(square);
  if (what == "difficulty") return is_mesh ? world.mesh.difficulty(face) : 0.0f;
  if (what == "steepness") {
    if (!is_mesh) return 0.0f;
    const double z = std::clamp(world.mesh.normal(face).z, 0.0, 1.0);
    return static_cast<float>(std::acos(z) * 57.29577951308232);
  }
  if (what != "neighbours") return std::nullopt;
  if (!is_mesh) return 0.0f;
  int count = 0;
  for (const EdgeId e : world.mesh.edges(face)) count += world.mesh.is_portal(e) ? 1 : 0;
  return static_cast<float>(count);
}

constexpr std::uint32_t kCheckedItems = 1u << 16;  // between two checks of the time

std::vector<float> geometry_field(const Call& call, const World& world, const std::string& what) {
  const std::uint32_t count = world.mesh.empty() ? world.grid.size() : world.mesh.face_count();
  std::vector<float> values;
  values.reserve(count);
  for (std::uint32_t item = 0; item < count; ++item) {
    if (item % kCheckedItems == 0) call.check();
    const auto value = geometry_value(world, what, item);
    if (!value) {
      throw HttpFailure(400,
                        "'what' wants height, steepness, area, difficulty, neighbours, islands, "
                        "uphill or downhill");
    }
    values.push_back(*value);
  }
  return values;
}

std::string item_graph(const World& world) { return world.mesh.empty() ? "grid" : "faces"; }

std::vector<float> island_field(const Ground& ground) {
  std::vector<float> values;
  for (const IslandId island : ground.metric().islands().of) {
    values.push_back(island.is_none() ? -1.0f : static_cast<float>(island.value));
  }
  return values;
}

// The price of a metre straight up (or down) the slope of each face; NaN where it is impassable.
std::vector<float> slope_prices(const Call& call, const Ground& ground, double sign) {
  const Mesh& mesh = ground.world().mesh;
  std::vector<float> values;
  values.reserve(mesh.face_count());
  for (const FaceId face : mesh.faces()) {
    if (face.value % kCheckedItems == 0) call.check();
    const Vec3 normal = mesh.normal(face);
    const double tilt = length(normal.xy());
    const Vec2 up = tilt > 1e-9 ? normal.xy() * (-1 / tilt) : Vec2{1, 0};
    const bool is_open = ground.pricer().may_enter(face);
    const double price =
        is_open ? ground.graph().form().metre_price(ground, mesh.centre(face), up * sign)
                : std::numeric_limits<double>::quiet_NaN();
    values.push_back(std::isfinite(price) ? static_cast<float>(price)
                                          : std::numeric_limits<float>::quiet_NaN());
  }
  return values;
}

std::vector<float> field_values(const Call& call, const Snapshot& where, const std::string& what) {
  const World& world = where.world();
  const std::string profile = call.body.text("profile", "hiker");
  if (what == "islands") {
    return island_field(where.served(item_graph(world), profile, call.progress)->ready.ground);
  }
  const bool is_up = what == "uphill";
  if (!is_up && what != "downhill") return geometry_field(call, world, what);
  if (world.mesh.empty()) throw HttpFailure(422, "a grid has no slopes to price");
  const ServedGroundPtr served = where.served("portals", profile, call.progress);
  return slope_prices(call, served->ready.ground, is_up ? 1 : -1);
}

// Pairs of points of one kind of overlay.
std::vector<float> overlay_lines(const std::vector<Overlay>& overlays, Colour colour,
                                 OverlayKind kind) {
  std::vector<float> out;
  for (const Overlay& overlay : overlays) {
    if (overlay.kind != kind || !(overlay.colour == colour)) continue;
    for (const Vec3 p : overlay.points) {
      for (const double c : {p.x, p.y, p.z}) out.push_back(static_cast<float>(c));
    }
  }
  return out;
}

}  // namespace

HttpReply get_mesh(Call& call) {
  const auto where = call.snapshot();
  const auto drawing = where->drawing();
  BinaryReply reply;
  if (call.body.has("tile")) {
    const std::size_t tile = call.body.whole("tile", {0, 1e9}, 0);
    if (tile >= drawing->tiles.size()) throw HttpFailure(404, "there is no such tile");
    add_part(reply, draw_tile(where->world(), *drawing, tile));
    return reply.finish({{"tile", tile}});
  }
  const bool is_whole = drawing->overview.items.empty();
  add_part(reply, is_whole ? draw_tile(where->world(), *drawing, 0) : drawing->overview);
  return reply.finish({{"items", drawing->item_count},
                       {"triangles", drawing->triangles},
                       {"whole", is_whole},
                       {"tiles", tiles_json(*drawing)}});
}

HttpReply get_edges(Call& call) {
  const auto where = call.snapshot();
  BinaryReply reply;
  const bool is_sent = where->world().mesh.edge_count() <= kMostEdges;
  const DrawEdges3 edges = is_sent ? draw_edges(where->world()) : DrawEdges3{};
  reply.add("walls", edges.walls);
  reply.add("portals", edges.portals);
  return reply.finish({{"complete", is_sent}});
}

HttpReply get_field(Call& call) {
  const auto where = call.snapshot();
  const std::string what = call.body.text("what");
  const std::vector<float> values = field_values(call, *where, what);
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const float value : values) {
    if (std::isnan(value)) continue;
    low = std::min<double>(low, value);
    high = std::max<double>(high, value);
  }
  BinaryReply reply;
  reply.add("values", values);
  return reply.finish({{"what", what}, {"low", low}, {"high", high}, {"state", where->id()}});
}

HttpReply get_gates(Call& call) {
  const auto where = call.snapshot();
  const Chosen chosen =
      where->choose(call.body.text("planner", "hna_star"), call.body.text("profile", "hiker"));
  const Searched what = where->searched(chosen, call.progress);
  const Structure built = what.built();
  const auto* hierarchy = built.as<Hierarchy>();
  if (hierarchy == nullptr) throw HttpFailure(422, "this planner has no gates");
  const Level top = hierarchy->partition().top_level();
  const auto level = static_cast<Level>(call.body.whole("level", {1, 64}, 1));
  if (level > top) throw HttpFailure(422, fmt::format("the hierarchy has {} levels", top));
  const auto overlays =
      need(gate_overlays(what.served->ready.graph(), *hierarchy, {.level = level}));
  BinaryReply reply;
  reply.add("crossings", overlay_lines(overlays, kCrossingColour, OverlayKind::lines));
  reply.add("gates", overlay_lines(overlays, kGateColour, OverlayKind::dots));
  return reply.finish({{"levels", top}, {"level", level}, {"gates", hierarchy->gate_count()}});
}

}  // namespace thalweg::tool::serve
