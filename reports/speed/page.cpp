#include "reports/speed/page.h"

#include <iomanip>
#include <sstream>

#include "reports/html/page.h"
#include "reports/html/page_files.h"
#include "reports/speed/data.h"
#include "reports/text.h"

namespace kassay::reports {
namespace {

std::string labels_of(const bench::Header& header) {
  std::string labels;
  for (const auto& backend : header.backends) {
    labels += (labels.empty() ? "" : ", ") + backend.label;
  }
  return labels;
}

// What a reader without JavaScript sees: the last run.
std::string plain_means(const SpeedRun& run) {
  std::ostringstream list;
  list << "<p>Time of another backend / time of " << escape_markup(printable(run.first()))
       << ", geometric means over all workloads:</p>\n<ul>\n"
       << std::setprecision(3);
  for (const auto& [other, categories] : run.means) {
    const bench::Mean& all = categories.at("");
    list << "<li>"
         << (other == bench::kFastest ? "the fastest of the others"
                                      : escape_markup(printable(other)))
         << ": " << all.geometric << ", the worst " << all.worst << " in "
         << escape_markup(printable(all.worst_workload)) << ", ahead in " << all.ahead << " of "
         << all.workloads << "</li>\n";
  }
  return list.str() + "</ul>\n";
}

}  // namespace

std::string speed_page(const SpeedReport& report) {
  const SpeedRun& last = report.runs.back();
  return assemble_page({.title = printable(labels_of(last.header())) + " · speed",
                        .heading = "Speed of backends",
                        .summary = plain_means(last),
                        .data = speed_data(report),
                        .script = kSpeedScript,
                        .style = kSpeedStyle});
}

}  // namespace kassay::reports
