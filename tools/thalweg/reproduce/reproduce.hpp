// What the reproductions of papers share: a folder of results with an index page, tables, pictures.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/image/image.hpp"

namespace thalweg::tool {

struct ReproduceOptions {
  std::filesystem::path data;     // the benchmark data. DEFAULT: none
  std::filesystem::path out;      // the folder that results are written to
  bool is_fast = false;           // tiny worlds: a test of the program, not of the figures
  std::vector<std::string> maps;  // thpa, hna, vtest: those measured. DEFAULT: all
  std::uint32_t problems = 0;     // thpa, hna, vtest: at most, of each map. DEFAULT: 0, all
  std::string map;  // thpa: the map that is drawn. DEFAULT: tranquilpaths, or the first of `maps`
  bool has_rows = false;  // thpa: write a row for each answer
  bool is_tuned = false;  // hna: search for the best configuration of each mesh
  bool json = false;
};

// A table: a head and rows of as many columns.
struct Table {
  std::string name;  // of its .csv file
  std::vector<std::string> head;
  std::vector<std::string> cells;  // row by row

  void add_row(std::vector<std::string> row);
  std::size_t row_count() const { return cells.size() / head.size(); }
  std::string markdown() const;
  std::string csv() const;
  std::string text() const;  // in columns, for the terminal
};

// The index page. It is written again whenever something is added, and so are tables and pictures:
// whoever looks at a run that has not ended, or was broken off, sees all that there is.
class ResultPage {
 public:
  // Creates the folder if there is none.
  explicit ResultPage(std::filesystem::path folder);

  void heading(std::string_view text);
  void text(std::string_view paragraph);
  void table(const Table& table);
  void picture(const std::string& file, const Image& image, std::string_view caption);
  void svg(const std::string& file, std::string_view text, std::string_view caption);
  // A CSV file beside the page, named in it.
  void file(const std::string& file, std::string_view content, std::string_view caption);
  // Writes the complete page; returns its path.
  std::filesystem::path finish() const;

 private:
  std::filesystem::path path() const { return folder_ / "index.md"; }
  void add(std::string_view markdown);

  std::filesystem::path folder_;
  std::string markdown_;
};

// The papers, one or more files each.
void reproduce_natural(const ReproduceOptions& options);
void reproduce_thpa(const ReproduceOptions& options);
void reproduce_hna(const ReproduceOptions& options);
void reproduce_vtest(const ReproduceOptions& options);

}  // namespace thalweg::tool
