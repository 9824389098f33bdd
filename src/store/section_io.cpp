// SectionIo: a description (recipe, metric, fingerprint, then a kind's own numbers) and arrays by
// name, both ways.
#include <algorithm>
#include <cstring>

#include "core/try.hpp"
#include "store/bytes.hpp"
#include "thalweg/store/store.hpp"
#include "thalweg/store/structure_kind.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kMostRecipe = 512;
constexpr std::string_view kDescription = "about";

}  // namespace

bool is_recipe(std::string_view text) {
  return !text.empty() && text.size() <= kMostRecipe &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

SectionIo::SectionIo(std::span<const ThalSection> sections)
    : sections_(sections.begin(), sections.end()), is_taken_(sections_.size()) {
  read_header();
}

void SectionIo::read_header() {
  const ThalSection* description = find(kDescription);
  const std::span<const std::byte> bytes =
      description == nullptr ? std::span<const std::byte>{} : description->bytes.span();
  ByteReader in(bytes);
  header.recipe = in.text();
  header.metric = in.text();
  header.ground = in.number<std::uint64_t>();
  is_cut_off_ = !in.is_good();
  left_ = is_cut_off_ ? std::span<const std::byte>{} : bytes.last(in.left());
}

void SectionIo::transfer(void* value, std::size_t size) {
  if (!is_reading_) {
    const auto bytes = std::span(static_cast<const std::byte*>(value), size);
    numbers_.insert(numbers_.end(), bytes.begin(), bytes.end());
    return;
  }
  if (size > left_.size()) {
    is_cut_off_ = true;
    left_ = {};
    return;
  }
  std::memcpy(value, left_.data(), size);
  left_ = left_.subspan(size);
}

const ThalSection* SectionIo::find(std::string_view name) {
  const ThalSection* section = find_section(sections_, name);
  if (section != nullptr) is_taken_[static_cast<std::size_t>(section - sections_.data())] = true;
  return section;
}

void SectionIo::tree(PartitionArrays& arrays) {
  array("home", arrays.home);
  array("parent", arrays.parent);
  array("height", arrays.height);
}

void SectionIo::others(std::vector<ThalSection>& sections) {
  if (!is_reading_) {
    for (const ThalSection& section : sections) add(section);
    return;
  }
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    if (!is_taken_[i]) sections.push_back(sections_[i]);
    is_taken_[i] = true;
  }
}

void SectionIo::fail(std::string why) {
  if (why_.empty()) why_ = std::move(why);
}

Result<void> SectionIo::check_header() const {
  if (is_cut_off_) return Error{"its description is too short or too long"};
  if (!is_recipe(header.recipe)) return Error{"its recipe is no text of a planner"};
  if (!is_stored_name(header.metric)) return Error{"its metric has no proper name"};
  return {};
}

Result<void> SectionIo::check() const {
  if (has_more()) return Error{"its description is too short or too long"};
  TRY_DO(check_header());
  if (!why_.empty()) return Error{why_};
  return {};
}

std::vector<ThalSection> SectionIo::take() && {
  ByteWriter out;
  out.text(header.recipe).text(header.metric).number(header.ground);
  std::vector<std::byte> description = std::move(out).take();
  description.insert(description.end(), numbers_.begin(), numbers_.end());
  add(section_of(std::string(kDescription), Array<std::byte>(std::move(description))));
  std::erase_if(sections_, [](const ThalSection& section) { return section.bytes.empty(); });
  std::ranges::sort(sections_, {}, &ThalSection::name);
  return std::move(sections_);
}

}  // namespace thalweg
