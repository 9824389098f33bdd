// thalweg reproduce: a paper's tables and pictures, next to ours. docs/reproduce/natural.md,
// docs/reproduce/thpa.md, docs/reproduce/hna.md, docs/reproduce/vtest.md
#include "reproduce/reproduce.hpp"

#include <fmt/format.h>

#include "common/checks.hpp"
#include "common/common.hpp"
#include "common/output.hpp"

namespace thalweg::tool {
namespace {

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

void Table::add_row(std::vector<std::string> row) {
  row.resize(head.size());
  for (std::string& cell : row) cells.push_back(std::move(cell));
}

std::string Table::markdown() const {
  std::string text = "|";
  for (const std::string& title : head) text += " " + title + " |";
  text += "\n|";
  for (std::size_t i = 0; i < head.size(); ++i) text += i == 0 ? "---|" : "---:|";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    text += i % head.size() == 0 ? "\n| " : " ";
    text += cells[i] + " |";
  }
  return text + "\n";
}

std::string Table::csv() const {
  std::string text;
  const auto add = [&](const std::string& cell, std::size_t column) {
    text += csv_cell(cell) + (column + 1 == head.size() ? "\n" : ",");
  };
  for (std::size_t i = 0; i < head.size(); ++i) add(head[i], i);
  for (std::size_t i = 0; i < cells.size(); ++i) add(cells[i], i % head.size());
  return text;
}

std::string Table::text() const {
  std::vector<std::size_t> widths(head.size());
  for (std::size_t i = 0; i < head.size(); ++i) widths[i] = head[i].size();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::size_t& width = widths[i % head.size()];
    width = std::max(width, cells[i].size());
  }
  std::string out;
  const auto add = [&](const std::string& cell, std::size_t column) {
    out += column == 0 ? fmt::format("{:<{}}", cell, widths[0])
                       : fmt::format("  {:>{}}", cell, widths[column]);
    if (column + 1 == head.size()) out += "\n";
  };
  for (std::size_t i = 0; i < head.size(); ++i) add(head[i], i);
  for (std::size_t i = 0; i < cells.size(); ++i) add(cells[i], i % head.size());
  return out;
}

ResultPage::ResultPage(std::filesystem::path folder) : folder_(std::move(folder)) {
  std::error_code failure;
  std::filesystem::create_directories(folder_, failure);
  if (!std::filesystem::is_directory(folder_)) {
    throw Failure("cannot make the folder '" + folder_.string() + "'", Exit::failed);
  }
}

// The page so far replaces the one before, so that a run that is broken off leaves its results.
void ResultPage::add(std::string_view markdown) {
  markdown_ += markdown;
  write_output(path(), FileKind::page,
               markdown_ + "*This run has not ended: there is more to come.*\n");
}

void ResultPage::heading(std::string_view text) { add(fmt::format("## {}\n\n", text)); }

void ResultPage::text(std::string_view paragraph) { add(fmt::format("{}\n\n", paragraph)); }

void ResultPage::table(const Table& table) {
  write_output(folder_ / (table.name + ".csv"), FileKind::csv, table.csv());
  add(table.markdown() + "\n");
}

void ResultPage::picture(const std::string& file, const Image& image, std::string_view caption) {
  write_drawing(folder_ / file, image);
  add(fmt::format("![{}]({})\n\n*{}*\n\n", caption, file, caption));
}

void ResultPage::svg(const std::string& file, std::string_view text, std::string_view caption) {
  write_output(folder_ / file, FileKind::svg, text);
  add(fmt::format("![{}]({})\n\n*{}*\n\n", caption, file, caption));
}

void ResultPage::file(const std::string& file, std::string_view content, std::string_view caption) {
  write_output(folder_ / file, FileKind::csv, content);
  add(fmt::format("[{}]({}): {}\n\n", file, file, caption));
}

std::filesystem::path ResultPage::finish() const {
  write_output(path(), FileKind::page, markdown_);
  return path();
}

void add_reproduce(Verb& app) {
  auto* verb = app.add_verb("reproduce", "Make a paper's tables and pictures, next to ours");
  verb->footer(
      "The papers: natural (the natural-hierarchy thesis, chapters 5, 8 and 9)\n"
      "        thpa (HPA* and THPA*, the 36 maps of the THPA* thesis; wants --data)\n"
      "        hna (HNA*, on city districts and merged meshes; wants --data)\n"
      "        vtest (A* guided by visibility tests, on generated worlds; with --data also on "
      "maps)\n"
      "thpa, hna and vtest end with exit code 1 if a requirement is not met (not with --fast).\n"
      "Examples: thalweg reproduce natural --data data --out natural\n"
      "          thalweg reproduce thpa --data data --map tranquilpaths --out thpa\n"
      "          thalweg reproduce thpa --data data --maps duskwood,icecrown --problems 100\n"
      "          thalweg reproduce hna --data data --maps nexus --problems 50 --tune --out hna\n"
      "          thalweg reproduce vtest --out vtest");
  auto options = std::make_shared<ReproduceOptions>();
  auto paper = std::make_shared<std::string>();
  verb->add_option("PAPER", *paper, "Which one")
      ->required()
      ->check(one_of("paper", {"hna", "natural", "thpa", "vtest"}));
  verb->add_option("--data", options->data, "The benchmark data's folder (default: without)");
  options->out = "reproduced";
  verb->add_option("--out", options->out, "Where results go (default: the folder reproduced)");
  verb->add_flag("--fast", options->is_fast,
                 "Tiny worlds: a test of the program, not of the figures");
  verb->add_option("--maps", options->maps,
                   "thpa, hna, vtest: NAME,...: the maps to measure (default: all)")
      ->delimiter(',');
  verb->add_option(
          "--problems", options->problems,
          "thpa, hna, vtest: at most this many of each map, spread over their lengths (default: "
          "all; hna: 200; vtest: 20)")
      ->check(whole_number(1, 1'000'000));
  verb->add_option("--map", options->map,
                   "thpa: the map to draw (default tranquilpaths, or the first of --maps)");
  verb->add_flag("--rows", options->has_rows, "thpa: also write a CSV row for each answer");
  verb->add_flag("--tune", options->is_tuned,
                 "hna: also search for the best configuration of each mesh, and report the search");
  verb->add_flag("--json", options->json, "Print JSON");
  add_force(*verb);
  add_common(*verb);
  verb->callback([options, paper] {
    if (*paper == "thpa") return reproduce_thpa(*options);
    if (*paper == "vtest") return reproduce_vtest(*options);
    *paper == "hna" ? reproduce_hna(*options) : reproduce_natural(*options);
  });
}

}  // namespace thalweg::tool
