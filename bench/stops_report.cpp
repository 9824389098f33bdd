// Joins what gcov counted with the order of first entry, and tells stops from leaves.
#include "stops_report.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "core/try.hpp"

namespace thalweg {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr int kOneLiner =
    3;  // lines of a function that holds one statement, as clang-format lays it out

// A file of the project, and the name under which its lines are counted: "path/funnel".
struct Source {
  std::string path;
  std::string name;
};

// Nothing for files that are not the library's.
std::optional<Source> source_of(const fs::path& file) {
  const std::string path =
      fs::absolute(file).lexically_normal().lexically_relative(fs::current_path()).generic_string();
  for (const std::string& root : {std::string("src/"), std::string("include/thalweg/")}) {
    if (path.starts_with(root))
      return Source{path, fs::path(path.substr(root.size())).replace_extension().generic_string()};
  }
  return std::nullopt;
}

// What was executed of one file.
struct Count {
  std::set<std::pair<int, int>> functions;  // where they begin: line, column
  std::set<int> lines;
  bool has_long = false;  // a function of more than one statement, or a source file
};

using Counts = std::map<std::string, Count>;  // [path]

struct Function {
  int first;  // line
  int last;
  int column;
  bool is_entered;

  bool holds(int line) const { return first <= line && line <= last; }
};

// Functions that are always inlined are counted where they are inlined, line by line: those that hold executed lines of
// no other function.
std::vector<Function> functions_of(const Json& file, const std::set<int>& lines) {
  std::vector<Function> all;
  for (const Json& one : file["functions"]) {
    const bool is_entered = one["execution_count"].get<double>() > 0;
    all.push_back({one["start_line"], one["end_line"], one["start_column"], is_entered});
  }
  std::ranges::sort(all, {}, [](const Function& one) { return one.last - one.first; });
  for (const int line : lines) {
    const auto holds = [&](const Function& one) { return one.holds(line); };
    if (std::ranges::any_of(all, [&](const Function& one) { return one.is_entered && holds(one); }))
      continue;
    const auto inlined = std::ranges::find_if(all, holds);
    if (inlined != all.end()) inlined->is_entered = true;
  }
  std::erase_if(all, [](const Function& one) { return !one.is_entered; });
  return all;
}

void add_file(Counts& counts, const Json& file, const fs::path& folder) {
  const auto source = source_of(folder / file["file"].get<std::string>());
  if (!source) return;
  std::set<int> lines;
  for (const Json& line : file["lines"]) {
    if (line["count"].get<double>() > 0) lines.insert(line["line_number"].get<int>());
  }
  if (lines.empty()) return;
  Count& all = counts[source->path];
  for (const Function& function : functions_of(file, lines)) {
    all.functions.emplace(function.first, function.column);
    all.has_long |= function.last - function.first >= kOneLiner;
  }
  all.has_long |= source->path.ends_with(".cpp");
  all.lines.merge(lines);
}

Result<Counts> read_counts(const fs::path& path) {
  std::ifstream in(path);
  Counts counts;
  for (std::string text; std::getline(in, text);) {
    const Json document = Json::parse(text, nullptr, false);
    if (document.is_discarded()) return Error{path.string() + " is not the JSON of gcov"};
    const fs::path folder = document["current_working_directory"].get<std::string>();
    for (const Json& file : document["files"]) add_file(counts, file, folder);
  }
  if (counts.empty()) return Error{path.string() + " has no counts"};
  return counts;
}

// [name]  the number of the first function of its files.
Result<std::map<std::string, std::size_t>> read_order(const fs::path& path) {
  std::ifstream in(path);
  std::map<std::string, std::size_t> first;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    if (const auto source = source_of(line.substr(0, line.find(':'))))
      first.emplace(source->name, ++number);
  }
  if (first.empty()) return Error{path.string() + " names no function of the library"};
  return first;
}

struct Leaf {
  std::string name;  // "path/funnel", or a folder: "core/"
  std::string why;
};

