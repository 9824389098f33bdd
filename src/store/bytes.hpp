// Numbers and texts to bytes and back, for the small structured parts of a file. Reading never goes
// past the end, whatever the bytes contain.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace thalweg {

// Writes values one after another, without gaps, in the machine's byte order.
class ByteWriter {
 public:
  template <class T>
  requires std::is_arithmetic_v<T> ByteWriter& number(T value) {
    const auto bytes = std::as_bytes(std::span(&value, 1));
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return *this;
  }

  // The length in 4 bytes, then the bytes. Requires: under 2^32 of them.
  ByteWriter& text(std::string_view value) {
    number(static_cast<std::uint32_t>(value.size()));
    const auto bytes = std::as_bytes(std::span(value.data(), value.size()));
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return *this;
  }

  std::vector<std::byte> take() && { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

// Reads what ByteWriter wrote. Once the bytes run out, every further value is 0 or empty and
// is_whole() stays false, so that one check at the end is enough.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : left_(bytes) {}

  template <class T>
  requires std::is_arithmetic_v<T> T number() {
    T value{};
    const auto bytes = next(sizeof(T));
    if (!bytes.empty()) std::memcpy(&value, bytes.data(), sizeof(T));
    return value;
  }

  std::string text() {
    const auto bytes = next(number<std::uint32_t>());
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  // How many bytes are left: an upper bound on the number of items that may follow.
  std::size_t left() const { return left_.size(); }
  // True when every read so far found its bytes.
  bool is_good() const { return !ran_out_; }
  // True when exactly all bytes have been read.
  bool is_whole() const { return !ran_out_ && left_.empty(); }

 private:
  std::span<const std::byte> next(std::size_t count) {
    if (ran_out_ || count > left_.size()) {
      ran_out_ = true;
      left_ = {};
      return {};
    }
    const auto bytes = left_.first(count);
    left_ = left_.subspan(count);
    return bytes;
  }

  std::span<const std::byte> left_;
  bool ran_out_ = false;
};

}  // namespace thalweg
