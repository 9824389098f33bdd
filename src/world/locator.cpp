// Building a Locator.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/thrown.hpp"
#include "thalweg/core/csr.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/geometry/predicates.hpp"
#include "thalweg/world/locate.hpp"
#include "world/bucket_list.hpp"

namespace thalweg {
namespace {

// Larger meshes are listed without coordinates.
constexpr std::uint32_t kMostWithEdges = 1u << 17;
constexpr double kFacesPerBucket = 3;
constexpr std::uint32_t kMostEntriesPerFace = 12;
constexpr std::size_t kMostEntries = 0xE0000000u;  // in all: what 32 bits count, with the buckets
constexpr std::size_t kBucketsAtOnce = std::size_t{1} << 12;  // of one thread
// Longer lists are not checked for overlaps, which takes quadratic time.
constexpr std::size_t kMostChecked = 16;
// Buckets are widened by this share of their side: far more than rounding can move a point.
constexpr double kMargin = 1e-6;

// A bucket as centre and half size, widened by the margin.
struct Square {
  Vec2 centre;
  Vec2 half;
};

Square square_of(const Locator::Layout& layout, std::uint32_t column, std::uint32_t row) {
  const Vec2 centre =
      layout.low + Vec2{(column + 0.5) * layout.bucket, (row + 0.5) * layout.bucket};
  const double half = layout.bucket * (0.5 + kMargin);
  return {centre, {half + std::abs(centre.x) * 0x1p-48, half + std::abs(centre.y) * 0x1p-48}};
}

enum class SquareSide { inner, crossed, outer };

// On which side of the line from a to b a square lies as a whole. An edge of length zero excludes
// nothing.
SquareSide side_of(Vec2 a, Vec2 b, const Square& square) {
  const Vec2 along = b - a;
  const double at = cross(along, square.centre - a);
  const double reach = std::abs(along.x) * square.half.y + std::abs(along.y) * square.half.x;
  if (at < -reach) return SquareSide::outer;
  return at > reach || a == b ? SquareSide::inner : SquareSide::crossed;
}

// False where an edge has the whole square on its outer side.
bool may_meet(const Mesh& mesh, FaceId face, const Square& square) {
  for (const EdgeId e : mesh.edges(face)) {
    const SquareSide side = side_of(mesh.flat(mesh.origin(e)), mesh.flat(mesh.target(e)), square);
    if (side == SquareSide::outer) return false;
  }
  return true;
}

// The edges of a face that cross a square, in runs that follow each other around the face.
struct Runs {
  std::vector<Vec2> corners;           // of a run one more than its edges
  std::vector<std::uint32_t> lengths;  // edges of each run
};

Runs crossing_runs(const Mesh& mesh, FaceId face, const Square& square) {
  const auto edges = mesh.edges(face);
  const auto is_crossing = [&](EdgeId e) {
    return side_of(mesh.flat(mesh.origin(e)), mesh.flat(mesh.target(e)), square) ==
           SquareSide::crossed;
  };
  // Starts behind an edge that does not cross, so that no run is cut.
  EdgeId first = edges.front();
  while (is_crossing(first) && mesh.next(first) != edges.front()) first = mesh.next(first);
  first = mesh.next(first);
  Runs runs;
  bool goes_on = false;
  EdgeId e = first;
  do {
    if (is_crossing(e)) {
      if (!goes_on || runs.lengths.back() == bucket_list::kLongestRun) {
        runs.corners.push_back(mesh.flat(mesh.origin(e)));
        runs.lengths.push_back(0);
      }
      runs.corners.push_back(mesh.flat(mesh.target(e)));
      ++runs.lengths.back();
      goes_on = true;
    } else {
      goes_on = false;
    }
    e = mesh.next(e);
  } while (e != first);
  return runs;
}

bool is_inside(const Runs& runs, Vec2 p) {
  const Vec2* at = runs.corners.data();
  for (const std::uint32_t length : runs.lengths) {
    for (std::uint32_t i = 0; i < length; ++i, ++at) {
      if (cross(at[1] - at[0], p - at[0]) < 0) return false;
    }
    ++at;
  }
  return true;
}

// The points of a bucket, kSampleSide in a row, that compare how much of it each face covers.
constexpr int kSampleSide = 3;

int covered_samples(const Runs& runs, const Square& square) {
  int covered = 0;
  for (int i = 0; i < kSampleSide * kSampleSide; ++i) {
    const Vec2 share{(i % kSampleSide + 0.5) * 2 / kSampleSide - 1,
                     (i / kSampleSide + 0.5) * 2 / kSampleSide - 1};
    const Vec2 p = square.centre + Vec2{share.x * square.half.x, share.y * square.half.y};
    covered += is_inside(runs, p) ? 1 : 0;
  }
  return covered;
}

// A face of the list that is being made.
struct Listed {
  FaceId face;
  std::optional<float> height;  // of a level face
  Runs runs;
  int covered = 0;
};

std::optional<float> level_height(const Mesh& mesh, FaceId face) {
  const auto z = [&](EdgeId e) { return mesh.arrays().vertices[mesh.origin(e)].z; };
  const float first = z(mesh.edges(face).front());
  for (const EdgeId e : mesh.edges(face)) {
    if (z(e) != first) return std::nullopt;
  }
  return first;
}

Listed listed_of(const Mesh& mesh, FaceId face, const Square& square) {
  Listed out{
      .face = face, .height = level_height(mesh, face), .runs = crossing_runs(mesh, face, square)};
  out.covered = covered_samples(out.runs, square);
  return out;
}

// True when no point strictly inside `f` lies in `g` because of this edge of `f`: `g` lies across
// it, or on its outer side.
bool separates(const Mesh& mesh, EdgeId edge, FaceId g) {
  const EdgeId twin = mesh.twin(edge);
  if (!twin.is_none() && mesh.face(twin) == g && mesh.origin(twin) == mesh.target(edge) &&
      mesh.target(twin) == mesh.origin(edge)) {
    return true;
  }
  const Vec2 a = mesh.flat(mesh.origin(edge));
  const Vec2 b = mesh.flat(mesh.target(edge));
  if (a == b) return false;
  for (const EdgeId e : mesh.edges(g)) {
    if (orientation(a, b, mesh.flat(mesh.origin(e))) > 0) return false;
  }
  return true;
}

bool separates(const Mesh& mesh, FaceId f, FaceId g) {
  for (const EdgeId e : mesh.edges(f)) {
    if (separates(mesh, e, g)) return true;
  }
  return false;
}

// True when no point lies strictly inside one of the faces and inside or on another.
bool are_apart(const Mesh& mesh, std::span<const FaceId> faces) {
  if (faces.size() > kMostChecked) return false;
  std::array<Box2, kMostChecked> boxes;
  for (std::size_t i = 0; i < faces.size(); ++i) boxes[i] = mesh.box(faces[i]).xy();
  for (std::size_t i = 0; i < faces.size(); ++i) {
    for (std::size_t j = i + 1; j < faces.size(); ++j) {
      if (!boxes[i].meets(boxes[j])) continue;
      if (!separates(mesh, faces[i], faces[j]) && !separates(mesh, faces[j], faces[i]))
        return false;
    }
  }
  return true;
}

void append(std::vector<std::uint32_t>& words, const Listed& listed) {
  const Runs& runs = listed.runs;
  if (runs.lengths.size() > bucket_list::kMostRuns) {
    words.push_back(listed.face.value | bucket_list::kInMesh);
    return;
  }
  std::uint32_t lengths = listed.height ? bucket_list::kIsLevel : 0;
  for (std::size_t i = 0; i < runs.lengths.size(); ++i) {
    lengths |= runs.lengths[i] << (i * bucket_list::kBitsPerRun);
  }
  const auto append_float = [&](double value) {
    words.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(value)));
  };
  words.push_back(listed.face.value);
  words.push_back(lengths);
  if (listed.height) append_float(*listed.height);
  for (const Vec2 corner : runs.corners) {
    append_float(corner.x);
    append_float(corner.y);
  }
}

