#include "reports/history/history.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "reports/json.h"
#include "spec/lib/atomic_file.h"
#include "spec/lib/backend.h"
#include "spec/lib/json_node.h"
#include "spec/lib/json_text.h"
#include "spec/lib/result_lines.h"
#include "spec/lib/vector_files.h"
#include "spec/lib/vectors.h"

namespace kassay::reports {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr char kRemedy[] =
    "Name a file that `kassay run --history` appended to; if only this line is damaged, remove it.";

// Earlier versions had one word for all that is neither right nor wrong.
constexpr char kNoClaim[] = "no-claim";

// Of an entry whose counts are known.
Claim read_claim(const JsonNode& node, const HistoryEntry& entry) {
  if (const auto known = parse_claim(node.text())) return *known;
  if (node.text() != kNoClaim) node.fail("\"" + node.text() + "\" is not a verdict");
  if (entry.counts.contains(std::string(outcome_name(Outcome::kWaived)))) {
    return Claim::kNoFailureButWaived;
  }
  const bool passed = std::ranges::any_of(
      entry.counts, [](const std::pair<const std::string, std::int64_t>& count) {
        return fulfils_profile(*parse_outcome(count.first));
      });
  return passed ? Claim::kNoFailure : Claim::kNothingJudged;
}

std::optional<std::int64_t> count_if_present(const JsonNode& node, std::string_view key) {
  const auto member = node.find(key);
  return member ? std::optional(member->count()) : std::nullopt;
}

HistoryEntry read_entry(const JsonNode& node) {
  check_format(node);
  node.allow_only({"format", "started", "backend", "tier", "edition", "asked", "complete",
                   "verdict", "counts", "profiles", "functions", "supported", "right", "wrong",
                   "of-edition", "seconds", "specification", "vectors", "kassay"});
  HistoryEntry entry;
  entry.kassay_version = node.at("kassay").text();
  entry.started = node.at("started").moment();
  const JsonNode backend = node.at("backend");
  backend.allow_only({"argument", "name", "version", "device"});
  entry.backend_argument = backend.at("argument").text();
  entry.backend_name = backend.at("name").text();
  entry.backend_version = backend.at("version").text();
  entry.backend_device = backend.at("device").text();
  entry.specification_hash = node.at("specification").text();
  entry.vectors_hash = node.at("vectors").text();
  entry.tier = tier_name(node.at("tier").word(parse_tier, "tier"));
  entry.edition = edition_name(node.at("edition").word(parse_edition, "edition"));
  entry.asked_profiles = node.at("asked").texts();
  entry.complete = node.at("complete").boolean();
  entry.counts = read_outcome_counts(node.at("counts"));
  entry.claim = read_claim(node.at("verdict"), entry);
  entry.profiles = read_profile_verdicts(node.at("profiles"));
  entry.functions = node.at("functions").count();
  entry.supported = node.at("supported").count();
  entry.right = count_if_present(node, "right");
  entry.wrong = count_if_present(node, "wrong");
  entry.of_edition = count_if_present(node, "of-edition");
  entry.seconds = node.at("seconds").amount();
  return entry;
}

}  // namespace

HistoryEntry history_entry(const Results& results) {
  const ResultsHeader& header = results.header;
  const RunSummary summary = summarize(results);
  HistoryEntry entry;
  entry.kassay_version = header.kassay_version;
  entry.started = header.started;
  entry.backend_argument = header.backend_argument;
  entry.backend_name = header.backend_name;
  entry.backend_version = header.backend_version;
  entry.backend_device = header.backend_device;
  entry.specification_hash = header.specification_hash;
  entry.vectors_hash = header.vectors_hash;
  entry.tier = header.tier;
  entry.edition = header.edition;
  entry.asked_profiles = header.profiles;
  entry.complete = summary.verdict.whole;
  entry.claim = summary.verdict.claim;
  for (std::size_t i = 0; i < summary.counts.size(); ++i) {
    if (summary.counts[i] == 0) continue;
    entry.counts.emplace(outcome_name(kOutcomesWorstFirst[i]), summary.counts[i]);
  }
  // A waiver does not make results that were not run part of what is supported.
  const auto waived_not_run = std::ranges::count_if(results.cases, [](const CaseResult& result) {
    return result.waived && result.waived->outcome == Outcome::kNotRun;
  });
  if (waived_not_run > 0) {
    entry.counts["not-run"] += waived_not_run;
    if ((entry.counts["waived"] -= waived_not_run) == 0) entry.counts.erase("waived");
  }
  entry.profiles = summary.profiles;
  entry.functions = summary.standing.run();
  entry.supported = static_cast<std::int64_t>(summary.standing.supported.size());
  entry.right = summary.standing.right();
  entry.wrong = static_cast<std::int64_t>(summary.standing.wrong.size());
  if (summary.standing.functions > 0) entry.of_edition = summary.standing.functions;
  entry.seconds = results.footer ? results.footer->seconds : 0;
  return entry;
}

std::string to_line(const HistoryEntry& entry) {
  OrderedJson profiles = OrderedJson::object();
  for (const auto& [id, verdict] : entry.profiles) profiles[id] = profile_verdict_name(verdict);
  OrderedJson line = {{"format", kFormat},
                      {"started", entry.started},
                      {"backend",
                       {{"argument", entry.backend_argument},
                        {"name", entry.backend_name},
                        {"version", entry.backend_version},
                        {"device", entry.backend_device}}},
                      {"tier", entry.tier},
                      {"edition", entry.edition},
                      {"asked", entry.asked_profiles},
                      {"complete", entry.complete},
                      {"verdict", claim_name(entry.claim)},
                      {"counts", entry.counts},
                      {"profiles", std::move(profiles)},
                      {"functions", entry.functions},
                      {"supported", entry.supported},
                      {"seconds", json_number(entry.seconds)},
                      {"specification", entry.specification_hash},
                      {"vectors", entry.vectors_hash},
                      {"kassay", entry.kassay_version}};
  if (entry.right) line["right"] = *entry.right;
  if (entry.wrong) line["wrong"] = *entry.wrong;
  if (entry.of_edition) line["of-edition"] = *entry.of_edition;
  // A backend's description of itself may hold bytes that are not UTF-8.
  return line.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

History read_history(const std::string& file) {
  History history;
  std::error_code unknown;  // read_file reports what is wrong with an existing file
  if (!std::filesystem::exists(file, unknown) && !unknown) return history;
  const FileBytes bytes = read_file(file, kRemedy);
  std::string_view rest = bytes.text();
  int number = 0;
  for (std::size_t end; (end = rest.find('\n')) != std::string_view::npos;) {
    const JsonSource source{file, "line " + std::to_string(++number), kRemedy};
    const nlohmann::json json = parse_json(rest.substr(0, end), file, kRemedy, source.prefix);
    history.entries.push_back(read_entry(JsonNode(json, source)));
    rest.remove_prefix(end + 1);
  }
  history.cut_off = !rest.empty();
  return history;
}

}  // namespace kassay::reports
