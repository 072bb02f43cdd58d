#include "spec/lib/result_lines.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "spec/lib/backend.h"
#include "spec/lib/json_value.h"
#include "spec/lib/sandbox_record.h"
#include "spec/lib/vector_files.h"
#include "spec/lib/vectors.h"

namespace kassay {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;  // readers want the case first in a line

std::string line_of(const OrderedJson& json) {
  // A backend's message may hold bytes that are not UTF-8.
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

template <class Number>
std::optional<Number> whole_number(const std::string& text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number);
  if (parsed.ec != std::errc{} || parsed.ptr != end) return std::nullopt;
  return number;
}

// A text that is exactly the printed form of a number becomes that number; any other text stays a
// string.
OrderedJson number_or_text(const std::string& text) {
  if (const auto integer = whole_number<std::int64_t>(text)) {
    if (std::to_string(*integer) == text) return *integer;
  }
  if (const auto number = whole_number<double>(text)) {
    if (std::isfinite(*number) && shortest_text(*number) == text) return *number;
  }
  return text;
}

std::string text_of(const JsonNode& node) {
  const Json& json = node.json();
  if (json.is_number_integer()) return std::to_string(node.integer());
  return json.is_number_float() ? shortest_text(json.get<double>()) : node.text();
}

OrderedJson limitless(double number) {
  return std::isfinite(number) ? OrderedJson(number) : OrderedJson(shortest_text(number));
}

OrderedJson to_ordered(const Preview& preview) {
  if (preview.dtype.empty()) return preview.elements.empty() ? "" : preview.elements.front();
  OrderedJson elements = OrderedJson::array();
  for (const std::string& element : preview.elements) elements.push_back(number_or_text(element));
  return {{"dtype", preview.dtype}, {"shape", preview.shape}, {"elements", std::move(elements)}};
}

OrderedJson to_ordered(const WrongElement& element) {
  return {{"index", element.index},
          {"expected", number_or_text(element.expected)},
          {"actual", number_or_text(element.actual)},
          {"error", limitless(element.error)},
          {"limit", limitless(element.limit)}};
}

OrderedJson to_ordered(const Failure& failure) {
  OrderedJson json = {{"check", check_name(failure.check)},
                      {"output", failure.output},
                      {"index", failure.index},
                      {"expected", number_or_text(failure.expected)},
                      {"actual", number_or_text(failure.actual)},
                      {"error", limitless(failure.error)},
                      {"limit", limitless(failure.limit)},
                      {"mismatched", failure.mismatched},
                      {"elements", failure.elements}};
  if (failure.worst.empty()) return json;
  json["shape"] = failure.shape;
  for (const WrongElement& element : failure.worst) json["worst"].push_back(to_ordered(element));
  if (!failure.error_map.empty()) json["map"] = failure.error_map;
  return json;
}

OrderedJson to_ordered(const Waived& waived) {
  OrderedJson json = {{"outcome", outcome_name(waived.outcome)},
                      {"reason", waived.reason},
                      {"waiver", waived.waiver}};
  if (!waived.link.empty()) json["link"] = waived.link;
  return json;
}

OrderedJson to_ordered(const FailedCall& failed) {
  return {{"call", failed.call},
          {"function", failed.function},
          {"outcome", outcome_name(failed.outcome)}};
}

OrderedJson to_ordered(const WaiverUse& use) {
  OrderedJson json = {{"waiver", use.waiver},
                      {"status", waiver_status_name(use.status)},
                      {"waived", use.waived},
                      {"unexpected-passes", use.unexpected_passes}};
  if (!use.note.empty()) json["note"] = use.note;
  return json;
}

OrderedJson to_ordered(const Standing& standing) {
  OrderedJson json = {{"functions", standing.functions},
                      {"supported", standing.supported},
                      {"lacking", standing.lacking},
                      {"wrong", standing.wrong},
                      {"waived", standing.waived}};
  if (!standing.not_run.empty()) json["not-run"] = standing.not_run;
  return json;
}

OrderedJson to_ordered(const Repetition& repetition) {
  OrderedJson json = {{"runs", repetition.runs}};
  if (!repetition.wrong.empty()) json["wrong"] = repetition.wrong;
  if (!repetition.other_bits.empty()) json["other-bits"] = repetition.other_bits;
  if (repetition.wrong_in_threads) json["wrong-in-threads"] = true;
  if (repetition.other_bits_in_threads) json["other-bits-in-threads"] = true;
  if (repetition.ulps > 0) json["ulps"] = limitless(repetition.ulps);
  if (repetition.leak > 0) json["leak"] = repetition.leak;
  return json;
}

Standing::Names read_standing_names(const JsonNode& node) {
  const std::vector<std::string> names = node.texts();
  return {names.begin(), names.end()};
}

Standing read_standing(const JsonNode& node) {
  node.allow_only({"functions", "supported", "lacking", "wrong", "waived", "not-run"});
  const auto not_run = node.find("not-run");
  return {.functions = node.at("functions").count(),
          .supported = read_standing_names(node.at("supported")),
          .lacking = read_standing_names(node.at("lacking")),
          .wrong = read_standing_names(node.at("wrong")),
          .waived = read_standing_names(node.at("waived")),
          .not_run = not_run ? read_standing_names(*not_run) : Standing::Names()};
}

std::vector<std::int64_t> read_counts(const JsonNode& node) {
  std::vector<std::int64_t> counts;
  for (const JsonNode& count : node.elements()) counts.push_back(count.count());
  return counts;
}

Preview read_preview(const JsonNode& node) {
  if (node.json().is_string()) return {"", {}, {node.text()}};
  Preview preview{node.at("dtype").nonempty_text(), read_counts(node.at("shape")), {}};
  for (const JsonNode& element : node.at("elements").elements()) {
    preview.elements.push_back(text_of(element));
  }
  return preview;
}

WrongElement read_wrong_element(const JsonNode& node) {
  return {.index = read_counts(node.at("index")),
          .expected = text_of(node.at("expected")),
          .actual = text_of(node.at("actual")),
          .error = node.at("error").amount(),
          .limit = node.at("limit").amount()};
}

// Reads a list whose key is left out if it is empty.
std::vector<JsonNode> read_some(const JsonNode& node) {
  std::vector<JsonNode> elements = node.elements();
  if (elements.empty()) node.fail("an empty list: leave the key out");
  return elements;
}

void read_error_map(const JsonNode& node, Failure& failure) {
  failure.error_map = node.nonempty_text();
  if (failure.error_map.find_first_not_of("0123456") != std::string::npos) {
    node.fail("an error map has a digit from 0 to 6 for each element");
  }
}

Failure read_failure(const JsonNode& node) {
  Failure failure;
  failure.check = node.at("check").word(parse_check, "check");
  failure.output = node.at("output").small_count();
  failure.index = read_counts(node.at("index"));
  failure.expected = text_of(node.at("expected"));
  failure.actual = text_of(node.at("actual"));
  failure.error = node.at("error").amount();
  failure.limit = node.at("limit").amount();
  failure.mismatched = node.at("mismatched").count();
  failure.elements = node.at("elements").count();
  if (const auto worst = node.find("worst")) {
    for (const JsonNode& element : read_some(*worst)) {
      failure.worst.push_back(read_wrong_element(element));
    }
    failure.shape = read_counts(node.at("shape"));
  }
  if (const auto map = node.find("map")) {
    if (failure.worst.empty()) map->fail("an error map needs the \"worst\" elements");
    read_error_map(*map, failure);
  }
  return failure;
}

Outcome read_outcome(const JsonNode& node) { return node.word(parse_outcome, "outcome"); }

// file:line
std::string read_place(const JsonNode& node) {
  const std::string place = node.text();
  const std::size_t colon = place.rfind(':');
  if (colon == std::string::npos || !whole_number<std::int64_t>(place.substr(colon + 1))) {
    node.fail("\"" + place + "\" is not the place of a waiver: FILE:LINE is expected");
  }
  return place;
}

std::string text_or_empty(const JsonNode& node, std::string_view key) {
  const auto member = node.find(key);
  return member ? member->text() : "";
}

Waived read_waived(const JsonNode& node) {
  return {.outcome = read_outcome(node.at("outcome")),
          .reason = node.at("reason").nonempty_text(),
          .link = text_or_empty(node, "link"),
          .waiver = read_place(node.at("waiver"))};
}

FailedCall read_failed_call(const JsonNode& node) {
  const FailedCall failed{.call = node.at("call").count(),
                          .function = node.at("function").nonempty_text(),
                          .outcome = read_outcome(node.at("outcome"))};
  if (failed.call == 0) node.at("call").fail("the calls of a program count from 1");
  if (!counts_against(failed.outcome)) {
    node.at("outcome").fail("a call that failed ends in another outcome");
  }
  return failed;
}

// Reports show the names in commands, so they must be valid shell variables.
std::map<std::string, std::string> read_environment(const JsonNode& node) {
  constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  constexpr char kCharacters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  std::map<std::string, std::string> variables;
  for (const auto& [name, value] : node.members()) {
    if (name.find_first_of(kLetters) != 0 ||
        name.find_first_not_of(kCharacters) != std::string::npos) {
      node.fail("\"" + name + "\" is not a variable name");
    }
    variables.emplace(name, value.text());
  }
  return variables;
}

Repetition read_repetition(const JsonNode& node) {
  Repetition repetition{.runs = node.at("runs").count()};
  if (const auto wrong = node.find("wrong")) repetition.wrong = read_counts(*wrong);
  if (const auto other = node.find("other-bits")) repetition.other_bits = read_counts(*other);
  if (const auto wrong = node.find("wrong-in-threads")) {
    repetition.wrong_in_threads = wrong->boolean();
  }
  if (const auto other = node.find("other-bits-in-threads")) {
    repetition.other_bits_in_threads = other->boolean();
  }
  if (const auto ulps = node.find("ulps")) repetition.ulps = ulps->amount();
  if (const auto leak = node.find("leak")) repetition.leak = leak->amount();
  return repetition;
}

WaiverUse read_waiver_use(const JsonNode& node) {
  return {.waiver = read_place(node.at("waiver")),
          .status = node.at("status").word(parse_waiver_status, "status of a waiver"),
          .waived = node.at("waived").count(),
          .unexpected_passes = node.at("unexpected-passes").count(),
          .note = text_or_empty(node, "note")};
}

}  // namespace

