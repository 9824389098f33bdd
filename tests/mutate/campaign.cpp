// Mutates valid files, repairs checksums so that readers get past them, and gives what loads to
// many verbs. A crash, a hang or a missing sentence is a finding, kept with its command.
#include "campaign.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <span>

#include "mutations.hpp"
#include "thalweg/core/file.hpp"

namespace thalweg::mutate {
namespace {

namespace fs = std::filesystem;

void raise(std::atomic<std::uint64_t>& most, std::uint64_t value) {
  std::uint64_t old = most;
  while (old < value && !most.compare_exchange_weak(old, value)) {
  }
}

void save(const std::string& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

void damage(ThalSection& section, Random& random) {
  const auto view = section.bytes.span();
  std::string bytes(reinterpret_cast<const char*>(view.data()), view.size());
  bytes = mutated(bytes, bytes, random);
  bytes.resize(bytes.size() / section.element_size * section.element_size);
  const auto changed = std::as_bytes(std::span(bytes.data(), bytes.size()));
  section.bytes = Array<std::byte>(std::vector<std::byte>(changed.begin(), changed.end()));
}

// "12.5,3" of "low": [12.5, 3, 0].
std::string corner(const std::string& json, const char* key) {
  const std::size_t at = json.find('[', std::min(json.find(key), json.size()));
  if (at == std::string::npos) return "0,0";
  char* end = nullptr;
  const double x = std::strtod(json.c_str() + at + 1, &end);
  const double y = std::strtod(end + 1, nullptr);
  return std::to_string(x) + "," + std::to_string(y);
}

std::uint32_t crc_of(std::string_view bytes) {
  std::uint32_t crc = 0xFFFFFFFFu;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (0xEDB88320u & (0u - (crc & 1)));
  }
  return ~crc;
}

// Without this, mutations of a PNG test little more than the checksums of its chunks.
void repair_checksums(std::string& png) {
  const auto word = [&](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      value = value << 8 | static_cast<unsigned char>(png[at + i]);
    }
    return value;
  };
  for (std::size_t at = 8; at + 12 <= png.size();) {
    const std::size_t length = word(at);
    if (length > png.size() - at - 12) return;
    const std::uint32_t crc = crc_of(std::string_view(png).substr(at + 4, length + 4));
    for (std::size_t i = 0; i < 4; ++i) {
      png[at + 8 + length + i] = static_cast<char>(crc >> (24 - 8 * i) & 0xFF);
    }
    at += length + 12;
  }
}

}  // namespace

Campaign::Campaign(std::string tool, const std::string& source, std::uint64_t seed, Tally& tally)
    : tool_(std::move(tool)), seed_(seed), tally_(tally), families_(families(source)) {
  for (const char* name : {"rooms.thal", "valley.thal", "hex.thal"}) {
    const auto mapped = map_file(name).value();
    stores_.push_back(read_thal(mapped.bytes, mapped.owner).value());
  }
  for (std::size_t i = 0; i <= families_.size(); ++i) {
    const std::string name = i < families_.size() ? families_[i].name : "thal";
    std::copy(name.begin(), name.end(), tally_.rows[i].name.begin());
  }
}

void Campaign::try_input(std::uint64_t number) {
  number_ = number;
  Random random(mix64(seed_ + number));
  const std::size_t which = number % families_.size();
  const Family& family = families_[which];
  begin(which, "in" + family.ending);
  const auto pick = [&] {
    return family.files[random.below(static_cast<std::uint32_t>(family.files.size()))];
  };
  const std::string first = pick();
  std::string bytes = mutated(first, pick(), random);
  if (family.name == "ros") {
    const std::size_t zero = std::min(bytes.find('\0'), bytes.size());
    for (const char* name : {"a.pgm", "a"}) {
      save(name, std::string_view(bytes).substr(std::min(zero + 1, bytes.size())));
    }
    bytes.resize(zero);
  }
  if (family.name == "png" && random.below(2) == 0) repair_checksums(bytes);
  save(file_, bytes);
  const auto& options =
      family.options[random.below(static_cast<std::uint32_t>(family.options.size()))];
  count(use(family, options));
}

