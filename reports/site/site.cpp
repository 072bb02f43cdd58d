#include "reports/site/site.h"

#include <set>

#include "reports/html/html.h"
#include "reports/site/markup.h"
#include "reports/site/page.h"
#include "reports/site/specification_pages.h"
#include "reports/slug.h"
#include "reports/summary.h"
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

std::string counts_text(const RunSummary& summary) {
  std::vector<std::string> parts;
  for (std::size_t i = summary.counts.size(); i-- > 0;) {
    if (summary.counts[i] == 0) continue;
    const std::string name(outcome_name(kOutcomesWorstFirst[i]));
    parts.push_back(
        element("span", grouped_digits(summary.counts[i]) + " " + name, "outcome-" + name));
  }
  return parts.empty() ? "no results" : joined(parts);
}

std::string verdict_cell(const RunSummary& summary) {
  const RunVerdict& verdict = summary.verdict;
  std::string html = element("strong", text(verdict.title), std::string(tone_name(verdict.tone)));
  for (const std::string& limit : verdict.limits) html += element("p", text(limit), "limit");
  return html;
}

std::string profile_cell(const RunSummary& summary, const std::string& profile) {
  const auto verdict = summary.profiles.find(profile);
  if (verdict == summary.profiles.end()) return element("span", "–", "muted");
  return element("span", std::string(profile_words(verdict->second)),
                 std::string(tone_name(tone_of(verdict->second))));
}

// The functions of all runs, in the order of the specification if it is known.
std::vector<std::string> profiles_of(const Report& report) {
  std::set<std::string> found;
  for (const ReportRun& run : report.runs) {
    for (const auto& [id, verdict] : summarize(run.results).profiles) found.insert(id);
  }
  std::vector<std::string> profiles;
  if (report.specification) {
    for (const Profile& profile : report.specification->profiles) {
      if (found.erase(profile.id) > 0) profiles.push_back(profile.id);
    }
  }
  profiles.insert(profiles.end(), found.begin(), found.end());
  return profiles;
}

std::string scoreboard(const Report& report, const std::vector<std::string>& names) {
  const std::vector<std::string> profiles = profiles_of(report);
  std::string rows;
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    const ReportRun& run = report.runs[i];
    const ResultsHeader& header = run.results.header;
    const RunSummary summary = summarize(run.results);
    std::vector<std::string> cells = {
        link("backends/" + names[i] + ".html", text(run.label)) +
            element("p", text(header.backend_version), "muted"),
        verdict_cell(summary),
        counts_text(summary),
        std::to_string(summary.supported_functions) + " of " + std::to_string(summary.functions),
        text(header.edition) + ", " + text(header.tier),
        text(header.started.substr(0, 10))};
    for (const std::string& profile : profiles) cells.push_back(profile_cell(summary, profile));
    rows += row(cells);
  }
  std::vector<std::string> headings = {"Backend",   "Verdict",       "Results",
                                       "Functions", "Edition, tier", "Tested"};
  for (const std::string& profile : profiles) headings.push_back(profile);
  return table(headings, rows, "Backends");
}

}  // namespace

void write_site(const Report& report, const SiteFile& write) {
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
  if (has_specification) write_specification(*report.specification, write);
}

}  // namespace kassay::reports
