// Pictures 5.2 and 5.4: how the base of a price is measured, and where two of three methods fail.
#include <fmt/format.h>

#include "common/common.hpp"
#include "reproduce/natural/natural.hpp"
#include "thalweg/draw/draw.hpp"
#include "thalweg/draw/faces.hpp"
#include "thalweg/planners/views.hpp"
#include "thalweg/search/costs.hpp"
#include "thalweg/world/mesh_builder.hpp"

namespace thalweg::tool {
namespace {

struct NamedBase {
  const char* name;
  PriceBase base;
};
constexpr std::array<NamedBase, 3> kBases = {{{"centre to centre", PriceBase::centre},
                                              {"growth of the box", PriceBase::box},
                                              {"growth of the edge's box", PriceBase::edge_box}}};

// The thesis's directions without its terms: only bases.
Profile base_profile(PriceBase base) {
  Profile profile = Profile::thesis();
  profile.base = base;
  profile.respects = {};
  return profile;
}

World world_of_triangles(const std::string& name, std::vector<Vec3f> vertices,
                         const std::vector<std::uint32_t>& corners) {
  MeshSoup soup;
  soup.vertices = std::move(vertices);
  for (const std::uint32_t corner : corners) soup.corners.push_back(VertexId(corner));
  WorldParts parts;
  parts.name = name;
  parts.mesh = need(build_mesh(std::move(soup))).mesh;
  return need(make_world(std::move(parts)));
}

// The cost of each face from `start`.
std::vector<Distance> costs_from(const Ground& faces, FaceId start) {
  const Seed source{NodeId(start.value), 0};
  SearchScratch scratch;
  return costs_to_all(ForwardView(faces.graph(), PlainCosts(faces.metric())), std::span(&source, 1),
                      scratch);
}

// A hillside in rows of triangles that alternately point up and down; rows follow the contours.
// `side` rows with `side` triangles of either kind.
constexpr float kRow = 0.8660254f;  // a row's width, of equal sides
World hillside(std::uint32_t side) {
  std::vector<Vec3f> vertices;
  for (std::uint32_t row = 0; row <= side; ++row) {
    for (std::uint32_t x = 0; x <= side; ++x) {
      const float y = kRow * static_cast<float>(row);
      vertices.push_back({static_cast<float>(x) + (row % 2 == 0 ? 0.0f : 0.5f), y, y});
    }
  }
  std::vector<std::uint32_t> corners;
  for (std::uint32_t row = 0; row < side; ++row) {
    for (std::uint32_t x = 0; x < side; ++x) {
      const std::uint32_t a = row * (side + 1) + x;
      const std::uint32_t b = a + side + 1;
      if (row % 2 == 0) {
        corners.insert(corners.end(), {a, a + 1, b, a + 1, b + 1, b});
      } else {
        corners.insert(corners.end(), {a, b + 1, b, a, a + 1, b + 1});
      }
    }
  }
  return world_of_triangles("hillside", std::move(vertices), corners);
}

Image draw_costs(const World& world, const std::vector<Distance>& costs, std::uint32_t width) {
  const View view = need(view_of(world, {.width = width}));
  RasterPainter painter(view, kPaper);
  const double most = static_cast<double>(*std::max_element(costs.begin(), costs.end()));
  std::vector<Colour> colours;
  for (const Distance cost : costs) {
    const double t = static_cast<double>(cost) / most;
    colours.push_back(cost == 0 ? kWallColour : mixed(kWhite, kPathColour, t));
  }
  paint_faces(painter, world.mesh, colours);
  return painter.image();
}

// Picture 5.2.
void contour_case(ResultPage& page, const NaturalScale& scale) {
  constexpr std::uint32_t kSide = 24;
  constexpr std::uint32_t kAway = 10;  // squares or rows
  const World world = hillside(kSide);
  const FaceId start(kSide * kSide + kSide);  // in the middle
  Table table{
      .name = "picture-5.2",
      .head = {"base", "along the contour, per metre", "up the slope, per metre", "along / up"},
      .cells = {}};
  std::vector<Image> panels;
  for (const auto& [name, base] : kBases) {
    const Ground priced = need(ground(world, base_profile(base), GraphSpec::faces()));
    const auto costs = costs_from(priced, start);
    const FaceId beside(start.value + 2 * kAway);
    const FaceId above(start.value + 2 * kSide * kAway);
    const auto per_metre = [&](FaceId face) {
      const double run = length((world.mesh.centre(face) - world.mesh.centre(start)).xy());
      return priced.metric().in_units(costs[face.value]) / run;
    };
    table.add_row({name, fmt::format("{:.3f}", per_metre(beside)),
                   fmt::format("{:.3f}", per_metre(above)),
                   fmt::format("{:.3f}", per_metre(beside) / per_metre(above))});
    panels.push_back(draw_costs(world, costs, scale.panel));
  }
  page.heading("Picture 5.2: along a contour line");
  page.text(
      "From the dark triangle, the redder the farther. Rows follow the contours of a slope of "
      "one. Between centres a walk along a row climbs and falls at every step; boxes of one "
      "row are equally high, so that walking along it costs no height.");
  page.picture("picture-5.2.png", need(side_by_side(panels, 3)),
               "5.2: bases from left to right: " + std::string(kBases[0].name) + ", " +
                   kBases[1].name + ", " + kBases[2].name);
  page.table(table);
}

// A strip over `humps` humps of height 1, two triangles for each slope. `cut`: half the length of
// the level part to which each peak is cut; 0: no cut.
std::vector<Vec2> hump_profile(std::uint32_t humps, double cut) {
  std::vector<Vec2> line = {{0, 0}};
  for (std::uint32_t i = 0; i < humps; ++i) {
    const double x = 2.0 * i + 1;
    if (cut > 0) line.push_back({x - cut, 1 - cut});
    line.push_back({x + cut, 1 - cut});
    line.push_back({x + 1, 0});
  }
  return line;
}

World strip(const std::vector<Vec2>& profile) {
  std::vector<Vec3f> vertices;
  std::vector<std::uint32_t> corners;
  for (std::uint32_t i = 0; i < profile.size(); ++i) {
    vertices.push_back(to_float({profile[i].x, 0, profile[i].y}));
    vertices.push_back(to_float({profile[i].x, 0.5, profile[i].y}));
    if (i == 0) continue;
    const std::uint32_t a = 2 * i - 2;
    corners.insert(corners.end(), {a, a + 2, a + 1, a + 1, a + 2, a + 3});
  }
  return world_of_triangles("strip", std::move(vertices), corners);
}

double strip_cost(const World& world, PriceBase base) {
  const Ground priced = need(ground(world, base_profile(base), GraphSpec::faces()));
  return priced.metric().in_units(costs_from(priced, FaceId(0)).back());
}

// Both profiles seen from the side, one above the other.
Image draw_profiles(const std::vector<Vec2>& peaked, const std::vector<Vec2>& level,
                    std::uint32_t width) {
  View view{.box = {{-0.5, -0.5}, {peaked.back().x + 0.5, 3.5}}};
  view.scale = width / view.box.size().x;
  view.width = width;
  view.height = static_cast<std::uint32_t>(view.box.size().y * view.scale);
  RasterPainter painter(view, kPaper);
  std::vector<Vec2> raised = peaked;
  for (Vec2& p : raised) p.y += 2;
  painter.polyline(raised, {kPathColour, 3});
  painter.polyline(level, {kPointColour, 3});
  return painter.image();
}

// Picture 5.4.
void zigzag_case(ResultPage& page, const NaturalScale& scale) {
  constexpr std::uint32_t kHumps = 6;
  const auto peaked = hump_profile(kHumps, 0);
  const auto level = hump_profile(kHumps, 0.1);
  const World zigzag = strip(peaked);
  const World less = strip(level);
  Table table{.name = "picture-5.4",
              .head = {"base", "zigzag (red)", "cut peaks (blue)", "cut / zigzag", "the shorter"},
              .cells = {}};
  for (const auto& [name, base] : kBases) {
    const double a = strip_cost(zigzag, base);
    const double b = strip_cost(less, base);
    table.add_row({name, fmt::format("{:.3f}", a), fmt::format("{:.3f}", b),
                   fmt::format("{:.3f}", b / a), b < a ? "cut peaks" : "zigzag"});
  }
  page.heading("Picture 5.4: over humps");
  page.text(
      "Two strips seen from the side. The blue one is the red one with its peaks cut off, so "
      "it should be the shorter. Growth of whole boxes thinks otherwise: every triangle of "
      "the red strip is as high as a hump, and going on from one to the next grows nothing.");
  page.picture("picture-5.4.png", draw_profiles(peaked, level, scale.panel * 3),
               "5.4: the zigzag strip (red) and the one with cut peaks (blue)");
  page.table(table);
}

}  // namespace

void reproduce_bases(ResultPage& page, const NaturalScale& scale) {
  contour_case(page, scale);
  zigzag_case(page, scale);
}

}  // namespace thalweg::tool
