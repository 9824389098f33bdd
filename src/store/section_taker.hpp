// SectionTaker: hands out the sections of a file by name and remembers the first that did not fit.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/store/thal_file.hpp"

namespace thalweg {

class SectionTaker {
 public:
  // Requires: in order of name, as read_thal gives them.
  explicit SectionTaker(std::vector<ThalSection> sections)
      : sections_(std::move(sections)), is_taken_(sections_.size()) {}

  bool has(std::string_view name) const { return find_section(sections_, name) != nullptr; }

  // The items of the section of that name; none when it is missing or does not fit.
  template <class T>
  Array<T> take(std::string_view name) {
    const ThalSection* section = find_section(sections_, name);
    if (section == nullptr) return {};
    is_taken_[static_cast<std::size_t>(section - sections_.data())] = true;
    auto items = items_of<T>(*section);
    if (items) return std::move(items).value();
    if (fits_) fits_ = std::move(items).take_error();
    return {};
  }

  // The sections whose names begin with `prefix`, without it in their names; and the same, taken.
  std::vector<ThalSection> under(std::string_view prefix) const {
    std::vector<ThalSection> under;
    for (std::size_t i = first_from(prefix); has_at(i, prefix); ++i) {
      under.push_back(sections_[i]);
      under.back().name.erase(0, prefix.size());
    }
    return under;
  }
  std::vector<ThalSection> take_under(std::string_view prefix) {
    for (std::size_t i = first_from(prefix); has_at(i, prefix); ++i) is_taken_[i] = true;
    return under(prefix);
  }

  // The error of the first taken section that did not fit.
  Result<void> check() const { return fits_; }
  const std::vector<ThalSection>& sections() const { return sections_; }

  // The sections that were not taken.
  std::vector<ThalSection> rest() const {
    std::vector<ThalSection> rest;
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      if (!is_taken_[i]) rest.push_back(sections_[i]);
    }
    return rest;
  }

 private:
  std::size_t first_from(std::string_view prefix) const {
    const auto from = std::ranges::lower_bound(sections_, prefix, {}, &ThalSection::name);
    return static_cast<std::size_t>(from - sections_.begin());
  }
  bool has_at(std::size_t index, std::string_view prefix) const {
    return index < sections_.size() && sections_[index].name.starts_with(prefix);
  }

  std::vector<ThalSection> sections_;
  std::vector<bool> is_taken_;  // [section]
  Result<void> fits_;
};

}  // namespace thalweg
