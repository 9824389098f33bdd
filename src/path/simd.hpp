// Four floats at a time: the norms of speed_model_norm.hpp for four displacements. Rounded to
// float, so for choosing between candidates and not for prices. Plain IEEE operations: the same
// bits everywhere.
#pragma once

#include <cmath>
#include <cstdint>

#include "price/speed_model_norm.hpp"

namespace thalweg::simd {

inline constexpr std::size_t kCount = 4;
using Floats [[gnu::vector_size(16)]] = float;
using Ints [[gnu::vector_size(16)]] = std::int32_t;

struct Points {
  Floats x;
  Floats y;
  Floats z;

  Points operator-(const Points& o) const { return {x - o.x, y - o.y, z - o.z}; }
};

[[gnu::always_inline]] inline Floats all(float value) { return Floats{value, value, value, value}; }
[[gnu::always_inline]] inline Ints all(std::int32_t value) {
  return Ints{value, value, value, value};
}
[[gnu::always_inline]] inline Points all(Vec3f p) { return {all(p.x), all(p.y), all(p.z)}; }
[[gnu::always_inline]] inline Floats abs(Floats a) { return a < 0 ? -a : a; }
[[gnu::always_inline]] inline Floats sqrt(Floats a) {
#if defined(__SSE__) && __has_builtin(__builtin_ia32_sqrtps)
  return __builtin_ia32_sqrtps(a);  // the same, in one instruction
#else
  return Floats{std::sqrt(a[0]), std::sqrt(a[1]), std::sqrt(a[2]), std::sqrt(a[3])};
#endif
}

// e to the power x, for 0 <= x <= 1.2; 1e-6.
[[gnu::always_inline]] inline Floats exp_near_zero(Floats x) {
  const Floats y = x * 0.125f;
  const Floats yy = y * y;
  Floats e = (1 + y) + yy * ((0.5f + y * (1.0f / 6)) + yy * (1.0f / 24 + y * (1.0f / 120)));
  e *= e;
  e *= e;
  return e * e;
}

// The norms of a profile, one type for each formula.
struct Tobler {
  explicit Tobler(const Profile& /*profile*/) {}
  [[gnu::always_inline]] Floats operator()(const Points& d) const {
    const Floats flat = d.x * d.x + d.y * d.y;
    const Floats run = sqrt(flat);
    const Floats steep = d.z > 0 ? d.z * static_cast<float>(speed_model::kToblerUp)
                                 : d.z * static_cast<float>(-speed_model::kToblerDown);
    const Floats slope = abs(d.z / run + static_cast<float>(speed_model::kGentle));
    const Floats gentle = sqrt(flat + d.z * d.z) *
                          static_cast<float>(speed_model::kSecondsPerMetre) *
                          exp_near_zero(slope * static_cast<float>(speed_model::kFalloff));
    return abs(d.z) >= run * static_cast<float>(speed_model::kToblerSlope) ? steep : gentle;
  }
};

struct Langmuir {
  explicit Langmuir(const Profile& /*profile*/) {}
  [[gnu::always_inline]] Floats operator()(const Points& d) const {
    const Floats run = sqrt(d.x * d.x + d.y * d.y);
    const Floats flat = run * static_cast<float>(speed_model::kLangmuirRun);
    const Floats up = flat + d.z * static_cast<float>(speed_model::kLangmuirUp);
    const Floats gentle = flat + d.z * static_cast<float>(speed_model::kLangmuirGentle);
    const Floats steep = d.z * static_cast<float>(-speed_model::kLangmuirDown);
    const Floats down =
        -d.z >= run * static_cast<float>(speed_model::kLangmuirSlope) ? steep : gentle;
    return d.z >= 0 ? up : down;
  }
};

class Axes {
 public:
  explicit Axes(const Profile& profile)
      : high_(all(
            Vec3f{to_one(profile.axes.east), to_one(profile.axes.north), to_one(profile.axes.up)})),
        low_(all(Vec3f{to_one(profile.axes.west), to_one(profile.axes.south),
                       to_one(profile.axes.down)})) {}
  [[gnu::always_inline]] Floats operator()(const Points& d) const {
    const Floats x = d.x * (d.x > 0 ? high_.x : low_.x);
    const Floats y = d.y * (d.y > 0 ? high_.y : low_.y);
    const Floats z = d.z * (d.z > 0 ? high_.z : low_.z);
    return sqrt(x * x + y * y + z * z);
  }

 private:
  static float to_one(double multiplier) { return static_cast<float>(multiplier); }

  Points high_;
  Points low_;
};

// call(norm) with the norm of the profile.
template <class Call>
auto with_norm(const Profile& profile, const Call& call) {
  switch (profile.speed_model) {
    case SpeedModel::tobler: return call(Tobler(profile));
    case SpeedModel::langmuir: return call(Langmuir(profile));
    case SpeedModel::steady: break;
  }
  return call(Axes(profile));
}

}  // namespace thalweg::simd
