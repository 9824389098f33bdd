// Locator: finds the face below a point by a grid of buckets over the plane.
//
// A bucket lists the faces that meet it. A face comes with the coordinates of those of its edges
// that cross the bucket. For a point of the bucket, these edges alone decide whether the face
// contains the point: all other edges have the whole bucket on their inner side.
//
//     +---------+
//     |  f   /  |     This bucket lists f with one edge, g with two and h with one.
//     |     / g |
//     |----+----|
//     |    h    |
//     +---------+
#pragma once

#include "thalweg/core/array.hpp"
#include "thalweg/core/function_ref.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/geometry/frame.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

using BucketId = Id<struct BucketTag, 'b'>;

class Locator {
 public:
  struct Layout {
    Vec2 low;                   // the lower left corner of the first bucket, local coordinates
    double bucket = 1;          // a bucket's side in metres
    std::uint32_t columns = 0;  // 0 for a mesh without faces
    std::uint32_t rows = 0;
    bool operator==(const Layout&) const = default;
  };

  Locator() = default;

  // Checks what memory safety needs: layout finite, lists whole, faces below `face_count`.
  static Result<Locator> from(Layout layout, IdArray<BucketId, std::uint32_t> lists,
                              Array<std::uint32_t> words, std::uint32_t face_count);

  const Layout& layout() const { return layout_; }
  const IdArray<BucketId, std::uint32_t>& lists() const { return lists_; }
  const Array<std::uint32_t>& words() const { return words_; }
  bool empty() const { return layout_.columns == 0; }
  std::size_t bytes() const { return lists_.bytes() + words_.bytes(); }

  // The column (row) of a coordinate, clamped to the buckets that exist. Requires: !empty().
  std::uint32_t column(double x) const { return clamped(x - layout_.low.x, layout_.columns); }
  std::uint32_t row(double y) const { return clamped(y - layout_.low.y, layout_.rows); }
  BucketId bucket(std::uint32_t column, std::uint32_t row) const {
    return BucketId(row * layout_.columns + column);
  }
  // The bucket that holds `p`; none outside of all buckets.
  BucketId bucket_at(Vec2 p) const {
    const double column = (p.x - layout_.low.x) / layout_.bucket;
    const double row = (p.y - layout_.low.y) / layout_.bucket;
    const bool is_inside =
        column >= 0 && row >= 0 && column < layout_.columns && row < layout_.rows;
    if (!is_inside) return {};
    return bucket(static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row));
  }
  // The first word of a bucket's list (src/world/bucket_list.hpp); null where no face meets it.
  const std::uint32_t* list(BucketId bucket) const {
    const std::uint32_t at = lists_[bucket];
    return at == kNoList ? nullptr : words_.data() + at;
  }

  // Begins to load what is read to locate a point there.
  void prefetch(Vec2 p) const {
    const BucketId bucket = empty() ? BucketId() : bucket_at(p);
    if (bucket.is_none()) return;
    if (const std::uint32_t* const words = list(bucket)) __builtin_prefetch(words);
  }

  static constexpr std::uint32_t kNoList = 0xFFFFFFFFu;

 private:
  std::uint32_t clamped(double offset, std::uint32_t count) const {
    const double at = offset / layout_.bucket;
    if (!(at > 0)) return 0;
    return at < count ? static_cast<std::uint32_t>(at) : count - 1;
  }

  Layout layout_;
  IdArray<BucketId, std::uint32_t> lists_;  // [bucket]  where its list starts in words_; kNoList
  Array<std::uint32_t> words_;              // lists one after the other
};

// About one bucket per three faces of average size; empty for a mesh with broken values
// (broken_value_law). Meshes of more than 2^17 faces are listed without coordinates, which takes a
// tenth of the memory: their edges are read from the mesh. O(faces), for faces of similar size.
Locator build_locator(const Mesh& mesh);

struct LocateOptions {
  double reach = 0;          // metres; how far off the mesh a point may lie. DEFAULT: 0
  bool skip_blocked = true;  // ignore faces whose area nobody may enter
  FunctionRef<bool(FaceId)> accepts = {};  // if given, faces that it refuses are ignored too
};

// Where a point lies.
struct Location {
  FaceId face;          // none: nothing within reach
  Vec3 point;           // on the face, which contains it exactly; local coordinates
  double distance = 0;  // metres from the asked point, in the plane; 0 on the mesh
  bool found() const { return !face.is_none(); }
};

// The face that holds `p` (local coordinates; p.z may be kNoHeight). If floors overlap: the one
// nearest in height, or the topmost without a height. If faces share an edge or corner: the lowest
// id. Off the mesh: the nearest face within reach. Ignored faces count as off the mesh. Points that
// are not finite or lie beyond 1e70 have no face.
Location locate(const Mesh& mesh, const Locator& locator, Vec3 p,
                const LocateOptions& options = {});

// The same by checking every face: a slow, simple oracle for tests.
Location locate_slowly(const Mesh& mesh, Vec3 p, const LocateOptions& options = {});

}  // namespace thalweg
