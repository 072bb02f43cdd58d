#include "reports/counts/counts_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "spec/lib/atomic_file.h"
#include "spec/lib/error.h"
#include "spec/lib/json_node.h"
#include "spec/lib/json_text.h"
#include "spec/lib/result_lines.h"

namespace kassay::reports {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int kFormat = 1;
constexpr char kAll[] = "all";  // among the standings of profiles: the run's own
constexpr char kWriteAgain[] = "Write it again: kassay report RESULTS --counts FILE.";

// The results as they were before waivers.
Results without_waivers(Results results) {
  if (results.header.waivers.empty() || !results.footer) return results;
  Standing before = {.functions = results.header.functions};
  ResultsFooter& footer = *results.footer;
  footer.counts.clear();
  for (CaseResult& result : results.cases) {
    result.outcome =
        result.waiver_note ? result.waiver_note->outcome : outcome_before_waivers(result);
    result.waived.reset();
    result.waiver_note.reset();
    before.add(result);
    ++footer.counts[std::string(outcome_name(result.outcome))];
  }
  for (auto& [id, standing] : footer.standings) {
    for (const std::string& function : standing.waived) {
      if (before.wrong.contains(function)) standing.wrong.insert(function);
      if (before.not_run.contains(function)) standing.not_run.insert(function);
    }
    standing.waived.clear();
    ProfileVerdict& verdict = footer.profiles[id];
    if (!standing.wrong.empty()) {
      verdict = ProfileVerdict::kFail;
    } else if (verdict == ProfileVerdict::kWaived) {
      verdict = ProfileVerdict::kIncomplete;
    }
  }
  footer.waivers.clear();
  results.header.waivers.clear();
  return results;
}

// Without what is of one machine only.
ResultsHeader kept_header(ResultsHeader header) {
  header.backend_environment.clear();
  header.sandbox.reset();
  const std::size_t colon = header.backend_argument.find(':');
  const std::size_t slash = header.backend_argument.rfind('/');
  if (colon != std::string::npos && slash != std::string::npos && slash > colon) {
    header.backend_argument.erase(colon + 1, slash - colon);
  }
  return header;
}

std::string function_line(const std::string& name, const RunCounts::Function& function) {
  OrderedJson parts = OrderedJson::object();
  for (const auto& [part, count] : function.parts) {
    const auto& [mode, dtype, outcome] = part;
    parts[mode][std::string(column_name(dtype))][std::string(outcome_name(outcome))] = count;
  }
  return OrderedJson({{"function", name}, {"category", function.category}, {"results", parts}})
      .dump();
}

EarlierRun as_earlier(const RunCounts& counts) {
  EarlierRun run{counts.header.started,
                 counts.header.backend_version,
                 counts.header.vectors_hash,
                 {},
                 static_cast<std::int64_t>(counts.summary.standing.supported.size())};
  for (std::size_t i = 0; i < counts.summary.counts.size(); ++i) {
    if (counts.summary.counts[i] == 0) continue;
    run.counts.emplace(outcome_name(kOutcomesWorstFirst[i]), counts.summary.counts[i]);
  }
  return run;
}

std::vector<EarlierRun> earlier_of(const std::optional<RunCounts>& before,
                                   const std::string& started) {
  if (!before) return {};
  std::vector<EarlierRun> earlier = before->earlier;
  earlier.push_back(as_earlier(*before));
  std::erase_if(earlier, [&](const EarlierRun& run) { return run.started >= started; });
  return earlier;
}

OrderedJson earlier_json(const std::vector<EarlierRun>& runs) {
  OrderedJson json = OrderedJson::array();
  for (const EarlierRun& run : runs) {
    json.push_back({{"started", run.started},
                    {"version", run.backend_version},
                    {"vectors", run.vectors_hash},
                    {"counts", run.counts},
                    {"functions", run.functions}});
  }
  return json;
}

EarlierRun read_earlier(const JsonNode& node) {
  node.allow_only({"started", "version", "vectors", "counts", "functions"});
  return {node.at("started").moment(), node.at("version").text(), node.at("vectors").text(),
          read_outcome_counts(node.at("counts")), node.at("functions").count()};
}

void read_function(const JsonNode& node, RunCounts& counts) {
  node.allow_only({"function", "category", "results"});
  RunCounts::Function& function = counts.functions[node.at("function").nonempty_text()];
  function.category = node.at("category").text();
  for (const auto& [mode, dtypes] : node.at("results").members()) {
    for (const auto& [dtype, outcomes] : dtypes.members()) {
      for (const auto& [outcome, count] : outcomes.members()) {
        const auto known = parse_outcome(outcome);
        if (!known) outcomes.fail("\"" + outcome + "\" is not an outcome");
        function.parts[{mode, parse_dtype(dtype), *known}] += count.count();
      }
    }
  }
}

// Of results that are only counted.
RunSummary summary_of(const RunCounts& counts, const ResultsFooter& footer) {
  RunFacts facts = facts_of(counts.header);
  facts.counts = footer.counts;
  facts.found = facts.selected;
  facts.ended = true;
  RunSummary summary;
  for (const auto& [name, count] : facts.counts) {
    summary.counts[severity_rank(*parse_outcome(name))] = count;
  }
  summary.profiles = footer.profiles;
  summary.standings = footer.standings;
  auto own = summary.standings.extract(kAll);
  if (own) facts.standing = std::move(own.mapped());
  for (const auto& [id, verdict] : summary.profiles) {
    const auto standing = summary.standings.find(id);
    facts.profiles.push_back(
        {id, verdict, standing == summary.standings.end() ? Standing() : standing->second});
  }
  summary.standing = facts.standing;
  summary.verdict = verdict_of(facts);
  return summary;
}

}  // namespace

