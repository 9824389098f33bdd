// Axes: how a caller's coordinates relate to ours (right-handed, z up, metres).
#pragma once

#include "thalweg/geometry/vec.hpp"

namespace thalweg {

// The convention that the caller uses; points are given and returned in it. DEFAULT: z_up, ours.
enum class Axes {
  z_up,              // x east, y north, z up: right-handed (ROS, GIS, Blender)
  z_up_left_handed,  // x forward, y right, z up (Unreal)
  y_up,              // x right, y up, z towards the viewer: right-handed (OpenGL, glTF, Maya)
  y_up_left_handed,  // x right, y up, z forward (Unity, Direct3D)
};

// A caller's point in our axes.
inline Vec3 to_world(Axes axes, Vec3 p) {
  switch (axes) {
    case Axes::z_up: return p;
    case Axes::z_up_left_handed: return {p.x, -p.y, p.z};
    case Axes::y_up: return {p.x, -p.z, p.y};
    case Axes::y_up_left_handed: return {p.x, p.z, p.y};
  }
  return p;
}

// Our point in the caller's axes: the inverse of to_world.
inline Vec3 from_world(Axes axes, Vec3 p) {
  switch (axes) {
    case Axes::z_up: return p;
    case Axes::z_up_left_handed: return {p.x, -p.y, p.z};
    case Axes::y_up: return {p.x, p.z, -p.y};
    case Axes::y_up_left_handed: return {p.x, p.z, p.y};
  }
  return p;
}

}  // namespace thalweg
