#include "reports/site/site.h"

#include <set>

#include "reports/html/html.h"
#include "reports/site/html_format.h"
#include "reports/site/markup.h"
#include "reports/site/page.h"
#include "reports/site/scoreboard.h"
#include "reports/site/support_pages.h"
#include "reports/slug.h"
#include "reports/specification/pages.h"
#include "reports/text.h"

namespace kassay::reports {
namespace {

using namespace site;

constexpr char kSpecificationFolder[] = "specification/";

constexpr char kAddYours[] =
    "<h2 id=\"add-yours\">Add yours</h2>\n"
    "<p>Test your backend, then make a site of its results and those of others:</p>\n"
    "<pre tabindex=\"0\"><code>kassay run --backend python:my_package.my_module --out mine.jsonl\n"
    "kassay report mine.jsonl --site public</code></pre>\n";

// The part of a report about one run, as seen from backends/.
Report report_of(const Report& report, const ReportRun& run) {
  Report one = report;
  one.runs = {run};
  return one;
}

}  // namespace

void write_site(const Report& report, std::vector<RunCounts> counted, const ClauseCases& cases,
                const SiteFile& write) {
  const Specification* const specification =
      report.specification ? &*report.specification : nullptr;
  const bool has_specification = specification != nullptr;
  std::set<std::string> taken;
  std::vector<Scored> backends;
  for (const ReportRun& run : report.runs) {
    backends.push_back({counts_of(run, report), free_slug(run.label, "backend", taken)});
    Report one = report_of(report, run);
    if (has_specification) {
      one.specification_pages = std::string("../") + kSpecificationFolder;
    }
    write("backends/" + backends.back().page + ".html", html_report(one));
  }
  bool has_history = report.history.has_value();
  for (RunCounts& run : counted) {
    const std::string page = free_slug(run.label, "backend", taken);
    write("backends/" + page + ".html",
          page_text({run.label, "../", counted_backend(run, specification), has_specification}));
    has_history = has_history || !run.earlier.empty();
    backends.push_back({std::move(run), page});
  }
  std::string html = element("p",
                             "Backends of the Keras backend API, each judged by the same golden "
                             "vectors. Each page shows what was tested and what failed.");
  html += scoreboard(backends, specification, has_history);
  if (report.runs.size() > 1) {
    html += element("p", link("compare.html", "Compare the reports, function by function"));
    Report all = report;
    if (has_specification) all.specification_pages = kSpecificationFolder;
    write("compare.html", html_report(all));
  }
  html += kAddYours;
  write("index.html", page_text({"Conformance of Keras backends", "", html, has_specification}));
  write("support.html", page_text({"Support, function by function", "",
                                   support_table(backends, specification), has_specification}));
  if (!has_specification) return;
  for (const auto& [name, page] : specification_pages(*specification, cases, html_format())) {
    write(kSpecificationFolder + name, page);
  }
}

}  // namespace kassay::reports
