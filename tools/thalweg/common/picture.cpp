// The options of pictures as text and as DrawOptions; the ending of the file chooses PNG or SVG.
#include "common/picture.hpp"

#include <map>

#include "common/checks.hpp"
#include "common/output.hpp"

namespace thalweg::tool {
namespace {

DrawOptions draw_options(const World& world, const PictureOptions& options,
                         std::span<const std::uint32_t> islands) {
  static const std::map<std::string, ColourBy> kColours = {{"auto", ColourBy::automatic},
                                                           {"height", ColourBy::height},
                                                           {"area", ColourBy::area},
                                                           {"islands", ColourBy::islands},
                                                           {"flat", ColourBy::flat}};
  static const std::map<std::string, DrawEdges> kEdges = {
      {"auto", DrawEdges::automatic}, {"on", DrawEdges::on}, {"off", DrawEdges::off}};
  static const std::map<std::string, DrawWhat> kWhat = {
      {"auto", DrawWhat::automatic}, {"mesh", DrawWhat::mesh}, {"grid", DrawWhat::grid}};
  DrawOptions draw;
  draw.width = options.width;
  draw.colour_by = kColours.at(options.colour_by);
  draw.edges = kEdges.at(options.edges);
  draw.what = kWhat.at(options.what);
  draw.islands = islands;
  if (!options.view.empty()) {
    const auto n = parse_numbers(options.view, 4, "--view");
    draw.view.add(world.frame().to_local({n[0], n[1]}).xy());
    draw.view.add(world.frame().to_local({n[2], n[3]}).xy());
  }
  return draw;
}

}  // namespace

void add_picture_options(Verb& verb, PictureOptions& options, std::vector<std::string> colours) {
  verb.add_option("--width", options.width, "Pixels across (default 1024)")
      ->check(whole_number(16, 8192));
  verb.add_option("--colour", options.colour_by, "What colours stand for")
      ->check(one_of("colouring", std::move(colours)));
  verb.add_option("--edges", options.edges, "Borders of faces: auto, on or off")
      ->check(one_of("choice", {"auto", "on", "off"}));
  verb.add_option("--what", options.what, "auto, mesh or grid")
      ->check(one_of("choice", {"auto", "mesh", "grid"}));
  verb.add_option("--view", options.view, "X0,Y0,X1,Y1: show only this part");
  add_force(verb);
}

std::size_t write_picture(const World& world, const std::string& path,
                          const PictureOptions& options, std::span<const std::uint32_t> islands,
                          std::span<const Overlay> overlays) {
  const DrawOptions draw = draw_options(world, options, islands);
  if (picture_kind(path) == FileKind::svg) {
    const std::string content = need(draw_svg(world, draw, overlays));
    write_output(path, FileKind::svg, content);
    return content.size();
  }
  return write_drawing(path, need(draw_image(world, draw, overlays)));
}

}  // namespace thalweg::tool