std::string to_line(const ResultsHeader& header) {
  OrderedJson backend = {{"argument", header.backend_argument},
                         {"name", header.backend_name},
                         {"version", header.backend_version},
                         {"device", header.backend_device}};
  if (!header.backend_environment.empty()) backend["environment"] = header.backend_environment;
  const OrderedJson machine = {
      {"cpu", header.machine_cpu}, {"cores", header.machine_cores}, {"os", header.machine_os}};
  OrderedJson body = {{"format", kFormat},
                      {"kassay", header.kassay_version},
                      {"backend", backend},
                      {"machine", machine},
                      {"specification", header.specification_hash},
                      {"vectors", header.vectors_hash},
                      {"tier", header.tier},
                      {"edition", header.edition},
                      {"filter", header.filter},
                      {"profiles", header.profiles},
                      {"shard", {header.shard_index, header.shard_count}},
                      {"selected", header.selected},
                      {"started", header.started}};
  if (!header.specification_version.empty()) {
    body["specification-version"] = header.specification_version;
  }
  if (header.repetition.runs > 1) body["repeat"] = header.repetition.runs;
  if (header.repetition.threads > 1) body["threads"] = header.repetition.threads;
  if (header.functions > 0) body["functions"] = header.functions;
  if (header.sandbox) body["sandbox"] = to_json(*header.sandbox);
  for (const auto& [file, digest] : header.waivers) {
    body["waivers"].push_back({{"file", file}, {"sha256", digest}});
  }
  return line_of(OrderedJson::object({{"header", body}}));
}

