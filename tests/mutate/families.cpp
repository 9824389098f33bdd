// Seeds of the fuzzers for each format, files that the tool made itself, and gzipped ones.
#include "families.hpp"

#include <zlib.h>

#include <algorithm>
#include <filesystem>

#include "run.hpp"

namespace thalweg::mutate {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) paths.push_back(entry.path());
  std::ranges::sort(paths);
  std::vector<std::string> files;
  for (const fs::path& path : paths) files.push_back(content_of(path.string()));
  return files;
}

std::string packed(const std::string& content) {
  const gzFile file = ::gzopen("packed.gz", "wb");
  ::gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
  ::gzclose(file);
  return content_of("packed.gz");
}

std::vector<std::string> with(std::vector<std::string> files, const std::string& more) {
  files.push_back(more);
  return files;
}

}  // namespace

std::vector<Family> families(const std::string& source) {
  const fs::path seeds = fs::path(source) / "tests/fuzz/seeds";
  const auto of = [&](const char* name) { return files_in(seeds / name); };
  const std::vector<std::vector<std::string>> heights = {
      {},
      {"--triangulate", "centre"},
      {"--triangulate", "adaptive"},
      {"--triangulate", "isolines"},
      {"--as-grid"},
      {"--spacing", "10", "--height-scale", "0.1"}};
  const std::vector<std::vector<std::string>> grids = {
      {}, {"--mesh", "triangles"}, {"--mesh", "none"}};
  const std::vector<std::vector<std::string>> geometry = {
      {}, {"--drop-vertical"}, {"--recast"}, {"--up", "z"}, {"--groups-as-areas"}};
  const std::string obj = content_of((seeds / "obj/square.obj").string());
  return {
      {"map", ".map", with(of("map"), content_of("rooms.map")), grids},
      {"ros", ".yaml", of("ros"), grids},
      {"mesh", ".mesh", of("polyanya"), {{}}},
      {"png", ".png", with(of("png"), content_of("valley.png")), heights},
      {"tiff", ".tif", of("tiff"), heights},
      {"hgt", ".hgt", of("hgt"), heights},
      {"raw", ".raw", of("hgt"), heights},
      {"asc", ".asc", of("asc"), heights},
      {"obj", ".obj", of("obj"), geometry},
      {"gltf", ".gltf", of("gltf"), geometry},
      {"gz", ".obj.gz", {packed(obj), packed(obj + obj)}, geometry},
      {"links", ".links", of("links"), {{}}},
      {"profile", ".toml", of("profile"), {{}}},
      {"scen", ".scen", with(of("scen"), content_of("rooms.scen")), {{}}},
      {"labels", ".labels", {content_of("rooms.labels")}, {{}}},
      {"config", ".conf.toml", {content_of("build.toml")}, {{}}},
  };
}

}  // namespace thalweg::mutate
