#include "reports/report.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <set>
#include <thread>
#include <unordered_map>

#include "reports/case_values.h"
#include "reports/shards.h"
#include "reports/summary.h"
#include "reports/text.h"
#include "spec/lib/error.h"
#include "spec/lib/function_vectors.h"
#include "spec/lib/program_text.h"
#include "spec/lib/vectors.h"

namespace kassay::reports {
namespace {

// Of two results for one case and mode the worse stays: a repetition must not hide a failure.
void drop_repetitions(ReportRun& run, std::vector<std::string>& notices) {
  std::vector<CaseResult>& cases = run.results.cases;
  std::unordered_map<std::string, std::size_t> places;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto [found, is_new] = places.try_emplace(cases[i].case_id + '\n' + cases[i].mode, kept);
    if (is_new) {
      if (kept != i) cases[kept] = std::move(cases[i]);
      ++kept;
    } else if (severity_rank(cases[i].outcome) < severity_rank(cases[found->second].outcome)) {
      cases[found->second] = std::move(cases[i]);
    }
  }
  if (kept < cases.size()) {
    notices.push_back(run.files.front() + " holds " +
                      count_of(static_cast<long long>(cases.size() - kept), "result") +
                      " for a case and mode that it already has; the worse one is shown.");
    cases.resize(kept);
  }
}

void compare_with_footer(const ReportRun& run, std::vector<std::string>& notices) {
  if (!run.results.footer) return;
  std::map<std::string, std::int64_t> found;
  for (const CaseResult& result : run.results.cases) {
    ++found[std::string(outcome_name(result.outcome))];
  }
  std::map<std::string, std::int64_t> promised = run.results.footer->counts;
  std::erase_if(promised, [](const auto& entry) { return entry.second == 0; });
  if (found != promised) {
    notices.push_back(run.files.front() +
                      ": the counts in the footer differ from those of its results; the report "
                      "uses the results.");
  }
}

// The name, then anything that distinguishes runs of the same name.
void label_runs(std::vector<ReportRun>& runs) {
  for (ReportRun& run : runs) {
    const ResultsHeader& header = run.results.header;
    run.label = header.backend_name.empty() ? header.backend_argument : header.backend_name;
  }
  const auto distinguish = [&runs](auto detail) {
    std::map<std::string, std::set<std::string>> details;
    for (const ReportRun& run : runs) details[run.label].insert(detail(run));
    for (ReportRun& run : runs) {
      if (details[run.label].size() > 1) run.label += " · " + detail(run);
    }
  };
  distinguish([](const ReportRun& run) { return run.results.header.backend_version; });
  distinguish([](const ReportRun& run) { return run.results.header.backend_device; });
  distinguish([](const ReportRun& run) { return run.results.header.edition; });
  distinguish([](const ReportRun& run) { return run.files.front(); });
  // The same file named twice still makes two runs.
  distinguish([&runs](const ReportRun& run) { return std::to_string(&run - runs.data() + 1); });
}

// The cases with results, and whether their values show more than that they are right.
using CasesToRead = std::map<std::string, bool, std::less<>>;

CasesToRead cases_to_read(const Report& report) {
  CasesToRead cases;
  for (const ReportRun& run : report.runs) {
    for (const CaseResult& result : run.results.cases) {
      cases[result.case_id] |=
          result.outcome != Outcome::kPass && result.outcome != Outcome::kUnsupported;
    }
  }
  return cases;
}

// What the vectors of one function say, or why they could not be read.
struct FunctionCases {
  std::vector<std::pair<std::string, ReportCase>> cases;  // by id
  std::string error;
};

// Reads those of these cases that exist, up to the tier.
FunctionCases read_function(const CasesToRead& cases, const std::string& directory,
                            const Manifest& manifest, const std::string& function, Tier tier) {
  try {
    const FunctionVectors vectors(directory, manifest, function, tier);
    FunctionCases found;
    for (std::size_t i = 0; i < vectors.cases().size(); ++i) {
      const auto wanted = cases.find(vectors.cases()[i].id);
      if (wanted == cases.end()) continue;
      Case test_case = vectors.read(i);
      ReportCase known;
      if (wanted->second) known.values = case_values(test_case);
      known.program = program_text(test_case.program);
      known.refusal = !test_case.expectation.error_kinds.empty();
      known.dtype = std::move(test_case.dtype);
      known.clauses = std::move(test_case.clauses);
      found.cases.emplace_back(std::move(test_case.id), std::move(known));
    }
    return found;
  } catch (const FileError& error) {
    if (tier == Tier::kFull) {
      return read_function(cases, directory, manifest, function, Tier::kCore);
    }
    return {{}, error.what()};
  }
}

// This takes most of the time of a report, so every core takes part.
void read_functions(Report& report, const std::map<std::string, Tier>& tiers,
                    const std::string& directory, const Manifest& manifest) {
  const CasesToRead cases = cases_to_read(report);
  const std::vector<std::pair<std::string, Tier>> wanted(tiers.begin(), tiers.end());
  std::vector<FunctionCases> found(wanted.size());
  std::atomic<std::size_t> next = 0;
  const auto read = [&] {
    for (std::size_t i = next++; i < wanted.size(); i = next++) {
      found[i] = read_function(cases, directory, manifest, wanted[i].first, wanted[i].second);
    }
  };
  std::vector<std::future<void>> readers;
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  for (std::size_t i = 0; i < std::min(cores, wanted.size()); ++i) {
    readers.push_back(std::async(std::launch::async, read));
  }
  for (std::future<void>& reader : readers) reader.get();
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    for (auto& [id, known] : found[i].cases) report.cases[id] = std::move(known);
    if (found[i].error.empty()) continue;
    report.notices.push_back("The clauses that the cases of " + wanted[i].first +
                             " test are unknown: " + found[i].error);
  }
}

