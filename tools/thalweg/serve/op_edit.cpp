// Edits: painting, blocking, links; undo. docs/guide/viewer.md
#include "serve/operations.hpp"
#include "thalweg/world/edits.hpp"

namespace thalweg::tool::serve {
namespace {

constexpr std::size_t kMostEdits = 1000;  // paints, or links

AreaId area_named(const World& world, const std::string& name) {
  if (const auto area = world.areas.find(name)) return *area;
  throw HttpFailure(400, "this world has no area of that name");
}

Patch patch_in(const World& world, const Fields& paint) {
  if (paint.has("at")) {
    return brushed(world,
                   {.centre = paint.point("at"), .radius = paint.number("radius", {0, 1e6}, 0)});
  }
  Patch patch;
  for (const Json& item : paint.list("items", 100'000)) {
    if (!item.is_number_unsigned() || item.whole() > 0xFFFFFFFEu) {
      throw HttpFailure(400, "'items' wants whole numbers");
    }
    const auto number = static_cast<std::uint32_t>(item.whole());
    if (world.mesh.empty()) {
      patch.squares.emplace_back(number);
    } else {
      patch.faces.emplace_back(number);
    }
  }
  return patch;
}

Paint paint_in(const World& world, const Json& json) {
  if (!json.is_object()) throw HttpFailure(400, "'paint' wants objects");
  const Fields fields(json);
  Paint paint{.patch = patch_in(world, fields)};
  if (fields.has("area")) paint.area = area_named(world, fields.text("area"));
  if (fields.has("difficulty")) {
    paint.difficulty = static_cast<float>(fields.number("difficulty", {0, 1e6}));
  }
  if (!paint.area && !paint.difficulty) {
    throw HttpFailure(400, "a paint wants 'area', 'difficulty' or both");
  }
  return paint;
}

Link link_in(const World& world, const Json& json) {
  if (!json.is_object()) throw HttpFailure(400, "'links' wants objects");
  const Fields fields(json);
  const auto local = [&](const char* name) {
    return to_float(world.frame().to_local(fields.point(name)));
  };
  Link link;
  link.from = local("from");
  link.to = local("to");
  link.length = std::numeric_limits<float>::quiet_NaN();
  link.is_two_way = fields.flag("two_way", false) ? 1 : 0;
  const std::string kind = fields.text("kind", "jump");
  for (const LinkKind known : {LinkKind::jump, LinkKind::ladder, LinkKind::teleport}) {
    if (kind == to_string(known)) {
      link.kind = known;
      return link;
    }
  }
  throw HttpFailure(400, "'kind' wants jump, ladder or teleport");
}

struct EditedWorld {
  World world;
  std::size_t painted = 0;  // faces and squares, each as often as it was
};

std::size_t size_of(const Patch& patch) { return patch.faces.size() + patch.squares.size(); }

// Paints one after the other. What they cover is looked up and changed in batches, so that a thousand
// paints of the whole world take no more memory than a few.
EditedWorld painted(const World& before, const Json& list, const Call& call) {
  const std::size_t most = std::max<std::size_t>(
      std::size_t{1} << 20, 2 * (std::size_t{before.mesh.face_count()} + before.grid.size()));
  EditedWorld out{before};
  WorldEdits batch;
  std::size_t waiting = 0;
  std::size_t done = 0;
  for (const Json& one : list) {
    call.progress("painting", static_cast<double>(done++) / static_cast<double>(list.size()));
    batch.paints.push_back(paint_in(before, one));
    waiting += size_of(batch.paints.back().patch);
    out.painted += size_of(batch.paints.back().patch);
    if (waiting < most && done < list.size()) continue;
    out.world = need(edited(out.world, batch));
    batch.paints.clear();
    waiting = 0;
  }
  return out;
}

EditedWorld edited_world(const World& before, const Call& call) {
  const auto listed = [&](const char* name) {
    return call.body.has(name) ? call.body.list(name, kMostEdits) : Json::array();
  };
  const Json paints = listed("paint");
  WorldEdits links;
  for (const Json& one : listed("links")) links.links.push_back(link_in(before, one));
  if (paints.empty() && links.links.empty()) {
    throw HttpFailure(400, "an edit wants 'paint', 'links' or both");
  }
  EditedWorld out = painted(before, paints, call);
  if (!links.links.empty()) {
    call.progress("linking", 1);
    out.world = need(edited(out.world, links));
  } else if (out.painted == 0) {
    throw HttpFailure(422, "there is no ground at that point");
  }
  return out;
}

}  // namespace

HttpReply edit_world(Call& call) {
  const SeenWorld before = call.world();
  const Stopwatch watch;
  EditedWorld changed = edited_world(before.state->world(), call);
  const double edit_seconds = watch.seconds();
  const auto next = Snapshot::edited(*before.state, std::move(changed.world), call.progress);
  // Whoever sees this state or goes back to the one before needs no long work to describe it.
  before.state->description();
  call.progress("describing the world", 0);
  next->description();
  const SeenWorld now = call.world_list.push(before.id, *before.state, next);
  call.has_changed = true;
  Json out = now.description();
  out["painted"] = changed.painted;
  out["edit_seconds"] = edit_seconds;
  return json_reply(out);
}

HttpReply undo_edit(Call& call) {
  const SeenWorld now = call.world_list.undo(call.body.text("world"));
  call.has_changed = true;
  return json_reply(now.description());
}

}  // namespace thalweg::tool::serve
