// Fuzzes recast_world with small soups: each is refused or makes a lawful world. Each point takes
// three bytes, each triangle three; the first bytes choose the options.
#include <span>

#include "soup_laws.hpp"
#include "thalweg/import/recast.hpp"

namespace {

class Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  bool empty() const { return bytes_.empty(); }
  std::uint8_t next() {
    if (bytes_.empty()) return 0;
    const std::uint8_t byte = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return byte;
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

thalweg::RecastOptions options_of(Bytes& bytes) {
  thalweg::RecastOptions o;
  o.cell_size = 0.5 + bytes.next() % 8 * 0.25;
  o.cell_height = 0.25 + bytes.next() % 4;
  o.agent_height = bytes.next() % 32;
  o.agent_radius = bytes.next() % 8;
  o.max_climb = bytes.next() % 16;
  o.max_slope = bytes.next() % 90;
  o.region_min_size = bytes.next() % 8;
  o.region_merge_size = bytes.next() % 32;
  o.edge_max_length = bytes.next();
  o.edge_max_error = bytes.next() % 8 * 0.5;
  o.max_sides = 3 + bytes.next() % 4;
  const std::uint8_t flags = bytes.next();
  o.both_sides = (flags & 1) != 0;
  o.groups_as_areas = (flags & 2) != 0;
  constexpr int kTileSizes[] = {128, 16, 21, 0};
  o.tile_size = kTileSizes[flags >> 2 & 3];
  constexpr double kSpacings[] = {6, 2, 1, 0};
  o.detail_spacing = kSpacings[flags >> 4 & 3];
  o.detail_error = 0.5 * (flags >> 6);
  return o;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(std::span(data, size));
  const thalweg::RecastOptions options = options_of(bytes);
  thalweg::TriangleSoup soup;
  const std::uint32_t points = bytes.next() + 3u;
  for (std::uint32_t i = 0; i < points; ++i) {
    const double x = bytes.next() * 0.04;
    const double y = bytes.next() * 0.04;
    const double z = bytes.next() * 0.25;
    soup.vertices.push_back({x, y, z});
  }
  while (!bytes.empty() && soup.triangles.size() < 60) {
    const std::uint32_t a = bytes.next() % points;
    const std::uint32_t b = bytes.next() % points;
    const std::uint32_t c = bytes.next() % points;
    soup.triangles.push_back({a, b, c});
    soup.group.push_back((a + b + c) % 3);
  }
  soup.group_names = {"a", "b", "c"};
  thalweg::expect_lawful(thalweg::recast_world(soup, options));
  return 0;
}
