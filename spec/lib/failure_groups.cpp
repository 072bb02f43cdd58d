#include "spec/lib/failure_groups.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "spec/lib/names.h"
#include "spec/lib/text.h"

namespace kassay {
namespace {

constexpr std::size_t kLongestCause = 200;  // bytes
// What judge() writes before the message of an exception, and at the end of what it says of elements.
constexpr std::string_view kItSays = "It says: ";
constexpr std::string_view kElementsWrong = " wrong. ";

const std::map<Check, std::string> kWordsOfChecks = {
    {Check::kElement, "wrong values"},
    {Check::kRms, "values less accurate than the limit allows"},
    {Check::kValue, "a wrong plain value"},
    {Check::kShape, "another shape"},
    {Check::kDType, "another dtype"},
    {Check::kCount, "another number of outputs"},
    {Check::kErrorKind, "refused for another reason"},
    {Check::kNoError, "an invalid call is not refused"},
    {Check::kUnexpectedError, "a valid call is refused"}};

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

// The end of the number that begins at `i`: digits, hexadecimal ones too, fraction and exponent.
std::size_t end_of_number(std::string_view text, std::size_t i) {
  while (i < text.size()) {
    const bool sign =
        (text[i] == '+' || text[i] == '-') && (text[i - 1] == 'e' || text[i - 1] == 'E');
    const bool point = text[i] == '.' && i + 1 < text.size() && is_digit(text[i + 1]);
    if (!is_word(text[i]) && !sign && !point) break;
    ++i;
  }
  return i;
}

// The first line with "#" for each number and for each list of numbers.
std::string pattern_of(std::string_view message) {
  message = message.substr(0, message.find('\n'));
  std::string pattern;
  for (std::size_t i = 0; i < message.size();) {
    const bool in_word = i > 0 && is_word(message[i - 1]);
    const bool minus = message[i] == '-' && i + 1 < message.size() && is_digit(message[i + 1]);
    if (in_word || !(minus || is_digit(message[i]))) {
      pattern += message[i++];
      continue;
    }
    i = end_of_number(message, minus ? i + 1 : i);
    const bool listed = pattern.ends_with("#, ");
    pattern.resize(pattern.size() - (listed ? 3 : 0));
    pattern += '#';
  }
  return wording::shortened(pattern, kLongestCause);
}

std::string_view after(std::string_view text, std::string_view mark) {
  const std::size_t found = text.find(mark);
  return found == std::string_view::npos ? std::string_view() : text.substr(found + mark.size());
}

std::string cause_of_failure(const Failure& failure, const std::string& message) {
  const auto words = kWordsOfChecks.find(failure.check);
  std::string cause =
      words != kWordsOfChecks.end()
          ? words->second
          : "no such random sample (" + std::string(check_name(failure.check)) + ")";
  if (failure.check == Check::kDType || failure.check == Check::kErrorKind) {
    cause += ": expected " + failure.expected + ", actual " + failure.actual;
  }
  const bool raised =
      failure.check == Check::kUnexpectedError || failure.check == Check::kErrorKind;
  const std::string more = pattern_of(after(message, raised ? kItSays : kElementsWrong));
  if (more.empty()) {
    return failure.check == Check::kUnexpectedError ? cause + ": " + failure.actual : cause;
  }
  return cause + ": " + more;
}

}  // namespace

std::string failure_cause(const CaseResult& result) {
  if (result.outcome == Outcome::kUnexpectedPass) return "passes, although it is waived";
  if (!result.reading.empty()) return "the wrong reading " + result.reading;
  if (result.failure) return cause_of_failure(*result.failure, result.message);
  std::string_view message = result.message;
  const std::string prefix = result.function + ": ";
  if (message.starts_with(prefix)) message.remove_prefix(prefix.size());
  return message.empty() ? "no message" : pattern_of(message);
}

void FailureGroups::add(const CaseResult& result) {
  const std::int64_t place = added_++;
  if (!counts_against(result.outcome)) return;
  ++results_;
  ++against_[result.function];
  std::string cause = failure_cause(result);
  auto key = std::tuple(result.function, result.outcome, cause);
  auto found = groups_.find(key);
  if (found == groups_.end()) {
    if (groups_.size() == kMostGroups) {
      ++ungrouped_;
      return;
    }
    FailureGroup group{result.function, result.outcome, std::move(cause), 0, result, place};
    found = groups_.emplace(std::move(key), std::move(group)).first;
  }
  ++found->second.count;
}

std::vector<const FailureGroup*> FailureGroups::largest_first() const {
  std::vector<const FailureGroup*> groups;
  for (const auto& [key, group] : groups_) groups.push_back(&group);
  std::ranges::stable_sort(groups, std::ranges::greater{}, &FailureGroup::count);
  return groups;
}

std::string FailureGroups::explained_cause(const FailureGroup& group,
                                           const Specification* specification) const {
  const std::string& reading = group.example.reading;
  if (reading.empty()) return group.cause;
  std::string cause = group.cause;
  const std::int64_t of_function = against_.at(group.function);
  if (group.count < of_function) {
    cause += ", in " + std::to_string(group.count) + " of the " + std::to_string(of_function) +
             " results against " + group.function;
  }
  const std::string text =
      specification == nullptr ? "" : specification->reading_text(group.function, reading);
  return text.empty() ? cause : cause + ": " + text;
}

}  // namespace kassay
