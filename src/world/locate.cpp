#include "thalweg/world/locate.hpp"

#include <algorithm>
#include <cmath>

#include "core/thrown.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/world/spot.hpp"

namespace thalweg {
namespace {

// Keeps the best of the candidates offered to it.
class Choice {
 public:
  Choice(const Mesh& mesh, Vec3 p, const LocateOptions& options)
      : mesh_(mesh), p_(p), options_(options), limit_(std::max(options.reach, 0.0)) {}

  // The greatest distance in the plane at which a better candidate may lie.
  double limit() const { return limit_; }
  bool is_made() const { return best_.found(); }
  // The best of all. Nearest points are rounded: the face contains the point returned exactly.
  Location take() const {
    Location best = best_;
    if (best.found()) best.point = pulled_inside(mesh_, Spot{best.face, best.point}).point;
    return best;
  }

  void offer_holder(FaceId face) {
    if (is_skipped(face) || !contains(mesh_, face, p_.xy())) return;
    offer(face, p_.xy(), 0);
  }

  void offer_nearest(FaceId face) {
    if (is_skipped(face) || distance(mesh_.box(face).xy(), p_.xy()) > limit_) return;
    const Vec2 q = nearest_point(mesh_, face, p_.xy());
    const double d = length(q - p_.xy());
    if (d <= limit_) offer(face, q, d);
  }

 private:
  bool is_skipped(FaceId face) const {
    if (options_.skip_blocked && !is_walkable(mesh_.area(face))) return true;
    return options_.accepts && !options_.accepts(face);
  }

  // Nearer in the plane wins, then nearer in height (or higher, if no height is given), then the
  // lower id.
  void offer(FaceId face, Vec2 q, double d) {
    const double z = mesh_.height_at(face, q);
    const double miss = std::isnan(p_.z) ? -z : std::abs(p_.z - z);
    const bool better =
        best_.face.is_none() || d < best_.distance ||
        (d == best_.distance && (miss < miss_ || (miss == miss_ && face < best_.face)));
    if (!better) return;
    best_ = {face, {q.x, q.y, z}, d};
    miss_ = miss;
    limit_ = d;
  }