// Appends the list of a bucket: faces that cover more of it come first.
void append_list(std::vector<std::uint32_t>& words, const Mesh& mesh, std::span<const FaceId> faces,
                 const Square& square) {
  std::vector<Listed> listed;
  for (const FaceId face : faces) listed.push_back(listed_of(mesh, face, square));
  std::ranges::stable_sort(listed, std::greater<>{}, &Listed::covered);
  words.push_back(static_cast<std::uint32_t>(faces.size()) |
                  (are_apart(mesh, faces) ? bucket_list::kApart : 0));
  for (const Listed& face : listed) append(words, face);
}

// The same without coordinates, in the order of ids.
void append_plain_list(std::vector<std::uint32_t>& words, std::span<const FaceId> faces) {
  words.push_back(static_cast<std::uint32_t>(faces.size()));
  for (const FaceId face : faces) words.push_back(face.value | bucket_list::kInMesh);
}

// Moves a part's lists behind the others.
void append_part(std::vector<std::uint32_t>& words, std::vector<std::uint32_t>& part) {
  words.insert(words.end(), part.begin(), part.end());
  part = {};
}

// Buckets sized for the mean area of a face, at most four per face and 2^15 in a row. Vertices that
// no face uses are ignored.
Locator::Layout layout_for(const Mesh& mesh) {
  Locator::Layout layout;
  Box2 box;
  for (const VertexId v : mesh.arrays().origin) box.add(mesh.point(v).xy());
  double area = 0;
  for (const FaceId f : mesh.faces()) area += std::abs(mesh.doubled_area(f)) / 2;
  const Vec2 size = box.size();
  const double widest = std::max({size.x, size.y, 1e-6});
  const double whole = std::max(size.x, widest * 1e-3) * std::max(size.y, widest * 1e-3);
  const double faces = mesh.face_count();
  layout.low = box.low;
  layout.bucket = std::max({std::sqrt(kFacesPerBucket * std::min(area, whole) / faces),
                            std::sqrt(whole / (4 * faces)), widest / 32767});
  layout.columns = static_cast<std::uint32_t>(size.x / layout.bucket) + 1;
  layout.rows = static_cast<std::uint32_t>(size.y / layout.bucket) + 1;
  return layout;
}

