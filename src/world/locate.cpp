// First the point's own bucket; if no face there contains it, rings of buckets, until none can be
// nearer. locate_slowly tries every face: the reference for tests.
#include "thalweg/world/locate.hpp"

#include <algorithm>
#include <cmath>

#include "thalweg/geometry/predicates.hpp"
#include "thalweg/world/surface_point.hpp"
#include "world/bucket_list.hpp"
#include "world/limits.hpp"

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
    if (best.found() && !is_inside_) {
      best.point = pulled_inside(mesh_, SurfacePoint{best.face, best.point}).point;
    }
    return best;
  }

  // A face that contains the point, and its height there.
  void offer_holder(FaceId face, double height) {
    if (is_skipped(face)) return;
    is_inside_ = true;
    offer(face, p_.xy(), 0, height);
  }

  void offer_nearest(FaceId face) {
    if (face == best_.face) return;
    Box2 box;
    for (const EdgeId edge : mesh_.edges(face)) box.add(mesh_.flat(mesh_.origin(edge)));
    if (distance(box, p_.xy()) > limit_ || is_skipped(face)) return;
    const Vec2 q = nearest_point(mesh_, face, p_.xy());
    const double d = length(q - p_.xy());
    if (d <= limit_) offer(face, q, d, mesh_.height_at(face, q));
  }

 private:
  bool is_skipped(FaceId face) const {
    if (options_.skip_blocked && !is_walkable(mesh_.area(face))) return true;
    return options_.accepts && !options_.accepts(face);
  }

  // Nearer in the plane wins, then nearer in height (or higher, if no height is given), then the
  // lower id.
  void offer(FaceId face, Vec2 q, double d, double z) {
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
  bool is_inside_ = false;  // the best contains the point
  Location best_;
};

enum class Containment { outside, on_border, inside };

// Whether the face of an entry contains `p`, a point of the bucket.
Containment containment(const Mesh& mesh, const bucket_list::Entry& entry, Vec2 p) {
  if (entry.is_in_mesh) {
    // A point inside is reported as on the border: lists of such entries are read to the end.
    return contains(mesh, entry.face, p) ? Containment::on_border : Containment::outside;
  }
  bool is_inside = true;
  const std::uint32_t* at = entry.corners;
  for (std::uint32_t runs = entry.runs; runs != 0; runs >>= bucket_list::kBitsPerRun, at += 2) {
    for (std::uint32_t edges = runs & bucket_list::kLongestRun; edges > 0; --edges, at += 2) {
      const int side = orientation(bucket_list::corner_at(at), bucket_list::corner_at(at + 2), p);
      if (side < 0) return Containment::outside;
      is_inside &= side > 0;
    }
  }
  return is_inside ? Containment::inside : Containment::on_border;
}

// Offers the faces that contain `p`.
void search_bucket(const Mesh& mesh, const std::uint32_t* list, Vec2 p, Choice& choice) {
  bucket_list::Reader reader(list);
  while (reader.has_next()) {
    const bucket_list::Entry entry = reader.next();
    const Containment found = containment(mesh, entry, p);
    if (found == Containment::outside) continue;
    choice.offer_holder(entry.face, entry.is_level ? entry.height : mesh.height_at(entry.face, p));
    if (found == Containment::inside && reader.are_apart()) return;
  }
}

bool can_be_located(Vec3 p) { return is_exact(p.xy()) && !std::isinf(p.z); }

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
    const std::uint32_t* const list = locator.list(bucket);
    if (list == nullptr) return;
    for (bucket_list::Reader reader(list); reader.has_next();) {
      choice.offer_nearest(reader.next().face);
    }
  };
  // For a point outside the box, everything in the box lies beyond the box's nearest point, at an
  // angle of 90 degrees or more there, so d^2 >= (distance to the box)^2 + (distance from that
  // point)^2.
  const Box2 box{layout.low,
                 layout.low + Vec2{layout.columns * layout.bucket, layout.rows * layout.bucket}};
  const double outside = distance(box, p);
  // Rounding may put a point into the next bucket.
  constexpr double kSlack = 1 - 1e-6;
  for (std::int64_t ring = 0; ring <= std::max(columns, rows); ++ring) {
    const double rings = std::max(static_cast<double>(ring) - 1, 0.0) * layout.bucket;
    if (length(Vec2{outside, rings}) * kSlack > choice.limit()) break;
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

}  // namespace

Location locate(const Mesh& mesh, const Locator& locator, Vec3 p, const LocateOptions& options) {
  if (locator.empty() || !can_be_located(p)) return {};
  Choice choice(mesh, p, options);
  const BucketId bucket = locator.bucket_at(p.xy());
  const std::uint32_t* const list = bucket.is_none() ? nullptr : locator.list(bucket);
  if (list != nullptr) search_bucket(mesh, list, p.xy(), choice);
  if (choice.is_made() || !(options.reach > 0)) return choice.take();
  search_rings(locator, p.xy(), choice);
  return choice.take();
}

Location locate_slowly(const Mesh& mesh, Vec3 p, const LocateOptions& options) {
  if (!can_be_located(p)) return {};
  Choice choice(mesh, p, options);
  for (const FaceId face : mesh.faces()) {
    if (contains(mesh, face, p.xy())) choice.offer_holder(face, mesh.height_at(face, p.xy()));
  }
  if (choice.is_made() || !(options.reach > 0)) return choice.take();
  for (const FaceId face : mesh.faces()) choice.offer_nearest(face);
  return choice.take();
}

}  // namespace thalweg
