// Pictures for render and plan.
#pragma once

#include <span>
#include <string>

#include "common/common.hpp"
#include "thalweg/draw/draw.hpp"

namespace thalweg::tool {

struct PictureOptions {
  std::uint32_t width = 1024;
  std::string colour_by = "auto";
  std::string edges = "auto";
  std::string what = "auto";
  std::string view;  // X0,Y0,X1,Y1 in world coordinates
};

// `colours`: what --colour takes.
void add_picture_options(Verb& verb, PictureOptions& options, std::vector<std::string> colours);

// Writes a .png or .svg by the extension of `path`; returns the number of bytes.
std::size_t write_picture(const World& world, const std::string& path,
                          const PictureOptions& options, std::span<const std::uint32_t> islands,
                          std::span<const Overlay> overlays);

}  // namespace thalweg::tool