// Calls visit(bucket, square) for each bucket that `face` may meet.
template <class Visit>
void for_each_bucket(const Mesh& mesh, const Locator& frame, FaceId face, Visit visit) {
  const Box3 box = mesh.box(face);
  const double margin = frame.layout().bucket * kMargin;
  const std::uint32_t last_column = frame.column(box.high.x + margin);
  const std::uint32_t last_row = frame.row(box.high.y + margin);
  for (std::uint32_t r = frame.row(box.low.y - margin); r <= last_row; ++r) {
    for (std::uint32_t c = frame.column(box.low.x - margin); c <= last_column; ++c) {
      const Square square = square_of(frame.layout(), c, r);
      if (may_meet(mesh, face, square)) visit(frame.bucket(c, r));
    }
  }
}

// Layouts that have no lists yet.
Locator frame_of(const Locator::Layout& layout) {
  const std::size_t buckets = std::size_t{layout.columns} * layout.rows;
  return value_if_memory(
      Locator::from(layout, std::vector<std::uint32_t>(buckets, Locator::kNoList), {}, 0));
}

// What a bucket's list is made from.
struct Meeting {
  BucketId bucket;
  FaceId face;
};

// The faces that each bucket of `frame` meets, in order of id; nothing if they are too many.
std::optional<Csr<BucketId, FaceId>> meetings_of(const Mesh& mesh, const Locator& frame) {
  const std::size_t most =
      std::min(std::size_t{kMostEntriesPerFace} * mesh.face_count() + 64, kMostEntries);
  std::vector<Meeting> all;
  for (const FaceId f : mesh.faces()) {
    for_each_bucket(mesh, frame, f, [&](BucketId b) { all.push_back({b, f}); });
    if (all.size() > most && frame.lists().size() > 1) return std::nullopt;
  }
  return group_by_row<BucketId, FaceId>(
      frame.lists().size(), all.size(), [&](std::size_t i) { return all[i].bucket.value; },
      [&](std::size_t i) { return all[i].face; });
}

}  // namespace

Locator build_locator(const Mesh& mesh) {
  if (mesh.empty() || broken_value_law(mesh)) return {};
  Locator frame = frame_of(layout_for(mesh));
  auto meetings = meetings_of(mesh, frame);
  // Long faces meet many buckets: fewer, larger buckets keep the memory linear.
  while (!meetings) {
    Locator::Layout layout = frame.layout();
    layout.bucket *= 2;
    layout.columns = (layout.columns + 1) / 2;
    layout.rows = (layout.rows + 1) / 2;
    frame = frame_of(layout);
    meetings = meetings_of(mesh, frame);
  }
  const Locator::Layout& layout = frame.layout();
  std::vector<std::uint32_t> lists(frame.lists().size(), Locator::kNoList);
  std::vector<std::vector<std::uint32_t>> parts(lists.size() / kBucketsAtOnce + 1);
  parallel_for(lists.size(), kBucketsAtOnce, [&](std::size_t first, std::size_t last) {
    auto& part = parts[first / kBucketsAtOnce];
    for (auto b = static_cast<std::uint32_t>(first); b < last; ++b) {
      const auto faces = (*meetings)[BucketId(b)];
      if (faces.empty()) continue;
      lists[b] = static_cast<std::uint32_t>(part.size());
      if (mesh.face_count() > kMostWithEdges) {
        append_plain_list(part, faces);
      } else {
        append_list(part, mesh, faces, square_of(layout, b % layout.columns, b / layout.columns));
      }
    }
  });
  std::vector<std::uint32_t> words;
  for (std::size_t b = 0; b < lists.size(); ++b) {
    if (b % kBucketsAtOnce == 0 && b > 0) append_part(words, parts[b / kBucketsAtOnce - 1]);
    if (lists[b] != Locator::kNoList) lists[b] += static_cast<std::uint32_t>(words.size());
  }
  append_part(words, parts[(lists.size() - 1) / kBucketsAtOnce]);
  return value_if_memory(
      Locator::from(layout, std::move(lists), std::move(words), mesh.face_count()));
}

}  // namespace thalweg
