#include "conformance/runner/waivers.h"

#include <algorithm>

#include "conformance/runner/selection.h"
#include "spec/lib/atomic_file.h"
#include "spec/lib/function_vectors.h"
#include "spec/lib/sha256.h"

namespace kassay::runner {
namespace {

template <class T>
bool contains(const std::vector<T>& values, const T& value) {
  return std::ranges::find(values, value) != values.end();
}

bool any_matches(const std::vector<std::string>& patterns, const std::string& function,
                 const std::string& case_id) {
  return std::ranges::any_of(patterns, [&](const std::string& pattern) {
    return filter_matches(pattern, function, case_id);
  });
}

bool has_mode(const Waiver& waiver, Mode mode) {
  return waiver.modes.empty() || contains(waiver.modes, mode);
}

// Whether the pattern matches a case that the waiver can concern.
bool matches_any(const std::string& pattern, const Waiver& waiver,
                 const std::vector<CaseOutline>& cases) {
  return std::ranges::any_of(cases, [&](const CaseOutline& test_case) {
    const auto in_waiver = [&](Mode mode) { return has_mode(waiver, mode); };
    const auto in_edition = [&](const std::string& name) { return concerns_edition(waiver, name); };
    return filter_matches(pattern, test_case.function, test_case.id) &&
           std::ranges::any_of(test_case.modes, in_waiver) &&
           std::ranges::any_of(test_case.editions, in_edition);
  });
}

std::string expected(const Waiver& waiver) {
  std::string text;
  for (const Outcome outcome : waiver.outcomes) {
    text += (text.empty() ? "" : " or ") + std::string(outcome_name(outcome));
  }
  return text;
}

void add_line(std::string& text, const std::string& line) {
  text += (text.empty() ? "" : "\n") + line;
}

}  // namespace

bool concerns_edition(const Waiver& waiver, const std::string& edition) {
  return waiver.editions.empty() || contains(waiver.editions, edition);
}

bool concerns_case(const Waiver& waiver, const std::string& function, const std::string& case_id,
                   Mode mode) {
  return has_mode(waiver, mode) && any_matches(waiver.cases, function, case_id) &&
         !any_matches(waiver.except, function, case_id);
}

bool holds_on(const Waiver& waiver, std::string_view day) {
  return waiver.expires.empty() || day.substr(0, waiver.expires.size()) <= waiver.expires;
}

CaseResult without_waivers(CaseResult result) {
  if (result.waived) {
    result.outcome = result.waived->outcome;
    result.waived.reset();
  } else if (result.waiver_note) {
    result.outcome = result.waiver_note->outcome;
    result.waiver_note.reset();
  }
  return result;
}

Waivers::Waivers(const std::vector<std::string>& files, Edition edition) {
  for (const std::string& file : files) {
    std::vector<Waiver> waivers = read_waivers(file);
    files_.push_back({file, sha256(read_file(file, "").text())});
    for (Waiver& waiver : waivers) {
      State& state = states_.emplace_back();
      for (const std::string& pattern : waiver.cases) state.patterns.push_back({pattern});
      for (const std::string& pattern : waiver.except) state.patterns.push_back({pattern});
      state.concerned = concerns_edition(waiver, std::string(edition_name(edition)));
      state.waiver = std::move(waiver);
    }
  }
}

void Waivers::expect(const CaseOutline& test_case, Mode mode, bool selected) {
  for (State& state : states_) {
    if (!state.concerned || !has_mode(state.waiver, mode)) continue;
    for (Pattern& pattern : state.patterns) {
      pattern.seen = pattern.seen || filter_matches(pattern.text, test_case.function, test_case.id);
    }
    if (!concerns_case(state.waiver, test_case.function, test_case.id, mode)) continue;
    if (selected) {
      ++state.matched;
    } else {
      state.left_out = true;
    }
  }
}

void Waivers::skip(const std::string& function, const std::string& category) {
  for (State& state : states_) {
    for (Pattern& pattern : state.patterns) {
      if (may_match(pattern.text, function, category)) pattern.unread = state.left_out = true;
    }
  }
}

void Waivers::hold_on(std::string_view day) {
  for (State& state : states_) state.expired = !holds_on(state.waiver, day);
}

void Waivers::apply(CaseResult& result) {
  if (result.outcome == Outcome::kUnsupported) return;
  const Outcome outcome = result.outcome;
  const std::string name(outcome_name(outcome));
  const bool passed = fulfils_profile(outcome);
  std::string notes;
  for (State& state : states_) {
    const Waiver& waiver = state.waiver;
    if (!state.concerned ||
        !concerns_case(waiver, result.function, result.case_id, *parse_mode(result.mode))) {
      continue;
    }
    if (state.expired) {
      const bool excusable = counts_against(outcome) || contains(waiver.outcomes, outcome);
      if (excusable) add_line(notes, waiver.place + " excused it until " + waiver.expires);
    } else if (passed && contains(waiver.outcomes, Outcome::kPass)) {
      ++state.passes;
    } else if (passed) {
      result.outcome = Outcome::kUnexpectedPass;
      ++state.unexpected_passes;
      add_line(notes, name + ", but " + waiver.place + " expects " + expected(waiver) +
                          ": remove that waiver, or list the case under its `except`");
    } else if (contains(waiver.outcomes, outcome)) {
      result.outcome = Outcome::kWaived;
      result.waived = Waived{outcome, waiver.reason, waiver.link, waiver.place};
      ++state.waived;
      return;
    } else if (outcome == Outcome::kNotRun) {
      state.left_out = true;
    } else {
      add_line(notes, waiver.place + " excuses " + expected(waiver) + ", not " + name);
    }
  }
  if (!notes.empty()) result.waiver_note = {outcome, notes};
}

void Waivers::count(const CaseResult& result) {
  CaseResult before = without_waivers(result);
  apply(before);
}

// The patterns that match no generated case. Reads the vectors of every function that an unseen pattern
// may match.
std::string Waivers::unmatched(const State& state, const std::string& vectors_directory,
                               const Manifest& manifest) {
  std::string text;
  for (const Pattern& pattern : state.patterns) {
    bool found = pattern.seen || pattern.unread;
    for (const auto& [function, entry] : manifest.functions) {
      if (found) break;
      if (!may_match(pattern.text, function, entry.category)) continue;
      const FunctionVectors vectors(vectors_directory, manifest, function,
                                    generated_tier(manifest, function));
      found = matches_any(pattern.text, state.waiver, vectors.cases());
    }
    if (!found) text += (text.empty() ? "\"" : ", \"") + pattern.text + "\"";
  }
  return text;
}

WaiverUse Waivers::use_of(const State& state, const std::string& vectors_directory,
                          const Manifest& manifest) {
  WaiverUse use;
  use.waiver = state.waiver.place;
  use.waived = state.waived;
  use.unexpected_passes = state.unexpected_passes;
  if (state.expired) {
    use.status = WaiverStatus::kExpired;
    use.note = "expired on " + state.waiver.expires + ": remove or renew it";
    return use;
  }
  if (!state.concerned) return use;
  const std::string patterns = unmatched(state, vectors_directory, manifest);
  if (!patterns.empty()) {
    use.status = WaiverStatus::kUnmatched;
    use.note = "no case of the vectors in its modes and editions matches " + patterns +
               "; `kassay list cases` prints all cases";
  } else if (state.waived + state.unexpected_passes + state.passes > 0) {
    use.status = WaiverStatus::kUsed;
  } else if (state.matched > 0 && !state.left_out) {
    use.status = WaiverStatus::kUnused;
    use.note = "none of the " + std::to_string(state.matched) + " results that it matches is " +
               expected(state.waiver) + ": remove it";
  }
  return use;
}

std::vector<WaiverUse> Waivers::uses(const std::string& vectors_directory,
                                     const Manifest& manifest) const {
  std::vector<WaiverUse> uses;
  for (const State& state : states_) uses.push_back(use_of(state, vectors_directory, manifest));
  return uses;
}

}  // namespace kassay::runner
