// glTF: every mode and type of index, strides, transforms and mirrors, scenes, binary files, and
// limits against files that multiply.
#include "thalweg/import/gltf.hpp"

#include <gtest/gtest.h>

namespace thalweg {
namespace {

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), by);
    at += by.size();
  }
  return text;
}

// A file with ' for quotes. Its points and indices are in "floor.bin": four corners of a unit
// square as floats, then the indices as shorts.
std::string json(const std::string& nodes, const std::string& primitive,
                 const std::string& extra = "") {
  return replaced("{'asset':{'version':'2.0'}," + extra + "'nodes':" + nodes +
                      ",'meshes':[{'name':'floor','primitives':[" + primitive + "]}]," +
                      "'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3'},"
                      "{'bufferView':1,'componentType':5123,'count':6,'type':'SCALAR'},"
                      "{'bufferView':2,'componentType':5121,'count':3,'type':'SCALAR'},"
                      "{'bufferView':3,'componentType':5125,'count':3,'type':'SCALAR'},"
                      "{'bufferView':4,'componentType':5126,'count':3,'type':'VEC3'}],"
                      "'bufferViews':[{'buffer':0,'byteLength':48},"
                      "{'buffer':0,'byteOffset':48,'byteLength':12},"
                      "{'buffer':0,'byteOffset':60,'byteLength':4},"
                      "{'buffer':0,'byteOffset':64,'byteLength':12},"
                      "{'buffer':0,'byteLength':48,'byteStride':16}],"
                      "'buffers':[{'byteLength':76,'uri':'my%20floor.bin'}]}",
                  "'", "\"");
}

