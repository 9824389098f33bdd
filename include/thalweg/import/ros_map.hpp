// Occupancy maps in the format of ROS map_server: a YAML file that describes a PGM (or PNG) image.
#pragma once

#include <string>
#include <string_view>

#include "thalweg/core/result.hpp"
#include "thalweg/image/image.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

struct RosMapHeader {
  std::string image;              // the image's file, relative to the YAML file
  double resolution = 0;          // metres a pixel
  Vec3 origin;                    // the lower left corner of the lower left pixel; z: yaw, radians
  bool negate = false;            // white is occupied
  double occupied_thresh = 0.65;  // occupied above this
  double free_thresh = 0.196;     // free below this; in between: unknown
};

// The header in a map's YAML file: "key: value" lines, comments, and lists as [a, b, c] or as lines
// of "- a". image, resolution and origin are required.
Result<RosMapHeader> read_ros_yaml(std::string_view text);

// The image of a PGM file: plain (P2) or raw (P5), up to 16 bits. Samples are scaled so that the
// file's greatest value becomes 255, or 65535 where it is over 255.
Result<Image> read_pgm(std::string_view bytes);

struct RosOptions {
  bool unknown_is_free = false;  // DEFAULT: unknown ground is blocked
};

// The grid of an occupancy map, one square per pixel, y up. The top row of the image is the last of
// the grid. Refused with a sentence: a rotated map (yaw), images with colour.
Result<WorldParts> ros_world(const RosMapHeader& header, const Image& image,
                             const RosOptions& options = {});

}  // namespace thalweg
