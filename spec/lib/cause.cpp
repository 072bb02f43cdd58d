#include "spec/lib/cause.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <string_view>

#include "spec/lib/dtype.h"
#include "spec/lib/text.h"

namespace kassay {
namespace {

constexpr std::size_t kLongestCause = 200;  // bytes
constexpr std::string_view kLeftOut = "…";  // what differs from message to message
constexpr std::size_t kLongestLine = 2000;  // bytes of a line that are read
// Written by judge() before the message of an exception, and after its sentences about elements.
constexpr std::string_view kItSays = "It says: ";
constexpr std::string_view kElementsWrong = " wrong. ";
constexpr std::string_view kExact = "This result must be exact.";  // comes first, before any cause
constexpr std::string_view kTraceback = "Traceback (most recent call last):";
// Keras 3 puts the message of an operation between these two.
constexpr std::string_view kKerasBegins = "Exception encountered when calling ";
constexpr std::string_view kKerasEnds = "Arguments received by ";
// A terminal colour in a message that was made printable, up to an "m".
constexpr std::string_view kColour = "\\u{001B}[";

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

// The end of the word that begins at `i`.
std::size_t end_of_word(std::string_view text, std::size_t i) {
  while (i < text.size() && is_word(text[i])) ++i;
  return i;
}

// Whether digits at the end of a word are part of its meaning: float16, DType.INT8.
bool is_type(std::string_view word) {
  std::string name(word.substr(0, word.find_last_not_of("0123456789") + 1));
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name.ends_with("int") || name.ends_with("float") || name.ends_with("complex") ||
         name == "fp";
}

// Writes "#" for each number, also for digits after an underscore or at the end of a word, because
// backends number their objects (placeholder_12, variable3), but not for other digits in a word (conv2d).
std::string without_numbers(std::string_view line) {
  std::string text;
  std::size_t word = 0;  // its beginning
  for (std::size_t i = 0; i < line.size();) {
    if (i > 0 && !is_word(line[i - 1])) word = i;
    const bool minus = line[i] == '-' && i + 1 < line.size() && is_digit(line[i + 1]);
    const bool begins = i == word || line[i - 1] == '_';
    if (begins && (minus || is_digit(line[i]))) {
      i = end_of_number(line, minus ? i + 1 : i);
      const bool listed = text.ends_with("#, ");
      text.resize(text.size() - (listed ? 3 : 0));
      text += '#';
      continue;
    }
    const std::size_t end =
        is_digit(line[i]) ? std::min(line.find_first_not_of("0123456789", i), line.size()) : i;
    if (end > i && end == end_of_word(line, i) && !is_type(line.substr(word, end - word))) {
      text += '#';
      i = end;
    } else {
      text += line[i++];
    }
  }
  return text;
}

// Whether lists with this word are treated as equal: (None, 3), array([True], dtype=bool).
bool is_listed(std::string_view word) {
  constexpr std::array<std::string_view, 5> kWords = {"None", "True", "False", "dtype", "shape"};
  return std::ranges::find(kWords, word) != kWords.end() || parse_dtype(word);
}

// The end of the list that begins at `i`, if it has only numbers, such words and such lists.
std::optional<std::size_t> end_of_list(std::string_view text, std::size_t i) {
  constexpr std::string_view kBetween = "#, '\"-?=";
  const char close = text[i++] == '(' ? ')' : ']';
  while (i < text.size() && text[i] != close) {
    if (text[i] == '(' || text[i] == '[') {
      const std::optional<std::size_t> end = end_of_list(text, i);
      if (!end) return std::nullopt;
      i = *end;
    } else if (is_word(text[i])) {
      const std::size_t end = end_of_word(text, i);
      const std::string_view word = text.substr(i, end - i);
      if (!is_listed(word)) return std::nullopt;
      i = end;
    } else if (kBetween.find(text[i]) != std::string_view::npos) {
      ++i;
    } else {
      return std::nullopt;
    }
  }
  return i < text.size() ? std::optional(i + 1) : std::nullopt;
}

// Writes "(#)" or "[#]" for each such list, but not for the empty parentheses of a call.
std::string without_lists(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size();) {
    std::optional<std::size_t> end;
    const bool behind_word = i > 0 && is_word(line[i - 1]);
    if (line[i] == '(' || line[i] == '[') end = end_of_list(line, i);
    if (!end || (behind_word && *end == i + 2)) {
      text += line[i++];
      continue;
    }
    text += line[i] == '(' ? "(#)" : "[#]";
    i = *end;
  }
  return text;
}

// Writes "'#'" for a long or unclosed passage in quotes: it is a value, such as a node of a graph, not a name.
std::string without_quoted(std::string_view line) {
  constexpr std::size_t kLongestName = 40;
  std::string text;
  for (std::size_t i = 0; i < line.size();) {
    const char quote = line[i];
    text += line[i++];
    if ((quote != '\'' && quote != '"') || (i > 1 && is_word(line[i - 2]))) continue;
    std::size_t end = line.find(quote, i);
    while (end != line.npos && end + 1 < line.size() && is_word(line[end + 1]))
      end = line.find(quote, end + 1);
    end = std::min(end, line.size());
    if (end - i <= kLongestName) continue;
    text += '#';
    i = end;
  }
  return text;
}

std::string without_function(std::string_view line, std::string_view function) {
  std::string text;
  for (std::size_t i = 0; i < line.size();) {
    const std::size_t end = std::max(end_of_word(line, i), i + 1);
    const std::string_view word = line.substr(i, end - i);
    if (word == function) {
      text += kFunctionMark;
    } else {
      text += word;
    }
    i = end;
  }
  return text;
}

std::string without_colours(std::string_view message) {
  std::string text;
  for (std::size_t i = 0; i < message.size();) {
    const std::size_t end =
        message.substr(i).starts_with(kColour) ? message.find('m', i) : std::string_view::npos;
    if (end == std::string_view::npos) {
      text += message[i++];
    } else {
      i = end + 1;
    }
  }
  return text;
}

std::string_view trimmed(std::string_view line) {
  while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
  return line;
}

// Whether a line informs: the head of a traceback and its locations do not.
bool informs(std::string_view line) {
  const bool traceback = line.ends_with(kTraceback) || line.starts_with("File \"");
  return !traceback && std::ranges::any_of(line, is_word) &&
         line.find(kKerasBegins) == std::string_view::npos;
}

// Whether an exception begins here, as in "ValueError: no such axis".
bool begins_exception(std::string_view line) {
  const std::string_view type = line.substr(0, line.find(": "));
  return type.size() < line.size() && std::ranges::all_of(type, is_word) &&
         (type.ends_with("Error") || type.ends_with("Exception"));
}

// The patterns of the first and of the last line that inform; of the first line, if none does.
std::vector<std::string> patterns_of(std::string_view message, const std::string& function) {
  const std::string plain = without_colours(message);
  const std::string_view whole = plain;
  std::string_view rest = whole;
  std::vector<std::string> patterns;
  std::string_view first, last;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = trimmed(rest.substr(0, end)).substr(0, kLongestLine);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.starts_with(kKerasEnds)) break;
    if (!informs(line)) continue;
    if (first.empty()) first = line;
    // The lines after the beginning of the last exception continue its message.
    if (last == first || begins_exception(line) || !begins_exception(last)) last = line;
  }
  if (first.empty()) first = last = trimmed(whole.substr(0, whole.find('\n')));
  for (const std::string_view line : {first, last}) {
    const std::string pattern =
        replaced(without_function(without_lists(without_numbers(without_quoted(line))), function),
                 '#', kLeftOut);
    if (!pattern.empty()) patterns.push_back(wording::shortened(pattern, kLongestCause));
  }
  if (patterns.size() == 2 && patterns[0] == patterns[1]) patterns.pop_back();
  return patterns;
}