  const Mesh& mesh_;
  Vec3 p_;
  const LocateOptions& options_;
  double limit_;
  double miss_ = 0;
  Location best_;
};

// The exact predicates are valid up to this coordinate.
constexpr double kFarthest = 1e70;

bool can_be_located(Vec3 p) {
  return std::abs(p.x) <= kFarthest && std::abs(p.y) <= kFarthest && !std::isinf(p.z);
}

// Searches rings of buckets around `p`, nearest first, until none within the limit is left.
void search_rings(const Locator& locator, Vec2 p, Choice& choice) {
  const auto& layout = locator.layout();
  const auto column = static_cast<std::int64_t>(locator.column(p.x));
  const auto row = static_cast<std::int64_t>(locator.row(p.y));
  const auto columns = static_cast<std::int64_t>(layout.columns);
  const auto rows = static_cast<std::int64_t>(layout.rows);
  const auto look = [&](std::int64_t c, std::int64_t r) {
    const auto bucket =
        locator.bucket(static_cast<std::uint32_t>(c), static_cast<std::uint32_t>(r));
    for (const FaceId face : locator.faces()[bucket]) choice.offer_nearest(face);
  };
  // For a point outside the box, everything in the box lies beyond the box's nearest point, at an
  // angle of 90 degrees or more there, so d^2 >= (distance to the box)^2 + (distance from that
  // point)^2.
  const Box2 box{layout.low,
                 layout.low + Vec2{layout.columns * layout.bucket, layout.rows * layout.bucket}};
  const double outside = distance(box, p);
  for (std::int64_t ring = 0; ring <= std::max(columns, rows); ++ring) {
    const double rings = std::max(static_cast<double>(ring) - 1, 0.0) * layout.bucket;
    if (length(Vec2{outside, rings}) > choice.limit()) break;
    for (std::int64_t r = std::max<std::int64_t>(row - ring, 0);
         r <= std::min(row + ring, rows - 1); ++r) {
      const bool is_whole_row = r == row - ring || r == row + ring;
      const std::int64_t step = is_whole_row || ring == 0 ? 1 : 2 * ring;
      for (std::int64_t c = column - ring; c <= column + ring; c += step) {
        if (c >= 0 && c < columns) look(c, r);
      }
    }
  }
}

struct Cover {
  std::uint32_t first_column, last_column, first_row, last_row;
  std::size_t count() const {
    return std::size_t{last_column - first_column + 1} * (last_row - first_row + 1);
  }
};

Cover cover_of(const Locator& frame, const Box3& box) {
  return {frame.column(box.low.x), frame.column(box.high.x), frame.row(box.low.y),
          frame.row(box.high.y)};
}

// Buckets sized so that there is about one per four faces, at most 2^15 in a row. Vertices that no
// face uses are ignored.
Locator::Layout layout_for(const Mesh& mesh) {
  Locator::Layout layout;
  if (mesh.empty()) return layout;
  Box2 box;
  for (const VertexId v : mesh.arrays().origin) box.add(mesh.point(v).xy());
  const Vec2 size = box.size();
  const double widest = std::max({size.x, size.y, 1e-6});
  const double area = std::max(size.x, widest * 1e-3) * std::max(size.y, widest * 1e-3);
  layout.low = box.low;
  layout.bucket = std::max(std::sqrt(4 * area / mesh.face_count()), widest / 32767);
  layout.columns = static_cast<std::uint32_t>(size.x / layout.bucket) + 1;
  layout.rows = static_cast<std::uint32_t>(size.y / layout.bucket) + 1;
  return layout;
}

}  // namespace

Result<Locator> Locator::from(Layout layout, Csr<BucketId, FaceId> faces,
                              std::uint32_t face_count) try {
  const std::uint64_t buckets = std::uint64_t{layout.columns} * layout.rows;
  if (!is_finite(layout.low) || !(layout.bucket > 0) || !std::isfinite(layout.bucket)) {
    return Error{"the locator's layout is not finite"};
  }
  if (buckets > 0xFFFFFFFEu || ((layout.columns == 0) != (layout.rows == 0))) {
    return Error{"the locator's buckets do not add up"};
  }
  if (buckets != 0 && !are_offsets(faces.offsets().span(), buckets, faces.item_count())) {
    return Error{"the locator's offsets do not rise"};
  }
  const auto items = faces.items().span();
  const auto in_range = [&](std::size_t first, std::size_t last) {
    std::uint32_t bad = 0;
    for (const FaceId f : items.subspan(first, last - first)) bad |= f.value < face_count ? 0u : 1u;
    return bad == 0;
  };
  if (!parallel_all_of(items.size(), std::size_t{1} << 18, in_range)) {
    return Error{"the locator names a face that is not there"};
  }
  Locator locator;
  locator.layout_ = layout;
  locator.faces_ = std::move(faces);
  return locator;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Locator build_locator(const Mesh& mesh) {
  if (mesh.empty() || broken_value_law(mesh)) return {};
  Locator::Layout layout = layout_for(mesh);
  const auto frame_of = [](const Locator::Layout& l) {
    return Locator::from(l, {std::vector<std::uint32_t>(std::size_t{l.columns} * l.rows + 1), {}},
                         0)
        .value();
  };
  Locator frame = frame_of(layout);
  const auto entries = [&] {
    std::size_t sum = 0;
    for (const FaceId f : mesh.faces()) sum += cover_of(frame, mesh.box(f)).count();
    return sum;
  };
  // Long faces cover many buckets: fewer, larger buckets keep the memory linear.
  for (std::size_t count = entries();
       count > std::size_t{12} * mesh.face_count() + 64 || count > 0xFFFFFFFEu; count = entries()) {
    layout.bucket *= 2;
    layout.columns = (layout.columns + 1) / 2;
    layout.rows = (layout.rows + 1) / 2;
    frame = frame_of(layout);
    if (layout.columns == 1 && layout.rows == 1) break;
  }
  std::vector<std::uint32_t> offsets(std::size_t{layout.columns} * layout.rows + 1, 0);
  const auto each_bucket = [&](FaceId f, auto&& visit) {
    const Cover cover = cover_of(frame, mesh.box(f));
    for (std::uint32_t r = cover.first_row; r <= cover.last_row; ++r) {
      for (std::uint32_t c = cover.first_column; c <= cover.last_column; ++c) {
        visit(frame.bucket(c, r).value);
      }
    }
  };
  for (const FaceId f : mesh.faces()) each_bucket(f, [&](std::uint32_t b) { ++offsets[b + 1]; });
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  std::vector<std::uint32_t> next(offsets.begin(), offsets.end() - 1);
  std::vector<FaceId> items(offsets.back());
  for (const FaceId f : mesh.faces())
    each_bucket(f, [&](std::uint32_t b) { items[next[b]++] = f; });
  return Locator::from(layout, {std::move(offsets), std::move(items)}, mesh.face_count()).value();
}

Location locate(const Mesh& mesh, const Locator& locator, Vec3 p, const LocateOptions& options) {
  if (locator.empty() || !can_be_located(p)) return {};
  Choice choice(mesh, p, options);
  const auto bucket = locator.bucket(locator.column(p.x), locator.row(p.y));
  for (const FaceId face : locator.faces()[bucket]) choice.offer_holder(face);
  if (choice.is_made() || !(options.reach > 0)) return choice.take();
  search_rings(locator, p.xy(), choice);
  return choice.take();
}

Location locate_slowly(const Mesh& mesh, Vec3 p, const LocateOptions& options) {
  if (!can_be_located(p)) return {};
  Choice choice(mesh, p, options);
  for (const FaceId face : mesh.faces()) choice.offer_holder(face);
  if (choice.is_made() || !(options.reach > 0)) return choice.take();
  for (const FaceId face : mesh.faces()) choice.offer_nearest(face);
  return choice.take();
}

}  // namespace thalweg
