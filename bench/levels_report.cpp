// One row of JSON for each level, the keys that other programs read first, and tables in Markdown.
// Detour with 65,535 nodes is the base of all ratios.
#include "levels_report.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace thalweg {
namespace {

constexpr const char* kNames[] = {"Detour, 2,048 nodes", "Detour, 65,535 nodes", "ours, default",
                                  "ours, shape=funnel", "Detour on our faces"};

double faster(const LevelReport& report, std::vector<double> Score::*times) {
  return mean(report.scores[kDetour65k].*times) / mean(report.scores[kDefault].*times);
}

// The keys that say the most come first, in an order that other programs rely on.
nlohmann::ordered_json row_of(const LevelReport& report) {
  const auto& scores = report.scores;
  const Score& ours = scores[kDefault];
  const LengthRatio length = length_ratio(ours, scores[kDetour65k]);
  nlohmann::ordered_json row = {
      {"level", report.level},
      {"polygons", report.polygons},
      {"detour_us", mean(scores[kDetour].mixed)},
      {"detour65k_us", mean(scores[kDetour65k].mixed)},
      {"default_us", mean(ours.mixed)},
      {"funnel_us", mean(scores[kFunnel].mixed)},
      {"ratio_mixed", faster(report, &Score::mixed)},
      {"ratio_alone", faster(report, &Score::alone)},
      {"length_ratio_mean", length.mean},
      {"length_ratio_worst", length.worst},
      {"height_error_median", quantile(ours.height_errors, 0.5)},
      {"height_error_p99", quantile(ours.height_errors, 0.99)},
      {"wrong_floor", ours.wrong_floor},
      {"build_s", report.build_seconds},
      {"bytes", ours.bytes},
      {"faces", report.faces},
      {"planner", report.planner},
      {"queries", report.queries},
      {"queries_compared", length.count},
      {"detour_build_s", report.detour_seconds},
  };
  if (!report.unfit.empty()) row["no_detour_on_our_faces"] = report.unfit;
  return row;
}

// What every contestant has, under the start of its keys.
nlohmann::ordered_json keys_of(const std::string& who, const Score& score, const Score& base) {
  const LengthRatio length = length_ratio(score, base);
  nlohmann::ordered_json row;
  for (const auto& [order, times] : {std::pair{"mixed", &score.mixed}, {"alone", &score.alone}}) {
    const std::string start = who + "_" + order + "_us_";
    row[start + "mean"] = mean(*times);
    row[start + "median"] = quantile(*times, 0.5);
    row[start + "p99"] = quantile(*times, 0.99);
    row[start + "worst"] = quantile(*times, 1);
  }
  row[who + "_allocations"] = score.allocations;
  row[who + "_length_ratio_mean"] = length.mean;
  row[who + "_length_ratio_worst"] = length.worst;
  row[who + "_partial"] = score.partial;
  row[who + "_height_error_median"] = quantile(score.height_errors, 0.5);
  row[who + "_height_error_p99"] = quantile(score.height_errors, 0.99);
  row[who + "_wrong_floor"] = score.wrong_floor;
  row[who + "_bytes"] = score.bytes;
  return row;
}

// Seconds; of Detour on our faces they are not measured.
std::string build_time(const LevelReport& report, std::size_t who) {
  if (who == kOnOurFaces) return "-";
  char text[32];
  std::snprintf(text, sizeof text, "%.2f",
                who <= kDetour65k ? report.detour_seconds : report.build_seconds);
  return text;
}

void print_score(const char* name, const Score& score, const Score& base,
                 const std::string& seconds) {
  const LengthRatio length = length_ratio(score, base);
  std::printf("  %-20s |", name);
  for (const std::vector<double>* times : {&score.mixed, &score.alone}) {
    std::printf(" %8.1f %8.1f %8.1f %8.1f |", mean(*times), quantile(*times, 0.5),
                quantile(*times, 0.99), quantile(*times, 1));
  }
  std::printf(" %6.2f | %7.4f %6.3f | %5zu | %6.3f %6.3f | %5zu | %7.2f | %6s\n", score.allocations,
              length.mean, length.worst, score.partial, quantile(score.height_errors, 0.5),
              quantile(score.height_errors, 0.99), score.wrong_floor,
              static_cast<double>(score.bytes) / 1e6, seconds.c_str());
}

// Two digits where there are no more, as far as three digits.
std::string short_number(double value) {
  const char* const format = value < 0.0995  ? "%.3f"
                             : value < 0.995 ? "%.2f"
                             : value < 9.95  ? "%.1f"
                                             : "%.0f";
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string short_mean(const std::vector<double>& values) { return short_number(mean(values)); }
std::string short_p99(const std::vector<double>& values) {
  return short_number(quantile(values, 0.99));
}

// Of each level, what a reader asks for first.
void print_summary(const std::vector<LevelReport>& reports) {
  std::puts(
      "| level (Recast's polygons) | Detour, 2,048 nodes | Detour, 65,535 nodes | our default | "
      "our "
      "`funnel` | default against Detour, 65,535: mixed / alone | length against Detour's: mean / "
      "worst | height error, 99 %: ours / Detour's |\n|---|---|---|---|---|---|---|---|");
  for (const LevelReport& report : reports) {
    const auto& scores = report.scores;
    const LengthRatio length = length_ratio(scores[kDefault], scores[kDetour65k]);
    std::printf("| %s (%zu) |", report.level.c_str(), report.polygons);
    for (const LevelContestant who : {kDetour, kDetour65k, kDefault, kFunnel}) {
      std::printf(" %s µs |", short_mean(scores[who].mixed).c_str());
    }
    std::printf(" %s / %s times as fast | %.3f / %.3f | %s / %s |\n",
                short_number(faster(report, &Score::mixed)).c_str(),
                short_number(faster(report, &Score::alone)).c_str(), length.mean, length.worst,
                short_p99(scores[kDefault].height_errors).c_str(),
                short_p99(scores[kDetour65k].height_errors).c_str());
  }
}

// And what stands behind it. Detour is the one with 65,535 nodes.
void print_details(const std::vector<LevelReport>& reports) {
  std::puts(
      "| level (our faces, planner) | Detour on our faces | 99 % of calls below: Detour / default "
      "/ "
      "`funnel` | not whole: Detour / default | other floor: Detour / default | allocations a "
      "call: Detour / default | MB: Detour / default | built in seconds: Detour / default "
      "|\n|---|---|---|---|---|---|---|---|");
  for (const LevelReport& report : reports) {
    const auto& scores = report.scores;
    const Score& theirs = scores[kDetour65k];
    const Score& ours = scores[kDefault];
    const std::string on_ours =
        report.unfit.empty() ? short_mean(scores[kOnOurFaces].mixed) + " µs" : report.unfit;
    std::printf("| %s (%zu, `%s`) | %s | %s / %s / %s µs |", report.level.c_str(), report.faces,
                report.planner.c_str(), on_ours.c_str(), short_p99(theirs.mixed).c_str(),
                short_p99(ours.mixed).c_str(), short_p99(scores[kFunnel].mixed).c_str());
    std::printf(" %zu / %zu | %zu / %zu | %.2f / %.2f | %.1f / %.1f | %.2f / %.2f |\n",
                theirs.partial, ours.partial, theirs.wrong_floor, ours.wrong_floor,
                theirs.allocations, ours.allocations, static_cast<double>(theirs.bytes) / 1e6,
                static_cast<double>(ours.bytes) / 1e6, report.detour_seconds, report.build_seconds);
  }
}

}  // namespace

std::string json_row(const LevelReport& report) {
  static constexpr const char* kKeys[] = {"detour", "detour65k", "default", "funnel",
                                          "detour_on_our_faces"};
  nlohmann::ordered_json row = row_of(report);
  for (std::size_t c = 0; c < report.scores.size(); ++c) {
    row.update(keys_of(kKeys[c], report.scores[c], report.scores[kDetour65k]));
  }
  return row.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void print_report(const LevelReport& report) {
  std::printf("%s: %zu polygons of Recast, %zu faces of ours, %zu queries, planner %s\n",
              report.level.c_str(), report.polygons, report.faces, report.queries,
              report.planner.c_str());
  std::printf("  %-20s | %-35s | %-35s | %6s | %14s | %5s | %13s | %5s | %7s | %6s\n", "",
              "mixed us", "alone us", "new", "length", "", "height error", "wrong", "", "build");
  std::printf("  %-20s |", "");
  for (int i = 0; i < 2; ++i) std::printf(" %8s %8s %8s %8s |", "mean", "median", "p99", "worst");
  std::printf(" %6s | %7s %6s | %5s | %6s %6s | %5s | %7s | %6s\n", "/query", "mean", "worst",
              "part", "median", "p99", "floor", "MB", "s");
  for (std::size_t c = 0; c < report.scores.size(); ++c) {
    print_score(kNames[c], report.scores[c], report.scores[kDetour65k], build_time(report, c));
  }
  if (!report.unfit.empty()) std::printf("  %s: %s\n", kNames[kOnOurFaces], report.unfit.c_str());
  std::printf("  default against Detour, 65,535 nodes: %.3f times as fast mixed, %.3f alone\n\n",
              faster(report, &Score::mixed), faster(report, &Score::alone));
  std::fflush(stdout);
}

void print_markdown(const std::vector<LevelReport>& reports) {
  print_summary(reports);
  std::puts("");
  print_details(reports);
}

}  // namespace thalweg
