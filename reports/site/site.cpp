#include "reports/site/site.h"

#include <set>

#include "reports/html/html.h"
#include "reports/site/html_format.h"
#include "reports/site/markup.h"
#include "reports/site/page.h"
#include "reports/site/scoreboard.h"
#include "reports/slug.h"
#include "reports/specification/pages.h"
#include "reports/text.h"

namespace kassay::reports {
namespace {

using namespace site;

constexpr char kSpecificationFolder[] = "specification/";

// The part of a report about one run, as seen from backends/.
Report report_of(const Report& report, const ReportRun& run) {
  Report one = report;
  one.runs = {run};
  return one;
}

}  // namespace

void write_site(const Report& report, const ClauseCases& cases, const SiteFile& write) {
  const bool has_specification = report.specification.has_value();
  std::set<std::string> taken;
  std::vector<std::string> names;
  for (const ReportRun& run : report.runs) {
    names.push_back(free_slug(run.label, "backend", taken));
  }
  std::string html = element("p",
                             "Backends of the Keras backend API, each judged by the same golden "
                             "vectors. Each page shows what was tested, what failed, why, and how "
                             "to reproduce it.");
  html += scoreboard(report, names);
  if (report.runs.size() > 1) {
    html += element("p", link("compare.html", "Compare all of them, function by function"));
    Report all = report;
    if (has_specification) all.specification_pages = kSpecificationFolder;
    write("compare.html", html_report(all));
  }
  if (has_specification) {
    html += element("p", "What they are tested against: " +
                             link(std::string(kSpecificationFolder) + "index.html",
                                  "the specification, clause by clause") +
                             ".");
  }
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    Report one = report_of(report, report.runs[i]);
    if (has_specification) {
      one.specification_pages = std::string("../") + kSpecificationFolder;
    }
    write("backends/" + names[i] + ".html", html_report(one));
  }
  write("index.html", page_text({"Conformance of Keras backends", "", html, has_specification}));
  if (!has_specification) return;
  for (const auto& [name, page] :
       specification_pages(*report.specification, cases, html_format())) {
    write(kSpecificationFolder + name, page);
  }
}

}  // namespace kassay::reports
