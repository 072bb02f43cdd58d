#include "reports/details.h"

#include <cstdio>

#include "reports/command_line.h"
#include "reports/text.h"
#include "spec/lib/text.h"

namespace kassay::reports {
namespace {

std::string reading_note(const Report& report, const CaseResult& result) {
  if (result.reading.empty()) return "";
  const std::string note = "reading: " + result.reading;
  if (!report.specification) return note;
  const std::string text = report.specification->reading_text(result.function, result.reading);
  if (text.empty()) return note;
  const char* verdict = result.outcome == Outcome::kPassAccepted ? "accepted" : "wrong";
  return note + " (" + verdict + ", of " +
         joined(report.specification->clauses_of_reading(result.function, result.reading)) +
         "): " + text;
}

std::string index_text(const std::vector<std::int64_t>& index) {
  std::string text;
  for (const std::int64_t i : index) text += (text.empty() ? "" : ", ") + std::to_string(i);
  return "[" + text + "]";
}

std::string number(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.6g", value);
  return buffer;
}

}  // namespace

std::string first_line(const CaseResult& result) {
  if (result.waived) return result.waived->reason;
  const std::string message = message_with_note(result);
  const std::string line = message.substr(0, message.find('\n'));
  return line.empty() ? std::string(outcome_name(result.outcome)) : line;
}

std::string details_text(const Report& report, const CaseResult& result) {
  std::string text;
  const auto add_line = [&text](const std::string& line) {
    if (!line.empty()) text += (text.empty() ? "" : "\n") + printable(line);
  };
  if (const auto& waived = result.waived) {
    add_line("waived by " + waived->waiver + ": " + waived->reason);
    add_line(waived->link);
    add_line("it was: " + std::string(outcome_name(waived->outcome)));
  }
  add_line(result.message);
  if (result.waiver_note) add_line(result.waiver_note->text);
  if (const auto& failure = result.failure) {
    add_line("check: " + std::string(check_name(failure->check)) + ", output " +
             std::to_string(failure->output) + ", index " + index_text(failure->index));
    add_line("expected: " + failure->expected);
    add_line("actual: " + failure->actual);
    add_line("error: " + number(failure->error) + ", limit: " + number(failure->limit));
    add_line("wrong: " + std::to_string(failure->mismatched) + " of " +
             count_of(failure->elements, "element"));
  }
  add_line(reading_note(report, result));
  return text;
}

std::string details_with_command(const Report& report, const ResultsHeader& header,
                                 const CaseResult& result) {
  const std::string text = details_text(report, result);
  if (!counts_against(result.outcome)) return text;
  return text + (text.empty() ? "" : "\n") +
         "repeat: " + printable(explain_command(header, result));
}

std::string_view category_in(std::string_view case_id) {
  return case_id.substr(0, case_id.find('/'));
}

}  // namespace kassay::reports
