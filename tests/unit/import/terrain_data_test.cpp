// The elevation tiles of the benchmark data.
#include <gtest/gtest.h>

#include <cstring>

#include "data.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/import/heights.hpp"
#include "thalweg/import/terrain.hpp"

namespace thalweg {
namespace {

class TerrainData : public testing::Test {
 protected:
  void SetUp() override { THALWEG_NEEDS_DATA(); }

  HeightField read(const std::string& name) const {
    return read_heights(read_file(data_folder() / "terrain" / name).value(), name).value();
  }
};

TEST_F(TerrainData, hgt_and_tiff_of_a_tile_agree) {
  for (const std::string name : {"N46E008", "N49W123", "S33W071"}) {
    const HeightField hgt = read("srtm3/" + name + ".hgt");
    const HeightField tiff = read("srtm3/" + name + ".tif");
    ASSERT_EQ(hgt.width, 1201u);
    ASSERT_EQ(hgt.z.size(), tiff.z.size());
    EXPECT_EQ(std::memcmp(hgt.z.data(), tiff.z.data(), hgt.z.size() * sizeof(float)), 0);
    EXPECT_NEAR(hgt.spacing_x, tiff.spacing_x, 1e-9);
    EXPECT_NEAR(hgt.spacing_y, tiff.spacing_y, 1e-9);
    EXPECT_NEAR(hgt.origin.x, tiff.origin.x, 1e-6);
    EXPECT_NEAR(hgt.origin.y, tiff.origin.y, 1e-6);
  }
}

struct Extremes {
  float low = 1e9f;
  float high = -1e9f;
  std::size_t voids = 0;
};

Extremes extremes(const HeightField& field) {
  Extremes out;
  for (const float z : field.z) {
    out.voids += z != z;
    if (z < out.low) out.low = z;
    if (z > out.high) out.high = z;
  }
  return out;
}

TEST_F(TerrainData, heights_are_those_that_the_sources_state) {
  const Extremes alps = extremes(read("srtm3/N46E008.hgt"));
  EXPECT_EQ(alps.voids, 103743u);
  EXPECT_EQ(alps.low, 187);
  EXPECT_EQ(alps.high, 4173);
  const HeightField river = read("topotoolbox/greenriver.tif");
  EXPECT_EQ(river.width, 2000u);
  EXPECT_EQ(river.height, 1000u);
  EXPECT_EQ(river.spacing_x, 1);
  EXPECT_NEAR(extremes(river).low, 1297.29, 0.01);
  EXPECT_NEAR(extremes(river).high, 1347.03, 0.01);
  EXPECT_EQ(extremes(river).voids, 0u);
  const HeightField hills = read("topotoolbox/bigtujunga.tif");
  EXPECT_EQ(hills.width, 1197u);
  EXPECT_EQ(hills.height, 643u);
  EXPECT_EQ(hills.spacing_x, 30);
  EXPECT_EQ(extremes(hills).low, 315);
  EXPECT_EQ(extremes(hills).high, 2295);
}

TEST_F(TerrainData, a_whole_tile_takes_at_most_48_bytes_a_triangle) {
  const auto parts = triangulate_heights(read("srtm3/S33W071.hgt"), {}).value();
  EXPECT_EQ(parts.mesh.face_count(), 2880000u);
  EXPECT_LE(parts.mesh.bytes(), 48u * parts.mesh.face_count());
  EXPECT_EQ(broken_law(parts.mesh), std::nullopt);
}

TEST_F(TerrainData, adaptive_keeps_its_bound_on_a_tile_with_voids) {
  const HeightField field = read("srtm3/N46E008.hgt");
  const TerrainOptions options{.method = TerrainMethod::adaptive, .error = 50};
  const auto parts = triangulate_heights(field, options).value();
  EXPECT_EQ(broken_law(parts.mesh), std::nullopt);
  const TerrainError measured = measure_terrain(field, parts.mesh, options).value();
  EXPECT_LE(measured.worst, 50);
  EXPECT_EQ(measured.missed, 0u);
}

}  // namespace
}  // namespace thalweg
