// The faces of a locator's bucket as 32-bit words, in the order in which they are tested.
//
//   count of faces                   kApart is set where no two of them overlap
//   for each face:
//     face                           kInMesh is set where its edges are to be read from the mesh:
//                                    then nothing more follows for this face
//     run lengths                    kIsLevel is set where all corners have one height
//     that height                    float; only where kIsLevel is set
//     corners                        two floats each
//
// Edges that follow each other around the face are a run: a run of n edges has n + 1 corners. The
// run lengths are up to seven numbers of four bits, the first lowest; 0 ends them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "thalweg/geometry/vec.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg::bucket_list {

constexpr std::uint32_t kFlag = 0x80000000u;
constexpr std::uint32_t kApart = kFlag;
constexpr std::uint32_t kInMesh = kFlag;
constexpr std::uint32_t kIsLevel = kFlag;
constexpr std::uint32_t kBitsPerRun = 4;
constexpr std::uint32_t kLongestRun = (1u << kBitsPerRun) - 1;
constexpr std::uint32_t kMostRuns = 7;

// The words of the corners of all runs.
constexpr std::size_t corner_words(std::uint32_t runs) {
  std::size_t words = 0;
  for (; runs != 0; runs >>= kBitsPerRun) words += 2 * ((runs & kLongestRun) + 1);
  return words;
}

// One face of a list.
struct Entry {
  FaceId face;
  bool is_in_mesh = false;
  bool is_level = false;
  double height = 0;                       // only where is_level
  std::uint32_t runs = 0;                  // their lengths; 0 where is_in_mesh
  const std::uint32_t* corners = nullptr;  // [corner * 2]
};

inline Vec2 corner_at(const std::uint32_t* words) {
  return {std::bit_cast<float>(words[0]), std::bit_cast<float>(words[1])};
}

// Reads a list from its first word. Requires: a list that is whole.
class Reader {
 public:
  explicit Reader(const std::uint32_t* list)
      : at_(list + 1), left_(*list & ~kFlag), are_apart_((*list & kApart) != 0) {}

  bool are_apart() const { return are_apart_; }
  bool has_next() const { return left_ > 0; }
  Entry next() {
    --left_;
    const std::uint32_t face = *at_++;
    if ((face & kInMesh) != 0) return {.face = FaceId(face & ~kFlag), .is_in_mesh = true};
    const std::uint32_t runs = *at_++;
    Entry entry{.face = FaceId(face), .runs = runs & ~kFlag};
    if ((runs & kIsLevel) != 0) {
      entry.is_level = true;
      entry.height = std::bit_cast<float>(*at_++);
    }
    entry.corners = at_;
    at_ += corner_words(entry.runs);
    return entry;
  }

 private:
  const std::uint32_t* at_;
  std::uint32_t left_;
  bool are_apart_;
};

// Reads a list that may be damaged: the number of words that it takes, 0 where it is not whole,
// names a face that does not exist, or has a coordinate that no mesh may have.
std::size_t checked_size(std::span<const std::uint32_t> words, std::uint32_t face_count);

}  // namespace thalweg::bucket_list
