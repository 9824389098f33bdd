// glTF 2.0, as text (.gltf) or binary (.glb): the triangles of its default scene. No images, skins,
// morphing or animation.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "thalweg/core/result.hpp"
#include "thalweg/geometry/axes.hpp"
#include "thalweg/import/soup.hpp"

namespace thalweg {

// Loads the bytes of a buffer outside the file, given its relative name. The reader refuses names
// that lead out of the folder before it calls this.
using BufferLoader = std::function<Result<std::string>(const std::string& name)>;

// Loads buffers from the folder that contains `gltf`.
BufferLoader buffers_beside(const std::filesystem::path& gltf);

struct GltfOptions {
  Axes axes = Axes::y_up;                    // what the format prescribes
  BufferLoader load;                         // DEFAULT: buffers outside the file are refused
  std::uint64_t max_triangles = 20'000'000;  // each instance counts
};

// All triangles, strips and fans of the default scene (of all nodes, where there is no scene), with
// the nodes' transforms. Groups are named by node, or else by mesh. Refused with a sentence: what
// the format forbids, sparse accessors, and required extensions that change the geometry.
Result<TriangleSoup> read_gltf(std::string_view bytes, const GltfOptions& options = {});

}  // namespace thalweg
