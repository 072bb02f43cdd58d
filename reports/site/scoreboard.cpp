#include "reports/site/scoreboard.h"

#include <algorithm>
#include <cmath>
#include <functional>
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
  const std::int64_t neither = supported - right - wrong;
  const auto of = [](std::int64_t part, std::int64_t whole) {
    return grouped_digits(part) + " of " + grouped_digits(whole);
  };
  const std::string counts =
      element("span", of(right, supported) + " right", "good") + count_line(wrong, "wrong", "bad") +
      count_line(neither, standing.waived.empty() ? "not fully run" : "waived", "guarded") +
      element("span", of(supported, all) + " supported") +
      count_line(standing.in_part(), "partial", "guarded");
  return bar({{"pass", right}, {"fail", wrong}, {"waived", neither}, {"none", all - supported}}) +
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

using Counts = std::map<std::string, std::int64_t>;

std::int64_t sum_of(const Counts& counts, bool (*matches)(Outcome)) {
  std::int64_t sum = 0;
  for (const auto& [name, count] : counts) {
    if (matches(*parse_outcome(name))) sum += count;
  }
  return sum;
}

Counts counts_by_name(const RunSummary& summary) {
  Counts counts;
  for (std::size_t i = 0; i < summary.counts.size(); ++i) {
    counts.emplace(outcome_name(kOutcomesWorstFirst[i]), summary.counts[i]);
  }
  return counts;
}

std::int64_t all_of(const Counts& counts) {
  return sum_of(counts, [](Outcome) { return true; });
}

std::string share_cell(const RunCounts& counts) {
  const Support total = counts.total();
  const std::int64_t all = all_of(counts_by_name(counts.summary));
  const auto line = [](const std::string& share, const char* of) {
    return element("span", element("strong", share) + " " + of);
  };
  return element("span",
                 line(share_text(total.right, all), "of the whole suite") +
                     line(share_text(total.right, total.supported), "of what is supported"),
                 "counts");
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

// What was right of the whole suite, over time; words beside it say the same.
std::string trend_line(const std::vector<std::pair<std::int64_t, std::int64_t>>& shares) {
  constexpr std::size_t kMostRuns = 12;
  constexpr double kWidth = 100, kHeight = 24, kMargin = 3;
  std::vector<double> values;
  for (const auto& [right, all] : shares) {
    values.push_back(all == 0 ? 0 : static_cast<double>(right) / static_cast<double>(all));
  }
  if (values.size() > kMostRuns) {
    values.erase(values.begin(), values.end() - static_cast<std::ptrdiff_t>(kMostRuns));
  }
  const auto [least, most] = std::ranges::minmax(values);
  const double range = most > least ? most - least : 1;
  std::string points;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double x = kMargin + (kWidth - 2 * kMargin) * static_cast<double>(i) /
                                   static_cast<double>(values.size() - 1);
    const double y = kHeight - kMargin - (kHeight - 2 * kMargin) * (values[i] - least) / range;
    points += std::to_string(std::lround(x)) + "," + std::to_string(std::lround(y)) + " ";
  }
  return "<svg class=\"trend\" viewBox=\"0 0 100 24\" aria-hidden=\"true\"><polyline points=\"" +
         points + "\"/></svg>";
}

std::string trend_cell(const RunCounts& run) {
  if (run.earlier.empty()) return element("span", "–", "muted");
  const Counts now = counts_by_name(run.summary);
  const EarlierRun& last = run.earlier.back();
  std::vector<std::pair<std::int64_t, std::int64_t>> shares;
  for (const EarlierRun& earlier : run.earlier) {
    shares.emplace_back(support_of(earlier.counts).right, all_of(earlier.counts));
  }
  shares.emplace_back(run.total().right, all_of(now));
  const auto supported = static_cast<std::int64_t>(run.summary.standing.supported.size());
  std::string html =
      change(sum_of(last.counts, fulfils_profile), sum_of(now, fulfils_profile), true, "passed") +
      change(sum_of(last.counts, counts_against), sum_of(now, counts_against), false, "wrong") +
      change(last.functions, supported, true, "functions supported");
  if (html.empty()) html = element("span", "nothing changed", "guarded");
  html += element("span", "since " + text(last.started.substr(0, 10)), "muted");
  if (last.backend_version != run.header.backend_version) {
    html += element("span", "and another version", "muted");
  }
  if (last.vectors_hash != run.header.vectors_hash) {
    html += element("span", "with other vectors", "muted");
  }
  return trend_line(shares) +
         element(
             "span",
             element("span",
                     share_text(shares[shares.size() - 2].first, shares[shares.size() - 2].second) +
                         " → " + share_text(shares.back().first, shares.back().second)) +
                 html,
             "counts");
}

