// Verdicts as a table or as JSON; missed ones decide the exit code.
#include "reproduce/verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/common.hpp"

namespace thalweg::tool {

Table verdict_table(std::span<const Verdict> verdicts) {
  Table table{.name = "verdicts", .head = {"what", "asked", "found", "met"}, .cells = {}};
  for (const Verdict& verdict : verdicts) {
    table.add_row({verdict.what, verdict.asked, verdict.found, verdict.is_met ? "yes" : "no"});
  }
  return table;
}

void end_with_verdicts(const Judged& judged, const ReproduceOptions& options) {
  const auto missed = std::ranges::count(judged.verdicts, false, &Verdict::is_met);
  Json out;
  if (options.json) {
    for (const Verdict& verdict : judged.verdicts) {
      out["verdicts"].push_back({{"what", verdict.what},
                                 {"asked", verdict.asked},
                                 {"found", verdict.found},
                                 {"is_met", verdict.is_met}});
    }
  } else {
    fmt::print("{}\n", verdict_table(judged.verdicts).text());
  }
  out["wrote"] = judged.page.string();
  out["bounds_missed"] = missed;
  out["seconds"] = judged.seconds;
  options.json ? print_json(out) : print_text(out);
  if (missed > 0 && !options.is_fast) {
    throw Failure(fmt::format("{} of {} requirements are not met", missed, judged.verdicts.size()),
                  Exit::no);
  }
}

}  // namespace thalweg::tool