// Cases with results that the vectors do not have.
void note_unknown_cases(Report& report, const std::string& directory) {
  std::set<std::string_view> unknown;
  for (const ReportRun& run : report.runs) {
    for (const CaseResult& result : run.results.cases) {
      if (!report.cases.contains(result.case_id)) unknown.insert(result.case_id);
    }
  }
  if (unknown.empty()) return;
  report.notices.push_back("The clauses that " +
                           count_of(static_cast<long long>(unknown.size()), "case") +
                           " test (such as " + std::string(*unknown.begin()) +
                           ") are unknown: the vectors in " + directory + " lack these cases.");
}

void read_vectors(Report& report, const std::string& directory) {
  Manifest manifest;
  try {
    manifest = read_manifest(directory);
    report.specification = read_specification(directory);
  } catch (const FileError& error) {
    report.notices.push_back(std::string("Clause texts and clause results are left out: ") +
                             error.what());
    return;
  }
  for (ReportRun& run : report.runs) {
    ResultsHeader& header = run.results.header;
    if (header.specification_hash == report.specification->hash) {
      header.functions = report.specification->functions_in(header.edition);
    } else {
      report.notices.push_back(run.label + " was judged by specification " +
                               header.specification_hash.substr(0, 12) +
                               ", but the clauses shown are from " +
                               report.specification->hash.substr(0, 12) + " in " + directory + ".");
    }
    if (header.vectors_hash != manifest.hash) {
      report.notices.push_back(run.label + " ran vectors " + header.vectors_hash.substr(0, 12) +
                               ", but the clauses of each case are read from vectors " +
                               manifest.hash.substr(0, 12) + " in " + directory + ".");
    }
  }
  std::map<std::string, Tier> tiers;  // the highest that a run of the function used
  for (const ReportRun& run : report.runs) {
    const Tier tier = parse_tier(run.results.header.tier).value_or(Tier::kCore);
    for (const CaseResult& result : run.results.cases) {
      if (!manifest.functions.contains(result.function)) continue;
      Tier& highest = tiers.try_emplace(result.function, Tier::kCore).first->second;
      highest = std::max(highest, tier);
    }
  }
  read_functions(report, tiers, directory, manifest);
  for (ReportRun& run : report.runs) {
    if (run.results.header.vectors_hash != manifest.hash) continue;
    rules::Outcomes outcomes;
    for (const CaseResult& result : run.results.cases) outcomes.add(result);
    run.findings = outcomes.findings(directory, run.results.header.edition, *report.specification);
  }
  note_unknown_cases(report, directory);
}

}  // namespace

Report make_report(std::vector<ReportRun> runs, const std::string& vectors_directory) {
  Report report;
  report.runs = join_shards(std::move(runs), report.notices);
  label_runs(report.runs);
  for (ReportRun& run : report.runs) {
    compare_with_footer(run, report.notices);
    drop_repetitions(run, report.notices);
  }
  read_vectors(report, vectors_directory);
  return report;
}

Report read_report(const std::vector<std::string>& results_files,
                   const std::string& vectors_directory) {
  std::vector<std::string> notices;
  std::vector<ReportRun> runs = read_runs(results_files, notices);
  Report report = make_report(std::move(runs), vectors_directory);
  report.notices.insert(report.notices.begin(), notices.begin(), notices.end());
  return report;
}

}  // namespace kassay::reports
