// Coordinates on Earth: known points in UTM, conversion in both directions
// within a millimetre, EPSG codes.
#include "thalweg/geometry/earth.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "scope.hpp"
#include "thalweg/core/random.hpp"

namespace thalweg {
namespace {

constexpr double kDegree = 6378137 * 3.141592653589793 / 180;  // metres on the equator

TEST(Earth, utm_of_points_whose_coordinates_are_known) {
  const Earth north = earth_of_epsg(32631);  // zone 31, central meridian 3 east
  const auto meridian = world_of(north, {45, 3}).value();
  // The meridian arc from the equator to 45 degrees is 4,984,944.378 m on WGS 84.
  EXPECT_NEAR(meridian.x, 500'000, 1e-6);
  EXPECT_NEAR(meridian.y, 0.9996 * 4'984'944.378, 1e-3);
  // Three degrees east on the equator: the border of the zone.
  EXPECT_NEAR(world_of(north, {0, 6}).value().x, 833'978.557, 1e-3);
  const Earth south = earth_of_epsg(32731);
  EXPECT_NEAR(world_of(south, {-45, 3}).value().y, 10'000'000 - meridian.y, 1e-3);
}

TEST(Earth, there_and_back_is_within_a_millimetre) {
  Random random(seed_of(7));
  for (std::uint32_t zone = 1; zone <= 60; ++zone) {
    for (const std::uint32_t first : {32600u, 32700u}) {
      const Earth earth = earth_of_epsg(first + zone);
      const double middle = 6.0 * zone - 183;
      const LatLon lat_lon{random.between(-84, 84), middle + random.between(-4, 4)};
      const LatLon back = lat_lon_of(earth, world_of(earth, lat_lon).value()).value();
      EXPECT_NEAR(back.latitude * kDegree, lat_lon.latitude * kDegree, 1e-3);
      EXPECT_NEAR(std::remainder(back.longitude - lat_lon.longitude, 360) * kDegree, 0, 1e-3);
    }
  }
  const Earth degrees{
      .grid = EarthGrid::degrees, .metres_per_longitude = 77'000, .metres_per_latitude = 111'320};
  const LatLon back = lat_lon_of(degrees, world_of(degrees, {46.55, 7.98}).value()).value();
  EXPECT_NEAR(back.latitude, 46.55, 1e-12);
  EXPECT_NEAR(back.longitude, 7.98, 1e-12);
}

TEST(Earth, codes_name_their_zones) {
  EXPECT_EQ(earth_of_epsg(25832).zone, 32u);
  EXPECT_EQ(earth_of_epsg(26910).zone, 10u);
  EXPECT_EQ(earth_of_epsg(32760).is_south, 1u);
  EXPECT_EQ(to_string(earth_of_epsg(32632)), "UTM zone 32 north (EPSG 32632)");
  EXPECT_EQ(earth_of_epsg(2056).grid, EarthGrid::other);
  EXPECT_EQ(to_string(earth_of_epsg(2056)), "another projection (EPSG 2056)");
}

TEST(Earth, what_cannot_be_computed_is_refused) {
  EXPECT_FALSE(lat_lon_of({}, {0, 0}).ok());
  EXPECT_FALSE(world_of(earth_of_epsg(2056), {46, 7}).ok());
  const Earth utm = earth_of_epsg(32632);
  EXPECT_FALSE(world_of(utm, {91, 9}).ok());
  EXPECT_FALSE(world_of(utm, {46, 120}).ok());
  EXPECT_FALSE(world_of(utm, {std::nan(""), 9}).ok());
  EXPECT_FALSE(lat_lon_of(utm, {1e12, 0}).ok());
  EXPECT_EQ(lat_lon_of(utm, {3e7, 0}).error(), "the point is too far from UTM zone 32");
  EXPECT_TRUE(lat_lon_of(utm, world_of(utm, {0, 49}).value()).ok());
}

TEST(Earth, laws) {
  EXPECT_EQ(broken_law(Earth{}), std::nullopt);
  EXPECT_EQ(broken_law(earth_of_epsg(32632)), std::nullopt);
  EXPECT_NE(broken_law(Earth{.grid = EarthGrid::utm, .zone = 61}), std::nullopt);
  EXPECT_NE(broken_law(Earth{.grid = EarthGrid::degrees}), std::nullopt);
  EXPECT_NE(broken_law(Earth{.grid = static_cast<EarthGrid>(9)}), std::nullopt);
}

}  // namespace
}  // namespace thalweg