std::string binary() {
  std::string bytes;
  const auto add = [&](const auto& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  for (const float x : {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 1.f, 0.f, -1.f, 0.f, 0.f, -1.f}) add(x);
  for (const int i : {0, 1, 2, 0, 2, 3}) add(static_cast<std::uint16_t>(i));
  for (const int i : {1, 2, 3, 0}) add(static_cast<std::uint8_t>(i));
  for (const std::uint32_t i : {0u, 1u, 3u}) add(i);
  return bytes;
}

Result<std::string> load(const std::string& name) {
  if (name != "my floor.bin") return Error{"no such file"};
  return binary();
}

TriangleSoup read_text(const std::string& text, Axes axes = Axes::z_up) {
  auto soup = read_gltf(text, {.axes = axes, .load = load});
  EXPECT_TRUE(soup) << soup.error();
  return soup ? std::move(soup).value() : TriangleSoup();
}

using GltfTriangles = std::vector<std::array<std::uint32_t, 3>>;
const std::string kIndexed = "{'attributes':{'POSITION':0},'indices':1}";

TEST(Gltf, reads_indexed_triangles_in_our_axes) {
  const TriangleSoup soup = read_text(json("[{'mesh':0}]", kIndexed), Axes::y_up);
  EXPECT_EQ(soup.vertices, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
  EXPECT_EQ(soup.triangles, (GltfTriangles{{0, 1, 2}, {0, 2, 3}}));
  EXPECT_EQ(soup.group_names, std::vector<std::string>{"floor"});
}

TEST(Gltf, reads_every_mode_and_kind_of_index) {
  const auto triangles = [](const std::string& primitive) {
    return read_text(json("[{'mesh':0}]", primitive)).triangles;
  };
  EXPECT_EQ(triangles("{'attributes':{'POSITION':0}}").size(), 1u);
  EXPECT_EQ(triangles("{'attributes':{'POSITION':0},'mode':5}"),
            (GltfTriangles{{0, 1, 2}, {1, 3, 2}}));
  EXPECT_EQ(triangles("{'attributes':{'POSITION':0},'mode':6}"),
            (GltfTriangles{{0, 1, 2}, {0, 2, 3}}));
  const TriangleSoup bytes =
      read_text(json("[{'mesh':0}]", "{'attributes':{'POSITION':0},'indices':2}"));
  EXPECT_EQ(bytes.vertices[bytes.triangles[0][2]], (Vec3{0, 0, -1}));
  const TriangleSoup words =
      read_text(json("[{'mesh':0}]", "{'attributes':{'POSITION':0},'indices':3}"));
  EXPECT_EQ(words.vertices[words.triangles[0][1]], (Vec3{1, 0, 0}));
  EXPECT_EQ(triangles("{'attributes':{'POSITION':0},'mode':1}," + kIndexed).size(), 2u);
}

TEST(Gltf, heeds_the_stride_between_points) {
  const TriangleSoup soup = read_text(json("[{'mesh':0}]", "{'attributes':{'POSITION':4}}"));
  EXPECT_EQ(soup.vertices, (std::vector<Vec3>{{0, 0, 0}, {0, 0, 1}, {-1, 0, 0}}));
}

TEST(Gltf, applies_the_transforms_of_all_ancestors) {
  const TriangleSoup soup =
      read_text(json("[{'children':[1],'translation':[10,0,0]},"
                     "{'mesh':0,'rotation':[0,0,2,2],'scale':[2,3,4],'name':'tilted'}]",
                     kIndexed));
  // A quarter turn about z after scaling: x becomes y.
  EXPECT_EQ(soup.vertices[1], (Vec3{10, 2, 0}));
  EXPECT_EQ(soup.vertices[2], (Vec3{10, 2, -4}));
  EXPECT_EQ(soup.group_names, std::vector<std::string>{"tilted"});
  const TriangleSoup moved =
      read_text(json("[{'mesh':0,'matrix':[1,0,0,0, 0,1,0,0, 0,0,1,0, 5,6,7,1]}]", kIndexed));
  EXPECT_EQ(moved.vertices[1], (Vec3{6, 6, 7}));
}

TEST(Gltf, turns_triangles_that_a_transform_mirrors) {
  const TriangleSoup soup = read_text(json("[{'mesh':0,'scale':[-1,1,1]}]", kIndexed));
  EXPECT_EQ(soup.triangles[0], (std::array<std::uint32_t, 3>{0, 2, 1}));
}

TEST(Gltf, takes_the_default_scene_or_all_nodes) {
  const std::string nodes = "[{'mesh':0},{'mesh':0},{'mesh':0}]";
  EXPECT_EQ(read_text(json(nodes, kIndexed)).triangles.size(), 6u);
  EXPECT_EQ(read_text(json(nodes, kIndexed, "'scenes':[{'nodes':[0]},{'nodes':[1,2]}],"))
                .triangles.size(),
            2u);
  EXPECT_EQ(read_text(json(nodes, kIndexed, "'scene':1,'scenes':[{'nodes':[0]},{'nodes':[1,2]}],"))
                .triangles.size(),
            4u);
}

TEST(Gltf, walks_deep_node_trees_and_refuses_deep_json_without_recursion) {
  std::string nodes = "[";
  for (int i = 1; i < 20000; ++i) nodes += "{'children':[" + std::to_string(i) + "]},";
  EXPECT_EQ(read_text(json(nodes + "{'mesh':0}]", kIndexed)).triangles.size(), 2u);
  const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  EXPECT_FALSE(read_gltf(deep));
  const auto with_extras = [](int depth) {
    return json("[{'mesh':0}]", kIndexed,
                "'extras':" + std::string(depth, '[') + std::string(depth, ']') + ",");
  };
  EXPECT_EQ(read_text(with_extras(60)).triangles.size(), 2u);
  EXPECT_EQ(read_gltf(with_extras(1'000'000), {.load = load}).error(),
            "the JSON is nested deeper than 64 levels");
}

TEST(Gltf, limits_what_instances_multiply_to) {
  const auto soup =
      read_gltf(json("[{'mesh':0},{'mesh':0}]", kIndexed), {.load = load, .max_triangles = 3});
  ASSERT_FALSE(soup);
  EXPECT_EQ(soup.error(), "the scene has over 3 triangles");
}

TEST(Gltf, says_which_file_is_missing) {
  const auto soup =
      read_gltf(replaced(json("[{'mesh':0}]", kIndexed), "my%20floor", "your"), {.load = load});
  ASSERT_FALSE(soup);
  EXPECT_EQ(soup.error(), "buffer 0 is not there: no such file");
}

TEST(Gltf, reads_binary_files) {
  std::string text = replaced(json("[{'mesh':0}]", kIndexed), ",\"uri\":\"my%20floor.bin\"", "");
  text.resize((text.size() + 3) / 4 * 4, ' ');
  const auto word = [](std::size_t value) {
    const auto number = static_cast<std::uint32_t>(value);
    return std::string(reinterpret_cast<const char*>(&number), 4);
  };
  const std::string body = word(text.size()) + "JSON" + text + word(binary().size()) +
                           std::string("BIN\0", 4) + binary();
  EXPECT_EQ(read_text("glTF" + word(2) + word(12 + body.size()) + body).triangles.size(), 2u);
}

}  // namespace
}  // namespace thalweg
