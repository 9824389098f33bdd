// Painters and pictures: areas are right, seams do not show, y down flips.
#include "thalweg/draw/draw.hpp"

#include <gtest/gtest.h>

#include <array>

#include "scope.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/world/mesh_builder.hpp"
#include "unit/draw/pixel.hpp"

namespace thalweg {
namespace {

constexpr Colour kRed{255, 0, 0};

View square_view(std::uint32_t side) {
  return {.box = {{0, 0}, {10, 10}}, .scale = side / 10.0, .width = side, .height = side};
}

// The sum of red over white, in pixels.
double reddened(const Image& image) {
  double sum = 0;
  for (std::size_t i = 1; i < image.samples.size(); i += 3) sum += 1 - image.samples[i] / 255.0;
  return sum;
}

TEST(RasterPainter, a_triangle_covers_its_area) {
  Random random(seed_of(3));
  for (int i = 0; i < 50; ++i) {
    RasterPainter painter(square_view(100), kWhite);
    std::array<Vec2, 3> t;
    for (Vec2& p : t) p = {random.between(0, 10), random.between(0, 10)};
    painter.polygon(t, kRed);
    const double area = std::abs(cross(t[1] - t[0], t[2] - t[0])) * 0.5 * 100;
    EXPECT_NEAR(reddened(painter.image()), area, 2 + 0.03 * area);
  }
}

TEST(RasterPainter, a_disc_and_a_line_cover_their_areas) {
  RasterPainter disc(square_view(100), kWhite);
  disc.disc({5, 5}, 20, kRed);
  EXPECT_NEAR(reddened(disc.image()), 3.14159 * 400, 15);
  RasterPainter line(square_view(100), kWhite);
  line.polyline(std::array{Vec2{2, 2}, Vec2{8, 7}}, {kRed, 3});
  EXPECT_NEAR(reddened(line.image()), length(Vec2{60, 50}) * 3 + 3.14159 * 2.25, 8);
}

TEST(RasterPainter, neighbours_leave_no_seam_and_do_not_overlap) {
  RasterPainter painter(square_view(64), kWhite);
  const Vec2 middle{4.567, 5.4321};
  const std::array<Vec2, 4> corners = {Vec2{0, 0}, Vec2{10, 0}, Vec2{10, 10}, Vec2{0, 10}};
  for (std::size_t i = 0; i < 4; ++i) {  // half transparent: a sample painted twice would show
    painter.polygon(std::array{corners[i], corners[(i + 1) % 4], middle}, {255, 0, 0, 128});
  }
  const Image image = painter.image();
  for (std::uint32_t y = 0; y < 64; ++y) {
    for (std::uint32_t x = 0; x < 64; ++x) EXPECT_EQ(pixel(image, x, y), pixel(image, 0, 0));
  }
}

TEST(RasterPainter, far_away_things_are_cut_off) {
  RasterPainter painter(square_view(16), kWhite);
  painter.polygon(std::array{Vec2{-1e9, -1e9}, Vec2{1e9, -1e9}, Vec2{0, 1e9}}, kRed);
  EXPECT_EQ(reddened(painter.image()), 256);
  painter.polyline(std::array{Vec2{-1e9, 5}, Vec2{1e9, 5.5}}, {kWhite, 2});
  painter.disc({1e9, 1e9}, 5, kWhite);
  EXPECT_LT(reddened(painter.image()), 256);
}

// Checks that angle brackets and quotes pair up, and that only numbers, names and colours are
// inside.
void expect_well_formed(const std::string& svg) {
  ASSERT_TRUE(svg.starts_with("<svg "));
  ASSERT_TRUE(svg.ends_with("</svg>\n"));
  int depth = 0;
  std::size_t elements = 0;
  for (std::size_t at = 0; (at = svg.find('<', at)) != std::string::npos; ++at, ++elements) {
    const std::size_t end = svg.find('>', at);
    ASSERT_NE(end, std::string::npos);
    const std::string tag = svg.substr(at, end - at + 1);
    EXPECT_EQ(std::count(tag.begin(), tag.end(), '"') % 2, 0) << tag;
    EXPECT_EQ(tag.find('<', 1), std::string::npos) << tag;
    EXPECT_EQ(tag.find("nan"), std::string::npos) << tag;
    depth += tag.starts_with("</") ? -1 : (tag.ends_with("/>") ? 0 : 1);
    EXPECT_GE(depth, 0);
  }
  EXPECT_EQ(depth, 0);
  EXPECT_GT(elements, 2u);
}

// Two rows: water above (row 0), ground below.
World pond(YAxis y_axis) {
  WorldParts parts;
  parts.y_axis = y_axis;
  parts.grid = Grid::from({.width = 2,
                           .height = 2,
                           .spacing = 1,
                           .shape = GridShape::square,
                           .area = std::vector<AreaId>{kWater, kWater, kGround, kGround},
                           .ground = {}})
                   .value();
  return make_world(std::move(parts)).value();
}

World hill() {
  MeshSoup soup;
  soup.vertices = {{0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {0, 10, 0}, {5, 5, 4}};
  for (std::uint32_t i = 0; i < 4; ++i) {
    for (const std::uint32_t v : {i, (i + 1) % 4, 4u}) soup.corners.push_back(VertexId(v));
  }
  WorldParts parts;
  parts.mesh = build_mesh(std::move(soup)).value().mesh;
  return make_world(std::move(parts)).value();
}

TEST(Draw, y_down_puts_row_0_at_the_top) {
  const DrawOptions options{.width = 64, .margin = 0, .edges = DrawEdges::off};
  const Image down = draw_image(pond(YAxis::down), options).value();
  EXPECT_EQ(pixel(down, 32, 5), area_colour(kWater));
  EXPECT_EQ(pixel(down, 32, 60), area_colour(kGround));
  const Image up = draw_image(pond(YAxis::up), options).value();
  EXPECT_EQ(pixel(up, 32, 5), area_colour(kGround));
  EXPECT_EQ(pixel(up, 32, 60), area_colour(kWater));
}

TEST(Draw, the_light_comes_from_the_north_west) {
  const Image image =
      draw_image(hill(), {.width = 64, .margin = 0, .edges = DrawEdges::off}).value();
  const auto light = [&](std::uint32_t x, std::uint32_t y) {
    const Colour c = pixel(image, x, y);
    return c.red + c.green + c.blue;
  };
  EXPECT_GT(light(32, 10), light(32, 54));  // north over south
  EXPECT_GT(light(10, 32), light(54, 32));  // west over east
}

TEST(Draw, a_crop_shows_only_its_box) {
  const DrawOptions options{
      .width = 64, .margin = 0, .edges = DrawEdges::off, .view = {{0, 0}, {1, 1}}};
  const Image image = draw_image(pond(YAxis::down), options).value();
  EXPECT_EQ(image.height, 64u);
  for (const std::uint32_t at : {0u, 31u, 63u}) {
    EXPECT_EQ(pixel(image, at, at), area_colour(kWater));
  }
}

TEST(Draw, a_path_and_points_are_drawn_on_top) {
  const Overlay path{.points = {{1, 5, 0}, {9, 5, 0}}};
  const Overlay points{.kind = OverlayKind::points, .points = {{5, 9, 0}}, .colour = kPointColour};
  const std::array overlays = {path, points};
  const DrawOptions options{.width = 200, .margin = 0};
  const Image image = draw_image(hill(), options, overlays).value();
  EXPECT_EQ(pixel(image, 100, 100), kPathColour);
  EXPECT_EQ(pixel(image, 20, 100), kStartColour);
  EXPECT_EQ(pixel(image, 100, 20), kPointColour);
  const std::string svg = draw_svg(hill(), options, overlays).value();
  expect_well_formed(svg);
  EXPECT_NE(svg.find("M20 100L180 100"), std::string::npos);
}

TEST(Draw, a_line_joins_all_its_points_and_lines_join_them_two_by_two) {
  const std::vector<Vec3> points = {{1, 1, 0}, {1, 9, 0}, {9, 9, 0}, {9, 1, 0}, {5, 1, 0}};
  const DrawOptions options{.width = 200, .margin = 0};
  const Overlay line{.kind = OverlayKind::line, .points = points, .colour = kPointColour};
  const Image joined = draw_image(hill(), options, std::span(&line, 1)).value();
  const Overlay lines{.kind = OverlayKind::lines, .points = points, .colour = kPointColour};
  const Image apart = draw_image(hill(), options, std::span(&lines, 1)).value();
  EXPECT_EQ(pixel(joined, 20, 100), kPointColour);
  EXPECT_EQ(pixel(apart, 20, 100), kPointColour);
  EXPECT_EQ(pixel(joined, 100, 20), kPointColour);
  EXPECT_NE(pixel(apart, 100, 20), kPointColour) << "between two pairs";
  EXPECT_EQ(pixel(joined, 140, 180), kPointColour);
  EXPECT_NE(pixel(apart, 140, 180), kPointColour) << "the fifth point has no partner";
  EXPECT_NE(pixel(joined, 20, 180), kStartColour) << "no marks at the ends";
  const std::string svg = draw_svg(hill(), options, std::span(&lines, 1)).value();
  expect_well_formed(svg);
  EXPECT_NE(svg.find("M20 180L20 20"), std::string::npos);
  EXPECT_NE(svg.find("M180 20L180 180"), std::string::npos);
}

TEST(Draw, islands_are_coloured_by_their_ids) {
  const std::array<std::uint32_t, 4> islands = {7, 7, 8, 8};
  const DrawOptions options{.width = 64, .margin = 0, .islands = islands, .edges = DrawEdges::off};
  const Image image = draw_image(pond(YAxis::down), options).value();
  EXPECT_EQ(pixel(image, 5, 5), island_colour(7));
  EXPECT_EQ(pixel(image, 5, 60), island_colour(8));
  EXPECT_EQ(draw_image(hill(), {.islands = std::span(islands).first(3)}).error(),
            "the islands are not one per face");
}

TEST(Draw, svg_of_meshes_grids_and_links_is_well_formed) {
  expect_well_formed(draw_svg(hill()).value());
  expect_well_formed(draw_svg(pond(YAxis::down)).value());
  Link there;
  there.from = {1, 1, 0};
  there.to = {9, 9, 0};
  Link back = there;
  back.is_two_way = 1;
  const World linked = with_links(hill(), {there, back}).value();
  expect_well_formed(draw_svg(linked).value());
  EXPECT_TRUE(draw_image(linked));
}

World plain_grid(std::uint32_t width, std::uint32_t height, GridShape shape) {
  WorldParts parts;
  parts.grid = Grid::from({.width = width,
                           .height = height,
                           .spacing = 1,
                           .shape = shape,
                           .area = std::vector<AreaId>(std::size_t{width} * height, kGround),
                           .ground = {}})
                   .value();
  return make_world(std::move(parts)).value();
}

TEST(Draw, hexagons_fill_their_rows) {
  const World world = plain_grid(5, 4, GridShape::hex);
  const Image image = draw_image(world, {.width = 110, .margin = 0}).value();
  EXPECT_EQ(pixel(image, 50, 35), area_colour(kGround));
}

TEST(Draw, refuses_in_a_sentence) {
  EXPECT_EQ(draw_image({}).error(), "there is nothing to draw: the world is empty");
  EXPECT_EQ(draw_image(hill(), {.what = DrawWhat::grid}).error(),
            "there is nothing to draw: the world has no grid");
  EXPECT_EQ(draw_image(hill(), {.width = 9000}).error(),
            "a picture must be 16 to 8192 pixels wide");
  EXPECT_EQ(draw_image(hill(), {.view = {{1, 1}, {1, 1}}}).error(),
            "there is nothing to draw: the view has no size");
  const Overlay lost{.points = {{std::nan(""), 0, 0}}};
  EXPECT_EQ(draw_image(hill(), {}, std::span(&lost, 1)).error(),
            "a point to draw is not within 1,000,000,000 of the origin");
  EXPECT_EQ(draw_svg(plain_grid(500, 500, GridShape::square)).error(),
            "an SVG picture of 250000 squares would be too large (at most 200000): write a PNG "
            "instead");
}

}  // namespace
}  // namespace thalweg
