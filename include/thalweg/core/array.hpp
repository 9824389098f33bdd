// Array: an immutable array that either owns its items or refers to a mapped file.
//
// Copies share the items by reference counting, so values made of arrays are cheap to copy and safe
// to share between threads. Fill a std::vector first, then move it into an Array.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "thalweg/core/ids.hpp"

namespace thalweg {

template <class T>
class Array {
  static_assert(std::is_trivially_copyable_v<T>, "stored data holds offsets and numbers only");

 public:
  Array() = default;
  Array(const Array&) = default;
  Array& operator=(const Array&) = default;
  // An array that was moved from is empty.
  Array(Array&& other) noexcept
      : items_(std::exchange(other.items_, {})),
        owned_(std::exchange(other.owned_, nullptr)),
        owner_(std::move(other.owner_)) {}
  Array& operator=(Array&& other) noexcept {
    Array taken(std::move(other));
    std::swap(items_, taken.items_);
    std::swap(owned_, taken.owned_);
    std::swap(owner_, taken.owner_);
    return *this;
  }
  ~Array() = default;

  // Takes over `items`.
  Array(std::vector<T> items) {  // NOLINT(google-explicit-constructor): handing over reads better
    auto owned = std::make_shared<std::vector<T>>(std::move(items));
    items_ = *owned;
    owned_ = owned.get();
    owner_ = std::move(owned);
  }

  // Looks at `items`, which live as long as `owner` does.
  static Array mapped(std::span<const T> items, std::shared_ptr<const void> owner) {
    Array array;
    array.items_ = items;
    array.owner_ = std::move(owner);
    return array;
  }

  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  std::size_t bytes() const { return items_.size_bytes(); }
  const T* data() const { return items_.data(); }
  const T& operator[](std::size_t index) const { return items_[index]; }
  const T& back() const { return items_.back(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }
  std::span<const T> span() const { return items_; }
  std::vector<T> to_vector() const { return {items_.begin(), items_.end()}; }

  // The items as a vector: moved out if nobody shares them, otherwise copied. Leaves the array
  // empty.
  std::vector<T> release() && {
    const Array last = std::exchange(*this, Array());
    const bool is_alone = last.owned_ != nullptr && last.owner_.use_count() == 1;
    return is_alone ? std::move(*last.owned_) : last.to_vector();
  }

 private:
  std::span<const T> items_;
  std::vector<T>* owned_ = nullptr;  // what the owner holds; null: mapped
  std::shared_ptr<const void> owner_;
};

// An Array indexed by one kind of id only.
template <class IdType, class T>
class IdArray : public Array<T> {
 public:
  IdArray() = default;
  IdArray(std::vector<T> items) : Array<T>(std::move(items)) {}  // NOLINT
  IdArray(Array<T> items) : Array<T>(std::move(items)) {}        // NOLINT

  const T& operator[](IdType id) const { return Array<T>::operator[](id.value); }
  IdRange<IdType> ids() const { return IdRange<IdType>(this->size()); }
};

}  // namespace thalweg
