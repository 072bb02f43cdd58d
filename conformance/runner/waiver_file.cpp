#include "conformance/runner/waiver_file.h"

#include <yaml-cpp/anchor.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <initializer_list>
#include <optional>
#include <sstream>
#include <string_view>
#include <type_traits>

#include "spec/lib/atomic_file.h"
#include "spec/lib/backend.h"
#include "spec/lib/error.h"
#include "spec/lib/printable.h"
#include "spec/lib/text.h"

namespace kassay::runner {
namespace {

constexpr char kRemedy[] = "docs/waivers_and_gates.md shows a file of waivers.";
constexpr Outcome kExcusable[] = {Outcome::kFail,       Outcome::kError,  Outcome::kCrash,
                                  Outcome::kTimeout,    Outcome::kNotRun, Outcome::kPass,
                                  Outcome::kOutOfMemory};

// A place in the file. Anything unexpected throws a FileError with its line.
class Place {
 public:
  Place(const std::string& file, const YAML::Node& node) : file_(file), node_(node) {}

  int line() const { return std::max(node_.Mark().line, 0) + 1; }  // an empty file lacks a mark
  [[noreturn]] void fail(const std::string& problem) const {
    throw FileError(file_, "line " + std::to_string(line()), problem, kRemedy);
  }

  std::string text() const {
    // Plain text has the tag "?", quoted text "!".
    if (node_.Tag().size() > 1) fail("a tag, " + node_.Tag() + ": write the text itself");
    if (!node_.IsScalar() || node_.Scalar().empty()) fail("expected a non-empty text");
    return node_.Scalar();
  }
  std::vector<Place> elements() const {
    if (!node_.IsSequence()) fail("expected a list");
    std::vector<Place> places;
    for (const YAML::Node& element : node_) places.emplace_back(file_, element);
    return places;
  }
  // A non-empty list; `read` reads each element.
  auto list(auto read) const {
    std::vector<std::invoke_result_t<decltype(read), const Place&>> values;
    for (const Place& element : elements()) values.push_back(std::invoke(read, element));
    if (values.empty()) fail("an empty list: remove it, or fill it");
    return values;
  }
  // yaml-cpp accepts duplicate and unknown keys.
  void check_keys(std::initializer_list<std::string_view> known) const {
    if (!node_.IsMap()) fail("expected a mapping");
    std::vector<std::string> seen;
    for (const auto& member : node_) {
      const Place key(file_, member.first);
      const std::string name = key.text();
      if (std::ranges::find(known, name) == known.end()) key.fail("unknown key \"" + name + "\"");
      if (std::ranges::find(seen, name) != seen.end()) key.fail("a second \"" + name + "\"");
      seen.push_back(name);
    }
  }
  std::optional<Place> find(const std::string& key) const {
    const YAML::Node member = node_[key];
    return member.IsDefined() ? std::optional(Place(file_, member)) : std::nullopt;
  }
  Place at(const std::string& key) const {
    const std::optional<Place> member = find(key);
    if (!member) fail("\"" + key + "\" is missing");
    return *member;
  }

 private:
  std::string file_;
  YAML::Node node_;
};

Mode read_mode(const Place& place) {
  const std::optional<Mode> mode = parse_mode(place.text());
  if (!mode) place.fail("\"" + place.text() + "\" is not a mode");
  return *mode;
}

std::string read_edition(const Place& place) {
  if (!parse_edition(place.text())) place.fail("\"" + place.text() + "\" is not an edition");
  return place.text();
}

Outcome read_outcome(const Place& place) {
  const std::optional<Outcome> outcome = parse_outcome(place.text());
  if (!outcome || std::ranges::find(kExcusable, *outcome) == std::end(kExcusable)) {
    place.fail("\"" + place.text() +
               "\" cannot be waived; fail, error, crash, timeout, out-of-memory and not-run can, "
               "and pass together with one of these");
  }
  return *outcome;
}

std::string read_day(const Place& place) {
  const std::string text = place.text();
  if (!is_day(text)) place.fail("\"" + text + "\" is not a day: write it like 2027-11-30");
  return text;
}

std::string read_link(const Place& place) {
  const std::string text = place.text();
  if (!text.starts_with("https://") && !text.starts_with("http://")) {
    place.fail("\"" + text + "\" is not a link: links begin with https:// or http://");
  }
  return text;
}

Waiver read_waiver(const std::string& file, const Place& place) {
  place.check_keys(
      {"cases", "except", "modes", "editions", "outcomes", "reason", "link", "expires"});
  Waiver waiver;
  waiver.line = place.line();
  waiver.place = file + ":" + std::to_string(waiver.line);
  waiver.cases = place.at("cases").list(&Place::text);
  waiver.outcomes = place.at("outcomes").list(read_outcome);
  if (std::ranges::count(waiver.outcomes, Outcome::kPass) == std::ssize(waiver.outcomes)) {
    place.at("outcomes").fail("a pass needs no waiver: list the failures that may occur instead");
  }
  waiver.reason = place.at("reason").text();
  if (const auto except = place.find("except")) waiver.except = except->list(&Place::text);
  if (const auto modes = place.find("modes")) waiver.modes = modes->list(read_mode);
  if (const auto editions = place.find("editions")) waiver.editions = editions->list(read_edition);
  if (const auto link = place.find("link")) waiver.link = read_link(*link);
  if (const auto expires = place.find("expires")) waiver.expires = read_day(*expires);
  return waiver;
}

// yaml-cpp stops at a NUL, and accepts bytes that are not UTF-8.
void check_characters(const std::string& file, std::string_view text) {
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    if (text.find('\0') < size || !is_utf8(text.substr(0, size))) {
      throw FileError(file, "line " + std::to_string(line), "bytes that are not UTF-8 text",
                      kRemedy);
    }
    text.remove_prefix(size);
  }
}

// Records where documents begin.
class Beginnings : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark& mark) override { marks.push_back(mark); }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}

  std::vector<YAML::Mark> marks;
};