std::string to_line(const CaseResult& result) {
  OrderedJson line = {{"case", result.case_id},
                      {"function", result.function},
                      {"mode", result.mode},
                      {"outcome", outcome_name(result.outcome)},
                      {"margin", limitless(result.margin)},
                      {"seconds", limitless(result.seconds)}};
  if (!result.reading.empty()) line["reading"] = result.reading;
  if (!result.message.empty()) line["message"] = result.message;
  if (result.failure) line["failure"] = to_ordered(*result.failure);
  if (result.waived) line["waived"] = to_ordered(*result.waived);
  if (!result.lacks.empty()) line["lacks"] = result.lacks;
  if (result.failed_call) line["failed-call"] = to_ordered(*result.failed_call);
  if (const auto& note = result.waiver_note) {
    line["waiver-note"] = {{"outcome", outcome_name(note->outcome)}, {"text", note->text}};
  }
  for (const Preview& output : result.answer) line["answer"].push_back(to_ordered(output));
  if (result.repetition) line["repetition"] = to_ordered(*result.repetition);
  return line_of(line);
}

std::string to_line(const ResultsFooter& footer) {
  OrderedJson profiles = OrderedJson::object();
  for (const auto& [id, verdict] : footer.profiles) profiles[id] = profile_verdict_name(verdict);
  OrderedJson body = {{"counts", footer.counts},
                      {"profiles", std::move(profiles)},
                      {"seconds", limitless(footer.seconds)}};
  for (const auto& [id, standing] : footer.standings) body["standings"][id] = to_ordered(standing);
  for (const WaiverUse& use : footer.waivers) body["waivers"].push_back(to_ordered(use));
  return line_of(OrderedJson::object({{"footer", body}}));
}