void Campaign::try_thal(std::uint64_t number) {
  number_ = number;
  Random random(mix64(~seed_ + number));
  begin(families_.size(), "in.thal");
  auto sections = stores_[number % stores_.size()];
  for (std::uint32_t left = random.below(2) == 0 ? 1 : 1 + random.below(3); left > 0; --left) {
    damage(sections[random.below(static_cast<std::uint32_t>(sections.size()))], random);
  }
  const auto sealed = seal_thal(std::move(sections));
  if (!sealed) return;
  std::string bytes;
  for (const auto part : sealed->parts) {
    bytes.append(reinterpret_cast<const char*>(part.data()), part.size());
  }
  save(file_, bytes);
  const bool is_loaded = command({"info", file_, "--json"}).code == 0;
  count(is_loaded);
  if (is_loaded) use_world(file_);
}

void Campaign::begin(std::size_t row, std::string file) {
  row_ = row;
  file_ = std::move(file);
  ++tally_.rows[row_].inputs;
}

void Campaign::count(bool is_loaded) {
  ++(is_loaded ? tally_.rows[row_].loaded : tally_.rows[row_].refused);
}

bool Campaign::use(const Family& family, const std::vector<std::string>& options) {
  if (family.name == "links") {
    return import({"rooms.map", "--links", file_});
  }
  if (family.name == "profile") {
    return command(
               {"plan", "valley.thal", "--from", "20,20", "--to", "300,250", "--profile", file_})
               .code == 0;
  }
  if (family.name == "scen") {
    return command({"batch", "rooms.thal", file_, "--graph", "grid", "--profile", "euclid",
                    "--force", "-o", "rows.csv"})
               .code == 0;
  }
  if (family.name == "labels") {
    return command({"plan", "rooms.thal", "--from", "2.5,2.5", "--to", "17.5,17.5", "--graph",
                    "grid", "--profile", "euclid", "--planner",
                    "rooms:cells=labels:labels=" + file_})
               .code == 0;
  }
  if (family.name == "config") {
    return command({"build", "valley.thal", "--config", file_, "-o", "out.thal", "--force"}).code ==
           0;
  }
  std::vector<std::string> arguments = {file_};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return import(arguments);
}

bool Campaign::import(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "import");
  arguments.insert(arguments.end(), {"--force", "-o", "out.thal"});
  if (command(arguments).code != 0) return false;
  use_world("out.thal");
  return true;
}

void Campaign::use_world(const std::string& world) {
  static constexpr std::array kPlanners = {"a_star",    "natural",       "hpa_star",
                                           "thpa_star", "bidirectional", "turning"};
  const std::string facts = command({"info", world, "--json"}).out;
  command({"verify", world});
  const std::string from = corner(facts, "\"low\"");
  const std::string to = corner(facts, "\"high\"");
  command({"plan", world, "--from", from, "--to", to, "--reach", "1e9", "--partial", "--profile",
           "euclid"});
  command({"plan", world, "--from", to, "--to", from, "--reach", "1e9", "--planner",
           kPlanners[number_ % kPlanners.size()]});
  command({"render", world, "--width", "64", "--force", "-o", "out.png"});
  if (facts.find("\"layers\"") != std::string::npos) {
    command({"render", world, "--cells", "--width", "64", "--force", "-o", "out.png"});
  }
  if (facts.find("\"gates\"") != std::string::npos) {
    command({"render", world, "--gates", "--width", "64", "--force", "-o", "out.png"});
  }
}

Ran Campaign::command(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), tool_);
  arguments.insert(arguments.end(), {"--quiet", "--max-memory", std::to_string(kMaxMemory)});
  const Ran ran = run(arguments);
  ++tally_.rows[row_].commands;
  raise(tally_.slowest_ms, static_cast<std::uint64_t>(ran.seconds * 1000));
  raise(tally_.largest_bytes, ran.resident);
  if (!ran.complaint.empty()) report(ran.complaint, arguments);
  return ran;
}

void Campaign::report(const std::string& complaint, const std::vector<std::string>& arguments) {
  const std::string kept = "../finding-" + std::to_string(++tally_.findings) + "-" + file_;
  std::error_code failure;
  fs::copy_file(file_, kept, fs::copy_options::overwrite_existing, failure);
  std::string line = kept + ": " + complaint + "\n   ";
  for (const std::string& argument : arguments) line += " " + argument;
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);
}

}  // namespace thalweg::mutate
