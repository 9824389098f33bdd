// Edits: painting, blocking, links; undo. docs/guide/viewer.md
#include "serve/operations.hpp"
#include "thalweg/world/edits.hpp"

namespace thalweg::tool::serve {
namespace {

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

WorldEdits edits_in(const World& world, const Fields& body) {
  WorldEdits edits;
  if (body.has("paint")) {
    for (const Json& one : body.list("paint", 1000)) edits.paints.push_back(paint_in(world, one));
  }
  if (body.has("links")) {
    for (const Json& one : body.list("links", 1000)) edits.links.push_back(link_in(world, one));
  }
  if (edits.paints.empty() && edits.links.empty()) {
    throw HttpFailure(400, "an edit wants 'paint', 'links' or both");
  }
  return edits;
}

}  // namespace

HttpReply edit_world(Call& call) {
  const auto before = call.snapshot();
  const WorldEdits edits = edits_in(before->world(), call.body);
  std::size_t faces = 0;
  for (const Paint& paint : edits.paints) {
    faces += paint.patch.faces.size() + paint.patch.squares.size();
  }
  if (faces == 0 && edits.links.empty()) throw HttpFailure(422, "there is no ground at that place");
  const Stopwatch watch;
  Store store;
  store.world = need(edited(before->world(), edits));
  auto next = std::make_shared<Snapshot>(std::move(store), before->drawing());
  const double edit_seconds = watch.seconds();
  next->follow(*before, call.progress);
  call.shelf.push(call.body.text("world"), *before, next);
  Json out = call.shelf.describe_one(call.body.text("world"));
  out["painted"] = faces;
  out["edit_seconds"] = edit_seconds;
  return json_reply(out);
}

HttpReply undo_edit(Call& call) {
  call.shelf.undo(call.body.text("world"));
  return json_reply(call.shelf.describe_one(call.body.text("world")));
}

}  // namespace thalweg::tool::serve
