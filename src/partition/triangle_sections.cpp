// Sections of faces (THPA* thesis, 3.2 and 3.3): a face takes part in every section that its area
// meets, and in some that it only touches, so that openings along the borders are gates.
#include <array>
#include <set>
#include <utility>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "partition/face_sections.hpp"
#include "thalweg/partition/sections.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kMostMemberships = std::size_t{1} << 26;

bool holds(std::span<const RoomKey> rising, RoomKey room) {
  return std::binary_search(rising.begin(), rising.end(), room);
}

// The section of a face's centre.
RoomKey home_room(const Ground& ground, const SectionLattice& lattice, NodeId node) {
  return room_of(lattice.index(ground.graph().position(node).xy()));
}

// [node] The sections that its face meets, and that of its centre, which rounding may have put
// outside a sliver.
Result<Csr<NodeId, RoomKey>> met_rooms(const Ground& ground, const SectionLattice& lattice) {
  std::vector<std::uint32_t> offsets = {0};
  std::vector<RoomKey> rooms;
  FlatFace face;
  std::size_t tested = 0;  // sections, or rows where a face has none
  for (const NodeId node : ground.graph().nodes()) {
    if (!ground.metric().islands().of[node].is_none()) {
      face = flat_face(ground.world().mesh, FaceId(node.value), std::move(face));
      if (!lattice.can_count(face.box.low) || !lattice.can_count(face.box.high)) {
        return too_small_sections();
      }
      const bool is_counted = for_each_span(lattice, face, [&](const SectionSpan& span) {
        const std::int64_t width = std::int64_t{span.last} - span.first + 1;
        tested += static_cast<std::size_t>(std::max<std::int64_t>(width, 1));
        if (tested > kMostMemberships) return false;
        for (std::int32_t c = span.first; c <= span.last; ++c)
          rooms.push_back(room_of({c, span.row}));
        return true;
      });
      if (!is_counted) return Error{"the faces meet too many sections: they are too small"};
      const auto row = rooms.begin() + offsets.back();
      const RoomKey home = home_room(ground, lattice, node);
      const auto at = std::lower_bound(row, rooms.end(), home);
      if (at == rooms.end() || *at != home) rooms.insert(at, home);
    }
    offsets.push_back(static_cast<std::uint32_t>(rooms.size()));
  }
  return Csr<NodeId, RoomKey>(std::move(offsets), std::move(rooms));
}

// A section beside another, and the border between them.
struct Beside {
  RoomKey room;
  Box2 border;
};
std::array<Beside, 4> all_beside(const SectionLattice& lattice, SectionIndex at) {
  const Box2 box = lattice.box(at);
  return {{{room_of({at.column, at.row - 1}), {box.low, {box.high.x, box.low.y}}},
           {room_of({at.column - 1, at.row}), {box.low, {box.low.x, box.high.y}}},
           {room_of({at.column + 1, at.row}), {{box.high.x, box.low.y}, box.high}},
           {room_of({at.column, at.row + 1}), {{box.low.x, box.high.y}, box.high}}}};
}

// A face that meets one section, and takes part in the one beside it that it only touches.
struct Touch {
  NodeId node;
  RoomKey met;
  RoomKey touched;

  auto operator<=>(const Touch&) const = default;
};

// Finds the sections that faces only touch but take part in (thesis 3.3, the second scenario):
// those with a neighbour beyond the border, and all that touch the border beside such a face, so
// that an opening along the edges of faces is one.
class Toucher {
 public:
  Toucher(const Ground& ground, const SectionLattice& lattice, const Csr<NodeId, RoomKey>& met)
      : mesh_(ground.world().mesh), lattice_(lattice), met_(met) {}

  // In order.
  std::vector<Touch> find() && {
    for (const FaceId face : mesh_.faces()) {
      const NodeId node(face.value);
      for (const RoomKey room : met_[node]) {
        for (const Beside& beside : all_beside(lattice_, index_of(room))) {
          if (has_neighbour_in(node, beside.room)) offer({node, room, beside.room}, beside.border);
        }
      }
    }
    for (std::size_t i = 0; i < found_.size(); ++i) grow(Touch(found_[i]));
    std::ranges::sort(found_);
    return std::move(found_);
  }

 private:
  bool has_neighbour_in(NodeId node, RoomKey room) const {
    for (const EdgeId edge : mesh_.edges(FaceId(node.value))) {
      if (!mesh_.is_portal(edge)) continue;
      if (holds(met_[NodeId(mesh_.across(edge).value)], room)) return true;
    }
    return false;
  }

  // Keeps what touches the border and does not meet the section beyond.
  void offer(const Touch& touch, const Box2& border) {
    if (holds(met_[touch.node], touch.touched)) return;
    face_ = flat_face(mesh_, FaceId(touch.node.value), std::move(face_));
    if (!touches(face_, border) || !seen_.insert(touch).second) return;
    found_.push_back(touch);
  }

  void grow(const Touch& touch) {
    const auto all = all_beside(lattice_, index_of(touch.met));
    const auto beside = std::ranges::find(all, touch.touched, &Beside::room);
    for (const EdgeId edge : mesh_.edges(FaceId(touch.node.value))) {
      if (!mesh_.is_portal(edge)) continue;
      const NodeId next(mesh_.across(edge).value);
      if (holds(met_[next], touch.met)) offer({next, touch.met, touch.touched}, beside->border);
    }
  }

  const Mesh& mesh_;
  const SectionLattice& lattice_;
  const Csr<NodeId, RoomKey>& met_;
  FlatFace face_;
  std::set<Touch> seen_;
  std::vector<Touch> found_;
};

// The sections that each face takes part in, and which of them is its home.
Memberships memberships_of(const Ground& ground, const SectionLattice& lattice,
                           const Csr<NodeId, RoomKey>& met) {
  const std::vector<Touch> touches = Toucher(ground, lattice, met).find();
  auto touch = touches.begin();
  std::vector<std::uint32_t> offsets = {0};
  std::vector<RoomKey> rooms;
  rooms.reserve(met.item_count());
  std::vector<std::uint32_t> home(ground.graph().node_count(), kNoItem);
  for (const NodeId node : ground.graph().nodes()) {
    const auto first = static_cast<std::ptrdiff_t>(rooms.size());
    rooms.insert(rooms.end(), met[node].begin(), met[node].end());
    for (; touch != touches.end() && touch->node == node; ++touch) {
      rooms.push_back(touch->touched);
    }
    std::sort(rooms.begin() + first, rooms.end());
    rooms.erase(std::unique(rooms.begin() + first, rooms.end()), rooms.end());
    offsets.push_back(static_cast<std::uint32_t>(rooms.size()));
    if (met.size(node) == 0) continue;
    const auto at =
        std::lower_bound(rooms.begin() + first, rooms.end(), home_room(ground, lattice, node));
    home[node.value] = static_cast<std::uint32_t>(at - rooms.begin());
  }
  return {{std::move(offsets), std::move(rooms)}, std::move(home)};
}

}  // namespace

Result<Cells> triangle_sections(const Ground& ground, const SectionOptions& options) try {
  TRY_DO(check_sections(ground, options));
  if (!ground.graph().facts().nodes_are_faces ||
      ground.graph().node_count() != ground.world().mesh.face_count()) {
    return Error{"sections of triangles need the face graph of their world"};
  }
  const SectionLattice lattice(options.size);
  TRY(const auto met, met_rooms(ground, lattice));
  return stacked_sections(ground, memberships_of(ground, lattice, met), options);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg
