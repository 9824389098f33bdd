// Exit codes and their meanings, options of all verbs, the progress line on terminals, numbers and
// points as text, and a JSON value printed for people.
#include "common/common.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <mutex>

#include "common/checks.hpp"
#include "common/memory.hpp"
#include "common/progress_line.hpp"
#include "core/text.hpp"
#include "thalweg/core/parallel.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <sys/resource.h>
#include <unistd.h>
#define THALWEG_POSIX 1
#else
#define THALWEG_POSIX 0
#endif

namespace thalweg::tool {
namespace {

bool is_quiet = false;
bool has_progress_line = false;

bool stderr_is_terminal() {
#if THALWEG_POSIX
  return ::isatty(STDERR_FILENO) == 1;
#else
  return false;
#endif
}

std::string shown(const Json& value);

// {"name": "portals", "nodes": 3008, "stored": true} as "portals, 3,008 nodes (stored)".
std::string shown_object(const Json& object) {
  std::string out;
  std::string flags;
  for (const auto& [key, value] : object.members()) {
    if (value.is_boolean()) {
      flags += value.boolean() ? " (" + key + ")" : "";
      continue;
    }
    if (!out.empty()) out += ", ";
    out += shown(value) + (key == "name" ? "" : " " + key);
  }
  return out + flags;
}

void set_max_memory(const std::string& text) {
  const auto bytes = parse_memory(text);
  if (!bytes) {
    throw UsageError("--max-memory wants a size from 1M up, such as 512M or 8G, not " +
                     thalweg::quoted(text));
  }
  limit_memory(*bytes);
}

// A JSON value in a readable form.
std::string shown(const Json& value) {
  if (value.is_null()) return "none";
  if (value.is_object()) return shown_object(value);
  if (value.is_string()) return value.text();
  if (value.is_number_unsigned() || value.is_number_integer()) {
    const std::int64_t number = value.signed_whole();
    return number < 0 ? std::to_string(number) : with_commas(static_cast<std::uint64_t>(number));
  }
  if (value.is_number_float()) return number_text(value.number());
  if (value.is_array()) {
    std::string out;
    for (const auto& item : value) out += (out.empty() ? "" : ", ") + shown(item);
    return out;
  }
  return value.dump();
}

}  // namespace

std::span<const ExitMeaning> exit_meanings() {
  static constexpr ExitMeaning kMeanings[] = {
      {Exit::done, "done: the path was found, the file was written, all laws hold"},
      {Exit::no, "the answer is no: there is no path, or a reproduced figure is missed"},
      {Exit::usage, "the command line makes no sense; nothing was done"},
      {Exit::input, "a file cannot be read, is malformed, or does not hold what was asked for"},
      {Exit::failed, "a file cannot be written, memory ran out, or a result is wrong"},
  };
  return kMeanings;
}

void add_common(Verb& verb) {
  verb.add_option_function<int>(
          "--threads", [](int count) { set_thread_count(count); },
          "Threads to use (default: all of the machine's)")
      ->check(whole_number(1, 1024));
  verb.add_option_function<std::string>("--max-memory", set_max_memory,
                                        "Refuse work that takes more, as 512M or 8G (default: half "
                                        "of the machine's memory)");
  verb.add_flag("--quiet", is_quiet, "No progress on stderr");
}

Progress terminal_progress() {
  if (is_quiet || !stderr_is_terminal()) return {};
  // One line for all reports of the command, whichever function makes them.
  static ProgressLine line;
  static std::mutex mutex;
  static const Stopwatch watch;
  return [](std::string_view stage, double done) {
    const std::lock_guard lock(mutex);
    const auto text = line.report(stage, done, watch.seconds());
    if (!text) return;
    has_progress_line = true;
    std::fprintf(stderr, "\r\033[K%s", text->c_str());
    std::fflush(stderr);
  };
}

void note(const std::string& sentence) {
  end_progress();
  if (!is_quiet) fmt::print(stderr, "note: {}\n", sentence);
}

void end_progress() {
  if (!has_progress_line) return;
  std::fputs("\r\033[K", stderr);
  has_progress_line = false;
}

std::vector<double> parse_numbers(const std::string& text, std::size_t count,
                                  const std::string& option) {
  std::vector<double> numbers;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const auto number =
        TextReader::parse_number<double>(trimmed(std::string_view(text).substr(at, comma - at)));
    if (!number)
      throw UsageError(option + " wants numbers with commas between, not " + thalweg::quoted(text));
    numbers.push_back(*number);
    at = comma + 1;
  }
  if (count != 0 && numbers.size() != count) {
    throw UsageError(fmt::format("{} wants {} numbers, not {}", option, count, numbers.size()));
  }
  return numbers;
}

Point parse_point(const std::string& text, const std::string& option) {
  const auto numbers = parse_numbers(text, 0, option);
  if (numbers.size() != 2 && numbers.size() != 3) {
    throw UsageError(option + " wants X,Y or X,Y,Z, not " + thalweg::quoted(text));
  }
  return {numbers[0], numbers[1], numbers.size() == 3 ? numbers[2] : kNoHeight};
}

void check_folder(const std::filesystem::path& path) {
  const auto folder = path.parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder)) {
    throw Failure(
        "cannot write '" + path.string() + "': there is no folder '" + folder.string() + "'",
        Exit::failed);
  }
}

double peak_megabytes() {
#if THALWEG_POSIX
  struct rusage usage {};
  if (::getrusage(RUSAGE_SELF, &usage) != 0) return 0;
#if defined(__APPLE__)
  return static_cast<double>(usage.ru_maxrss) / 1e6;
#else
  return static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
#endif
#else
  return 0;
#endif
}

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string number_text(double value) {
  // Six digits, but never fewer than millimetres of a coordinate.
  if (!(std::abs(value) >= 1000)) return fmt::format("{:.6g}", value);
  if (std::abs(value) >= 1e15) return fmt::format("{}", value);
  std::string text = fmt::format("{:.3f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string hex(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

Json describe(const World& world) {
  Json out;
  out["name"] = world.name;
  const Box3 box = world.box();
  const Vec3 low = box.is_empty() ? Vec3{} : world.frame().from_local(box.low);
  const Vec3 high = box.is_empty() ? Vec3{} : world.frame().from_local(box.high);
  out["low"] = {low.x, low.y, low.z};
  out["high"] = {high.x, high.y, high.z};
  if (world.earth.grid != EarthGrid::none) out["earth"] = to_string(world.earth);
  const auto corner = lat_lon_of(world.earth, low.xy());
  if (corner) out["low_lat_lon"] = {corner->latitude, corner->longitude};
  if (!world.mesh.empty()) {
    const Mesh& mesh = world.mesh;
    std::uint64_t portal_sides = 0;
    for (const EdgeId e : mesh.edges()) portal_sides += mesh.is_portal(e);
    double doubled_area = 0;
    for (const FaceId f : mesh.faces()) {
      if (is_walkable(mesh.area(f))) doubled_area += mesh.doubled_area(f);
    }
    out["faces"] = mesh.face_count();
    out["vertices"] = mesh.vertex_count();
    out["portals"] = portal_sides / 2;
    out["walkable_area"] = doubled_area / 2;
    out["mesh_bytes"] = mesh.bytes();
    out["mesh_bytes_per_face"] = static_cast<double>(mesh.bytes()) / mesh.face_count();
    out["locator_bytes"] = world.locator.bytes();
  }
  if (!world.grid.empty()) {
    std::uint64_t free_squares = 0;
    for (const SquareId s : world.grid.squares()) free_squares += world.grid.is_free(s);
    out["grid_width"] = world.grid.width();
    out["grid_height"] = world.grid.height();
    out["free_squares"] = free_squares;
    out["grid_bytes"] = world.grid.bytes();
  }
  if (!world.links.empty()) out["links"] = world.links.size();
  out["fingerprint"] = hex(world.fingerprint());
  return out;
}

void print_json(const Json& json) {
  // Names come from files and may contain any bytes; invalid UTF-8 is replaced.
  fmt::print("{}\n", json.dump(2));
}

void print_text(const Json& json) {
  std::size_t widest = 0;
  for (const auto& [key, value] : json.members()) widest = std::max(widest, key.size());
  for (const auto& [key, value] : json.members()) {
    std::string label = key;
    std::replace(label.begin(), label.end(), '_', ' ');
    fmt::print("{:<{}}  {}\n", label, widest, shown(value));
  }
}

}  // namespace thalweg::tool