// After an unmatched closing bracket yaml-cpp finds documents without end, so this does not load all of them.
YAML::Node read_document(const std::string& file, std::string_view text) {
  check_characters(file, text);
  std::istringstream stream{std::string(text)};
  YAML::Parser parser(stream);
  Beginnings documents;
  if (parser.HandleNextDocument(documents) && parser.HandleNextDocument(documents)) {
    throw YAML::Exception(documents.marks.back(), "a second document: a file holds only one");
  }
  return YAML::Load(std::string(text));
}

// A scalar in single quotes, where only the quote is special.
std::string quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') result += c;
    result += c;
  }
  return result + "'";
}

constexpr std::size_t kRow = 120;  // bytes of a scalar per line, if it can be broken

// The scalar in lines with this margin. It is broken only at single spaces, because YAML reads a line break as a space,
// and never so that a line looks like a comment.
std::string in_rows(std::string_view scalar, const std::string& margin) {
  std::string rows;
  while (scalar.size() > kRow) {
    std::size_t space = scalar.rfind(' ', kRow);
    while (space != std::string_view::npos && space > 0 &&
           (scalar[space - 1] == ' ' || scalar[space + 1] == ' ' || scalar[space + 1] == '#')) {
      space = scalar.rfind(' ', space - 1);
    }
    if (space == std::string_view::npos || space == 0) break;
    rows += std::string(scalar.substr(0, space)) + "\n" + margin;
    scalar.remove_prefix(space + 1);
  }
  return rows + std::string(scalar);
}

// "[a, b]", for names that need no quotes.
std::string flow_list(const auto& values, auto name) {
  std::vector<std::string> names;
  for (const auto& value : values) names.emplace_back(name(value));
  return "[" + joined(names) + "]";
}

}  // namespace

std::vector<Waiver> parse_waivers(const std::string& file, std::string_view text) {
  try {
    const Place root(file, read_document(file, text));
    root.check_keys({"waivers"});
    std::vector<Waiver> waivers;
    for (const Place& place : root.at("waivers").elements()) {
      waivers.push_back(read_waiver(file, place));
    }
    return waivers;
  } catch (const YAML::Exception& error) {
    throw FileError(file, "line " + std::to_string(error.mark.line + 1), error.msg, kRemedy);
  }
}

std::vector<Waiver> read_waivers(const std::string& file) {
  return parse_waivers(file, read_file(file, "Give --waivers a file that exists.").text());
}

bool is_day(const std::string& text) {
  if (!is_like(text, "0000-00-00")) return false;
  const auto part = [&text](std::size_t begin, std::size_t size) {
    return std::stoi(text.substr(begin, size));
  };
  return std::chrono::year_month_day(std::chrono::year(part(0, 4)),
                                     std::chrono::month(static_cast<unsigned>(part(5, 2))),
                                     std::chrono::day(static_cast<unsigned>(part(8, 2))))
      .ok();
}

std::string to_yaml(const Waiver& waiver, std::size_t indent) {
  const std::string margin(indent + 2, ' ');
  std::string text = std::string(indent, ' ') + "- cases:\n";
  const auto add_patterns = [&](const std::vector<std::string>& patterns) {
    for (const std::string& pattern : patterns) text += margin + "  - " + quoted(pattern) + "\n";
  };
  const auto add = [&](const std::string& key, const std::string& value) {
    text += margin + key + ": " + value + "\n";
  };
  add_patterns(waiver.cases);
  if (!waiver.except.empty()) {
    text += margin + "except:\n";
    add_patterns(waiver.except);
  }
  if (!waiver.modes.empty()) add("modes", flow_list(waiver.modes, mode_name));
  if (!waiver.editions.empty()) add("editions", flow_list(waiver.editions, std::identity()));
  add("outcomes", flow_list(waiver.outcomes, outcome_name));
  add("reason", in_rows(quoted(waiver.reason), margin + "  "));
  if (!waiver.link.empty()) add("link", quoted(waiver.link));
  if (!waiver.expires.empty()) add("expires", waiver.expires);
  return text;
}

}  // namespace kassay::runner
