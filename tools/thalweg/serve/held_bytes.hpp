// HeldBytes: how many bytes of bodies and replies the server holds, over all connections together.
// Bodies count from their first byte until they are answered, replies until they are sent.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace thalweg::tool::serve {

class HeldBytes {
 public:
  explicit HeldBytes(std::uint64_t most) : most_(most) {}

  std::uint64_t most() const { return most_; }
  std::uint64_t held() const { return held_; }
  // False, and nothing is taken, where more than `most` would then be held. From any thread.
  bool take(std::uint64_t bytes, std::uint64_t most) {
    std::uint64_t held = held_;
    do {
      if (bytes > most || held > most - bytes) return false;
    } while (!held_.compare_exchange_weak(held, held + bytes));
    return true;
  }
  void give_back(std::uint64_t bytes) { held_ -= bytes; }

 private:
  std::uint64_t most_;
  std::atomic<std::uint64_t> held_{0};
};

// Bytes that one body or reply has taken; given back with this value.
class Charge {
 public:
  Charge() = default;
  explicit Charge(std::shared_ptr<HeldBytes> from) : from_(std::move(from)) {}
  Charge(Charge&& other) noexcept
      : from_(std::move(other.from_)), bytes_(std::exchange(other.bytes_, 0)) {}
  Charge& operator=(Charge&& other) noexcept {
    if (this == &other) return *this;
    clear();
    from_ = std::move(other.from_);
    bytes_ = std::exchange(other.bytes_, 0);
    return *this;
  }
  ~Charge() { clear(); }

  std::uint64_t bytes() const { return bytes_; }
  // Takes what is missing up to `bytes` in all. Files get three quarters of the room, so that they
  // leave some for questions. False: there is no room.
  bool grow_to(std::uint64_t bytes, bool is_file = false) {
    if (bytes <= bytes_) return true;
    const std::uint64_t most = is_file ? from_->most() / 4 * 3 : from_->most();
    if (!from_->take(bytes - bytes_, most)) return false;
    bytes_ = bytes;
    return true;
  }
  void clear() {
    if (from_) from_->give_back(bytes_);
    bytes_ = 0;
  }

 private:
  std::shared_ptr<HeldBytes> from_;  // null: nothing was taken
  std::uint64_t bytes_ = 0;
};

}  // namespace thalweg::tool::serve