bool exists(const Leaf& leaf) {
  for (const std::string root : {"src/", "include/thalweg/"}) {
    if (leaf.name.ends_with('/')
            ? fs::exists(root + leaf.name)
            : fs::exists(root + leaf.name + ".cpp") || fs::exists(root + leaf.name + ".hpp")) {
      return true;
    }
  }
  return false;
}

std::vector<Leaf> read_leaves(const fs::path& path) {
  std::ifstream in(path);
  std::vector<Leaf> leaves;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    Leaf leaf;
    words >> leaf.name >> std::ws;
    std::getline(words, leaf.why);
    leaves.push_back(std::move(leaf));
  }
  return leaves;
}

// The leaf of the list that this name is; null: none.
const Leaf* listed_as(const std::vector<Leaf>& leaves, const std::string& name) {
  const auto is_it = [&](const Leaf& leaf) {
    return leaf.name == name || (leaf.name.ends_with('/') && name.starts_with(leaf.name));
  };
  const auto found = std::ranges::find_if(leaves, is_it);
  return found == leaves.end() ? nullptr : &*found;
}

// "path/funnel.cpp" for one file; both parts of two.
std::string joined(const std::string& files, const std::string& path) {
  const std::string extension = fs::path(path).extension().string();
  return files.empty() ? path : extension == ".cpp" ? path + " and .hpp" : files + " and .hpp";
}

void add_to(Stop& stop, const std::string& path, const Count& count) {
  stop.files = joined(stop.files, path);
  stop.functions += count.functions.size();
  stop.lines += count.lines.size();
}

void print_row(const Stop& stop, const std::string& before, const std::string& after) {
  std::printf("|%s %s | %zu | %zu |%s\n", before.c_str(), stop.files.c_str(), stop.functions,
              stop.lines, after.c_str());
}

}  // namespace

Result<Visit> read_visit(const VisitFiles& files) {
  TRY(const Counts counts, read_counts(files.gcov));
  TRY(const auto first, read_order(files.order));
  const std::vector<Leaf> listed = read_leaves(files.leaves);
  std::map<std::string, Stop> found;
  std::set<std::string> has_long;
  for (const auto& [path, count] : counts) {
    const std::string name = source_of(path)->name;
    add_to(found[name], path, count);
    if (count.has_long) has_long.insert(name);
  }
  Visit visit;
  for (auto& [name, stop] : found) {
    const auto entered = first.find(name);
    stop.first = entered == first.end() ? SIZE_MAX : entered->second;
    const Leaf* const leaf = listed_as(listed, name);
    visit.listed += leaf != nullptr ? 1 : 0;
    stop.why_leaf = leaf != nullptr           ? leaf->why
                    : has_long.contains(name) ? ""
                                              : "one-liners of a header";
    (stop.why_leaf.empty() ? visit.stops : visit.leaves).push_back(std::move(stop));
  }
  std::ranges::stable_sort(visit.stops, {}, &Stop::first);
  for (const Leaf& leaf : listed) {
    if (!exists(leaf)) visit.gone.push_back(leaf.name);
  }
  return visit;
}

bool print_visit(const Visit& visit, std::size_t most) {
  std::printf("\n| stop | file | functions entered | lines executed |\n|---|---|---|---|\n");
  std::size_t number = 0;
  Stop all{.files = "**all stops**"};
  for (const Stop& stop : visit.stops) {
    print_row(stop, " " + std::to_string(++number) + " |", "");
    all.functions += stop.functions;
    all.lines += stop.lines;
  }
  print_row(all, " " + std::to_string(number) + " |", "");
  std::printf("\n| leaf | functions entered | lines executed | why |\n|---|---|---|---|\n");
  for (const Stop& leaf : visit.leaves) print_row(leaf, "", " " + leaf.why_leaf + " |");
  const bool is_met = number <= most;
  std::printf(
      "\n**%zu stops, at most %zu wanted: %s.** %zu leaves: %zu listed, %zu headers of "
      "one-liners.\n",
      number, most, is_met ? "met" : "not met", visit.leaves.size(), visit.listed,
      visit.leaves.size() - visit.listed);
  for (const std::string& name : visit.gone)
    std::printf("The list of leaves names %s, which is gone.\n", name.c_str());
  return is_met;
}

}  // namespace thalweg