ResultsHeader read_header(const JsonNode& node) {
  check_format(node);
  ResultsHeader header;
  header.kassay_version = node.at("kassay").text();
  const JsonNode backend = node.at("backend");
  header.backend_argument = backend.at("argument").text();
  header.backend_name = backend.at("name").text();
  header.backend_version = backend.at("version").text();
  header.backend_device = backend.at("device").text();
  if (const auto environment = backend.find("environment")) {
    header.backend_environment = read_environment(*environment);
  }
  if (const auto sandbox = node.find("sandbox")) header.sandbox = read_sandbox(*sandbox);
  const JsonNode machine = node.at("machine");
  header.machine_cpu = machine.at("cpu").text();
  header.machine_cores = machine.at("cores").small_count();
  header.machine_os = machine.at("os").text();
  header.specification_hash = node.at("specification").text();
  header.vectors_hash = node.at("vectors").text();
  if (const auto version = node.find("specification-version")) {
    header.specification_version = read_version(*version);
  }
  header.tier = tier_name(node.at("tier").word(parse_tier, "tier"));
  header.edition = edition_name(node.at("edition").word(parse_edition, "edition"));
  header.filter = node.at("filter").texts();
  header.profiles = node.at("profiles").texts();
  if (const auto waivers = node.find("waivers")) {
    for (const JsonNode& waiver : read_some(*waivers)) {
      header.waivers.push_back({waiver.at("file").text(), waiver.at("sha256").sha256()});
    }
  }
  const JsonNode shard = node.at("shard");
  const std::vector<JsonNode> pair = shard.elements();
  if (pair.size() != 2) shard.fail("expected two ints, [index, count]");
  header.shard_index = pair[0].small_count();
  header.shard_count = pair[1].small_count();
  if (header.shard_index < 1 || header.shard_index > header.shard_count) {
    shard.fail("the index of a shard lies between 1 and their count");
  }
  header.selected = node.at("selected").count();
  if (const auto functions = node.find("functions")) header.functions = functions->count();
  if (const auto repeat = node.find("repeat")) header.repetition.runs = repeat->count();
  if (const auto threads = node.find("threads")) header.repetition.threads = threads->count();
  header.started = node.at("started").moment();
  return header;
}

CaseResult read_case_result(const JsonNode& node) {
  CaseResult result;
  result.case_id = node.at("case").nonempty_text();
  result.function = node.at("function").text();
  result.mode = mode_name(node.at("mode").word(parse_mode, "mode"));
  result.outcome = read_outcome(node.at("outcome"));
  result.margin = node.at("margin").amount();
  result.seconds = node.at("seconds").amount();
  result.reading = text_or_empty(node, "reading");
  result.message = text_or_empty(node, "message");
  if (const auto failure = node.find("failure")) result.failure = read_failure(*failure);
  if (const auto waived = node.find("waived")) result.waived = read_waived(*waived);
  result.lacks = text_or_empty(node, "lacks");
  if (const auto failed = node.find("failed-call")) {
    result.failed_call = read_failed_call(*failed);
  }
  if (const auto note = node.find("waiver-note")) {
    result.waiver_note = {read_outcome(note->at("outcome")), note->at("text").nonempty_text()};
  }
  if (const auto answer = node.find("answer")) {
    for (const JsonNode& output : read_some(*answer)) result.answer.push_back(read_preview(output));
    if (result.answer.size() > kMostPreviews) answer->fail("too many outputs");
  }
  if (const auto found = node.find("repetition")) result.repetition = read_repetition(*found);
  return result;
}

std::map<std::string, std::int64_t> read_outcome_counts(const JsonNode& node) {
  std::map<std::string, std::int64_t> counts;
  for (const auto& [name, count] : node.members()) {
    if (!parse_outcome(name)) count.fail("\"" + name + "\" is not an outcome");
    counts.emplace(name, count.count());
  }
  return counts;
}

std::map<std::string, ProfileVerdict> read_profile_verdicts(const JsonNode& node) {
  std::map<std::string, ProfileVerdict> profiles;
  for (const auto& [id, name] : node.members()) {
    profiles.emplace(id, name.word(parse_profile_verdict, "verdict on a profile"));
  }
  return profiles;
}

ResultsFooter read_footer(const JsonNode& node) {
  ResultsFooter footer;
  footer.counts = read_outcome_counts(node.at("counts"));
  footer.profiles = read_profile_verdicts(node.at("profiles"));
  if (const auto standings = node.find("standings")) {
    for (const auto& [id, standing] : standings->members()) {
      footer.standings.emplace(id, read_standing(standing));
    }
  }
  if (const auto waivers = node.find("waivers")) {
    for (const JsonNode& use : read_some(*waivers)) footer.waivers.push_back(read_waiver_use(use));
  }
  footer.seconds = node.at("seconds").amount();
  return footer;
}

std::string to_text(const Results& results) {
  std::string text = to_line(results.header) + "\n";
  for (const CaseResult& result : results.cases) text += to_line(result) + "\n";
  if (results.footer) text += to_line(*results.footer) + "\n";
  return text;
}

}  // namespace kassay
