#include "reports/site/scoreboard.h"

#include <algorithm>
#include <set>
#include <utility>

#include "reports/site/markup.h"
#include "reports/summary.h"
#include "reports/text.h"

namespace kassay::reports::site {
namespace {

using Parts = std::vector<std::pair<std::string, std::int64_t>>;  // class and size

// A bar of parts in proportion; words beside it say the same.
std::string bar(const Parts& parts) {
  constexpr std::int64_t kWidth = 1000;
  std::int64_t total = 0, before = 0;
  for (const auto& [name, size] : parts) total += size;
  if (total == 0) return "";
  std::string html;
  for (const auto& [name, size] : parts) {
    const std::int64_t left = kWidth * before / total;
    before += size;
    const std::int64_t width = kWidth * before / total - left;
    if (size == 0) continue;
    // However few they are, they show.
    html += "<rect class=\"bar-" + name + "\" x=\"" + std::to_string(left) + "\" width=\"" +
            std::to_string(std::max<std::int64_t>(width, kWidth / 100)) + "\" height=\"10\"/>";
  }
  return "<svg class=\"bar\" viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\" "
         "aria-hidden=\"true\">" +
         html + "</svg>";
}

std::string count_line(std::int64_t count, const std::string& words,
                       const std::string& class_name) {
  return count == 0 ? "" : element("span", grouped_digits(count) + " " + words, class_name);
}

std::int64_t size_of(const Standing::Names& names) {
  return static_cast<std::int64_t>(names.size());
}

// Functions: what is right of those that are supported, and how many are.
std::string functions_cell(const Standing& standing) {
  const std::int64_t right = standing.right(), wrong = size_of(standing.wrong);
  const std::int64_t supported = size_of(standing.supported);
  const std::int64_t all = std::max(standing.functions, standing.run());
  const std::int64_t waived = supported - right - wrong;
  const auto of = [](std::int64_t part, std::int64_t whole) {
    return grouped_digits(part) + " of " + grouped_digits(whole);
  };
  const std::string counts =
      element("span", of(right, supported) + " right", "good") + count_line(wrong, "wrong", "bad") +
      count_line(waived, "waived", "guarded") + element("span", of(supported, all) + " supported") +
      count_line(standing.in_part(), "in part", "guarded");
  return bar({{"pass", right}, {"fail", wrong}, {"waived", waived}, {"none", all - supported}}) +
         element("span", counts, "counts");
}

std::string results_cell(const RunSummary& summary) {
  Parts parts;
  std::string counts;
  for (std::size_t i = summary.counts.size(); i-- > 0;) {
    const Outcome outcome = kOutcomesWorstFirst[i];
    const std::string name(outcome_name(outcome));
    parts.emplace_back(counts_against(outcome)       ? "fail"
                       : fulfils_profile(outcome)    ? "pass"
                       : outcome == Outcome::kWaived ? "waived"
                                                     : "none",
                       summary.counts[i]);
    counts += count_line(summary.counts[i], name, "outcome-" + name);
  }
  return counts.empty() ? "no results" : bar(parts) + element("span", counts, "counts");
}

std::string verdict_cell(const RunSummary& summary) {
  const RunVerdict& verdict = summary.verdict;
  std::string html = element("strong", text(verdict.title), std::string(tone_name(verdict.tone)));
  if (!summary.standing.wrong.empty()) {
    html += element("p", "Wrong: " + text(verdict.wrong_text), "limit");
  }
  for (const std::string& limit : verdict.limits) html += element("p", text(limit), "limit");
  return element("div", html, "verdict");
}

std::string profile_cell(const RunSummary& summary, const std::string& profile) {
  const auto verdict = summary.profiles.find(profile);
  if (verdict == summary.profiles.end()) return element("span", "–", "muted");
  std::string html = element("span", std::string(profile_words(verdict->second)),
                             std::string(tone_name(tone_of(verdict->second))));
  const auto standing = summary.standings.find(profile);
  return standing == summary.standings.end() ? html : html + functions_cell(standing->second);
}

// Comparable with the run: of the same backend, with the same selection, and whole.
const HistoryEntry* last_before(const Report& report, const HistoryEntry& now) {
  if (!report.history || !now.complete) return nullptr;
  const HistoryEntry* last = nullptr;
  for (const HistoryEntry& entry : *report.history) {
    const bool comparable =
        entry.complete && entry.backend_argument == now.backend_argument &&
        entry.backend_name == now.backend_name && entry.backend_device == now.backend_device &&
        entry.edition == now.edition && entry.tier == now.tier &&
        entry.asked_profiles == now.asked_profiles && entry.started < now.started;
    if (comparable && (last == nullptr || last->started < entry.started)) last = &entry;
  }
  return last;
}

std::int64_t passed_of(const HistoryEntry& entry) {
  std::int64_t sum = 0;
  for (const auto& [name, count] : entry.counts) {
    if (fulfils_profile(*parse_outcome(name))) sum += count;
  }
  return sum;
}

std::int64_t against_of(const HistoryEntry& entry) {
  std::int64_t sum = 0;
  for (const auto& [name, count] : entry.counts) {
    if (counts_against(*parse_outcome(name))) sum += count;
  }
  return sum;
}

// "▲ 12 more passed", or "▼ 3 fewer passed"; empty if nothing changed.
std::string change(std::int64_t before, std::int64_t now, bool more_is_better,
                   const std::string& words) {
  if (before == now) return "";
  const bool more = now > before;
  return element("span",
                 (more ? "▲ " : "▼ ") + grouped_digits(more ? now - before : before - now) +
                     (more ? " more " : " fewer ") + words,
                 more == more_is_better ? "good" : "bad");
}

std::string changes_cell(const Report& report, const ReportRun& run) {
  const HistoryEntry now = history_entry(run.results);
  const HistoryEntry* const last = last_before(report, now);
  if (last == nullptr) return element("span", "–", "muted");
  std::string html = change(passed_of(*last), passed_of(now), true, "passed") +
                     change(against_of(*last), against_of(now), false, "wrong") +
                     change(last->supported, now.supported, true, "functions supported");
  if (html.empty()) html = element("span", "nothing", "guarded");
  std::string since = "since " + text(last->started.substr(0, 10));
  if (last->vectors_hash != now.vectors_hash) since += ", with other vectors";
  return element("span", html + element("span", since, "muted"), "counts");
}

// The profiles of all runs, in the order of the specification if it is known.
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

}  // namespace

std::string scoreboard(const Report& report, const std::vector<std::string>& pages) {
  const std::vector<std::string> profiles = profiles_of(report);
  std::string backend_rows, profile_rows;
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    const ReportRun& run = report.runs[i];
    const ResultsHeader& header = run.results.header;
    const RunSummary summary = summarize(run.results);
    const std::string name = link("backends/" + pages[i] + ".html", text(run.label));
    std::vector<std::string> cells = {
        name + element("p", text(header.backend_version), "muted") +
            element("p",
                    "edition " + text(header.edition) + ", tier " + text(header.tier) + ", " +
                        text(header.started.substr(0, 10)),
                    "limit"),
        verdict_cell(summary), functions_cell(summary.standing), results_cell(summary)};
    if (report.history) cells.push_back(changes_cell(report, run));
    backend_rows += row(cells);
    std::vector<std::string> of_profiles = {name};
    for (const std::string& profile : profiles) {
      of_profiles.push_back(profile_cell(summary, profile));
    }
    profile_rows += row(of_profiles);
  }
  std::vector<std::string> headings = {"Backend", "Verdict", "Functions", "Results"};
  if (report.history) headings.emplace_back("Changed");
  std::string html = table(headings, backend_rows, "Backends");
  if (profiles.empty()) return html;
  headings = {"Backend"};
  headings.insert(headings.end(), profiles.begin(), profiles.end());
  return html + element("h2", "Profiles") + table(headings, profile_rows, "Profiles");
}

}  // namespace kassay::reports::site
