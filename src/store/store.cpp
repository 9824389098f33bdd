#include "thalweg/store/store.hpp"

#include "thalweg/core/file.hpp"
#include "world_sections.hpp"

namespace thalweg {

Result<Store> read_store(std::span<const std::byte> bytes, std::shared_ptr<const void> keeper) {
  auto read = read_thal(bytes, std::move(keeper));
  if (!read) return Error{read.error()};
  SectionTaker sections(std::move(read).value());
  auto world = take_world(sections);
  if (!world) return Error{world.error()};
  Store store;
  store.world = std::move(world).value();
  store.others = sections.rest();
  return store;
}

Result<Store> load_store(const std::filesystem::path& path) {
  const auto file = map_file(path);
  if (!file) return Error{file.error()};
  auto store = read_store(file->bytes, file->keeper);
  if (!store) return Error{"cannot load '" + path.string() + "': " + store.error()};
  return store;
}

Result<World> load_world(const std::filesystem::path& path) {
  auto store = load_store(path);
  if (!store) return Error{store.error()};
  return std::move(store).value().world;
}

Result<std::vector<ThalSection>> sections_of(const Store& store) {
  std::vector<ThalSection> sections = world_sections(store.world);
  sections.insert(sections.end(), store.others.begin(), store.others.end());
  return sections;
}

Status save_store(const Store& store, const std::filesystem::path& path) {
  auto sections = sections_of(store);
  if (!sections) return Error{"cannot save '" + path.string() + "': " + sections.error()};
  return save_thal(std::move(sections).value(), path);
}

Status save_world(const World& world, const std::filesystem::path& path) {
  Store store;
  store.world = world;
  return save_store(store, path);
}

std::vector<std::string> verify(const Store& store) {
  std::vector<std::string> broken;
  if (auto wrong = broken_law(store.world)) broken.push_back(*wrong);
  return broken;
}

}  // namespace thalweg