std::string_view after(std::string_view text, std::string_view mark) {
  const std::size_t found = text.find(mark);
  return found == std::string_view::npos ? std::string_view() : text.substr(found + mark.size());
}

// `cause` followed by each pattern; only `cause` if there are no patterns.
std::vector<std::string> extended(const std::string& cause, std::vector<std::string> patterns) {
  if (patterns.empty()) return {cause};
  for (std::string& pattern : patterns) pattern = cause + ": " + pattern;
  return patterns;
}

std::vector<std::string> causes_of_failure(const CaseResult& result) {
  const Failure& failure = *result.failure;
  const auto words = kWordsOfChecks.find(failure.check);
  std::string cause =
      words != kWordsOfChecks.end()
          ? words->second
          : "no such random sample (" + std::string(check_name(failure.check)) + ")";
  if (failure.check == Check::kDType) cause += ", " + failure.actual;
  if (failure.check == Check::kErrorKind) {
    cause += ": expected " + failure.expected + ", actual " + failure.actual;
  }
  const bool raised =
      failure.check == Check::kUnexpectedError || failure.check == Check::kErrorKind;
  std::string_view clue = after(result.message, raised ? kItSays : kElementsWrong);
  if (clue.starts_with(kExact)) clue.remove_prefix(kExact.size());
  std::vector<std::string> more = patterns_of(clue, result.function);
  if (more.empty() && failure.check == Check::kUnexpectedError)
    return {cause + ": " + failure.actual};
  return extended(cause, std::move(more));
}

}  // namespace

std::vector<std::string> causes_of(const CaseResult& result) {
  if (result.repetition && !result.repetition->wrong.empty()) {
    return {"right in some runs and wrong in others"};
  }
  if (result.repetition && result.repetition->wrong_in_threads) {
    return {"right in one thread, and wrong in several at once"};
  }
  if (result.outcome == Outcome::kUnexpectedPass) return {"passes, although it is waived"};
  if (!result.reading.empty()) return {"the wrong reading " + result.reading};
  if (result.failure) return causes_of_failure(result);
  std::string_view message = result.message;
  if (result.failed_call) {
    // The runner wrote the first two lines: they name the call.
    for (int line = 0; line < 2; ++line) message = after(message, "\n");
    return extended(result.failed_call->function + " failed before the function was called (" +
                        std::string(outcome_name(result.failed_call->outcome)) + ")",
                    patterns_of(message, result.function));
  }
  const std::string prefix = result.function + ": ";
  if (message.starts_with(prefix)) message.remove_prefix(prefix.size());
  std::vector<std::string> patterns = patterns_of(message, result.function);
  return patterns.empty() ? std::vector<std::string>{"no message"} : patterns;
}

}  // namespace kassay