bool is_counts_file(const std::string& file) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(file, unknown)) return false;
  std::ifstream stream(file, std::ios::binary);
  std::string begin(std::string_view("{\"counts\":").size(), '\0');
  stream.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin == "{\"counts\":";
}

RunCounts read_counts(const std::string& file) {
  const FileBytes bytes = read_file(file, kWriteAgain);
  RunCounts counts;
  std::optional<ResultsFooter> footer;
  std::string_view rest = bytes.text();
  int number = 0;
  for (std::size_t end; (end = rest.find('\n')) != std::string_view::npos;) {
    const JsonSource source{file, "line " + std::to_string(++number), kWriteAgain};
    const nlohmann::json json = parse_json(rest.substr(0, end), file, kWriteAgain, source.prefix);
    const JsonNode line(json, source);
    rest.remove_prefix(end + 1);
    if (number == 1) {
      line.allow_only({"counts", "header", "earlier"});
      if (line.at("counts").count() != kFormat) line.fail("another format than this kassay reads");
      counts.header = read_header(line.at("header"));
      for (const JsonNode& run : line.at("earlier").elements()) {
        counts.earlier.push_back(read_earlier(run));
      }
    } else if (const auto found = line.find("footer")) {
      footer = read_footer(*found);
    } else {
      read_function(line, counts);
    }
  }
  if (!footer || !rest.empty()) throw FileError(file, "", "is cut off", kWriteAgain);
  counts.label = counts.header.backend_name;
  counts.summary = summary_of(counts, *footer);
  return counts;
}

std::string counts_text(const ReportRun& run, const Report& report,
                        const std::optional<RunCounts>& before) {
  const ReportRun bare{run.label, run.files, without_waivers(run.results)};
  const RunVerdict verdict = summarize(bare.results).verdict;
  const ResultsHeader& header = bare.results.header;
  const bool is_part =
      std::ranges::any_of(header.filter, [](const auto& glob) { return glob != "*"; });
  if (!verdict.ended || is_part || header.shard_count > 1 || !header.profiles.empty()) {
    throw std::invalid_argument("the run was cut short, or is a part of its tier");
  }
  const RunCounts counts = counts_of(bare, report);
  ResultsFooter footer = *bare.results.footer;
  footer.standings[kAll] = counts.summary.standing;
  const OrderedJson head = OrderedJson::parse(to_line(kept_header(header)));
  std::string text = OrderedJson({{"counts", kFormat},
                                  {"header", head.at("header")},
                                  {"earlier", earlier_json(earlier_of(before, header.started))}})
                         .dump(-1, ' ', false, OrderedJson::error_handler_t::replace) +
                     "\n";
  for (const auto& [name, function] : counts.functions)
    text += function_line(name, function) + "\n";
  return text + to_line(footer) + "\n";
}

}  // namespace kassay::reports