// The profiles of all runs, in the order of the specification if it is known.
std::vector<std::string> profiles_of(const std::vector<const Scored*>& backends,
                                     const Specification* specification) {
  std::set<std::string> found;
  for (const Scored* backend : backends) {
    for (const auto& [id, verdict] : backend->counts.summary.profiles) found.insert(id);
  }
  std::vector<std::string> profiles;
  if (specification != nullptr) {
    for (const Profile& profile : specification->profiles) {
      if (found.erase(profile.id) > 0) profiles.push_back(profile.id);
    }
  }
  profiles.insert(profiles.end(), found.begin(), found.end());
  return profiles;
}

double share_of_suite(const Scored* backend) {
  const std::int64_t all = all_of(counts_by_name(backend->counts.summary));
  if (all == 0) return 0;
  return static_cast<double>(backend->counts.total().right) / static_cast<double>(all);
}

std::string backend_cell(const Scored& backend) {
  const ResultsHeader& header = backend.counts.header;
  const std::string version = header.specification_version;
  return link("backends/" + backend.page + ".html", text(backend.counts.label)) +
         element("p", text(header.backend_version), "muted") +
         element("p",
                 (version.empty() ? "" : "specification " + text(version) + ", ") + "edition " +
                     text(header.edition) + ", tier " + text(header.tier) + ", " +
                     text(header.started.substr(0, 10)),
                 "limit");
}

}  // namespace

std::string share_text(std::int64_t part, std::int64_t whole) {
  if (whole == 0) return "–";
  const std::int64_t tenths = 1000 * part / whole;
  if (tenths % 10 == 0) return std::to_string(tenths / 10) + " %";
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " %";
}

std::string scoreboard(const std::vector<Scored>& backends, const Specification* specification,
                       bool has_history) {
  std::vector<const Scored*> sorted;
  for (const Scored& backend : backends) sorted.push_back(&backend);
  std::ranges::stable_sort(sorted, std::ranges::greater(), share_of_suite);
  const std::vector<std::string> profiles = profiles_of(sorted, specification);
  std::string backend_rows, profile_rows;
  for (const Scored* backend : sorted) {
    const RunSummary& summary = backend->counts.summary;
    std::vector<std::string> cells = {backend_cell(*backend), share_cell(backend->counts),
                                      functions_cell(summary.standing), results_cell(summary)};
    if (has_history) cells.push_back(trend_cell(backend->counts));
    cells.push_back(verdict_cell(summary));
    backend_rows += row(cells);
    std::vector<std::string> of_profiles = {
        link("backends/" + backend->page + ".html", text(backend->counts.label))};
    for (const std::string& profile : profiles) {
      of_profiles.push_back(profile_cell(summary, profile));
    }
    profile_rows += row(of_profiles);
  }
  std::vector<std::string> headings = {"Backend", "Right", "Functions", "Results"};
  if (has_history) headings.emplace_back("Trend");
  headings.emplace_back("Verdict");
  std::string html = table(headings, backend_rows, "Backends");
  if (profiles.empty()) return html;
  headings = {"Backend"};
  headings.insert(headings.end(), profiles.begin(), profiles.end());
  return html + element("h2", "Profiles") + table(headings, profile_rows, "Profiles");
}

}  // namespace kassay::reports::site
