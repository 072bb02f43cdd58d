#include "spec/lib/run_verdict.h"

#include <algorithm>
#include <set>
#include <utility>

#include "spec/lib/names.h"
#include "spec/lib/text.h"

namespace kassay {
namespace {

constexpr Names<Claim, 7> kClaims{{{Claim::kConformant, "conformant"},
                                   {Claim::kSupportedConform, "supported-functions-conform"},
                                   {Claim::kNoFailure, "no-failure"},
                                   {Claim::kNoFailureButWaived, "no-failure-but-waived"},
                                   {Claim::kNothingJudged, "nothing-judged"},
                                   {Claim::kCutShort, "cut-short"},
                                   {Claim::kNotConformant, "not-conformant"}}};
constexpr Names<Claim, 7> kClaimWords{
    {{Claim::kConformant, "Conformant"},
     {Claim::kSupportedConform, "Supported functions conform"},
     {Claim::kNoFailure, "No failure"},
     {Claim::kNoFailureButWaived, "No failure except waived ones"},
     {Claim::kNothingJudged, "Nothing was judged"},
     {Claim::kCutShort, "Cut short, no failure so far"},
     {Claim::kNotConformant, "Not conformant"}}};
constexpr Names<Tone, 3> kTones{
    {{Tone::kGood, "good"}, {Tone::kGuarded, "guarded"}, {Tone::kBad, "bad"}}};
constexpr Names<ProfileVerdict, 5> kProfileWords{
    {{ProfileVerdict::kPass, "passed"},
     {ProfileVerdict::kFail, "failed"},
     {ProfileVerdict::kLacking, "not fully supported"},
     {ProfileVerdict::kWaived, "passed except waived failures"},
     {ProfileVerdict::kIncomplete, "not fully run"}}};

bool filtered(const RunFacts& facts) {
  return std::ranges::any_of(facts.filter, [](const std::string& glob) { return glob != "*"; });
}

std::string profiles_named(const std::vector<std::string>& ids) {
  return (ids.size() == 1 ? "profile " : "profiles ") + joined(ids);
}

class RunDecision {
 public:
  explicit RunDecision(const RunFacts& facts) : facts_(facts) {
    for (const auto& [name, count] : facts.counts) {
      const Outcome outcome = *parse_outcome(name);
      results_ += count;
      if (fulfils_profile(outcome)) passed_ += count;
      if (counts_against(outcome)) wrong_ += count;
    }
    waived_ = count(Outcome::kWaived);
    unsupported_ = count(Outcome::kUnsupported);
    not_run_ = count(Outcome::kNotRun);
    for (const std::string& id : facts.asked_profiles) {
      const ProfileVerdict verdict = verdict_on(id);
      asked_[verdict].push_back(id);
    }
  }

  RunVerdict make() const {
    RunVerdict verdict;
    verdict.ended = facts_.ended && facts_.found >= facts_.selected;
    verdict.complete = verdict.ended && not_run_ == 0;
    verdict.whole = verdict.complete && !filtered(facts_) && facts_.shard_count == 1;
    verdict.limits = part_limits();
    verdict.claim = claim(verdict.complete, verdict.limits.empty());
    const std::vector<std::string> further = other_limits();
    verdict.limits.insert(verdict.limits.end(), further.begin(), further.end());
    if (!verdict.limits.empty()) {
      verdict.limits_title = verdict.complete ? "Not a claim of conformance"
                                              : "Incomplete, not a claim of conformance";
    }
    verdict.title = title(verdict.claim);
    verdict.judged = judged();
    verdict.right_text = right_text();
    verdict.complete_text = facts_.standing.complete_text();
    verdict.wrong_text = facts_.standing.wrong_text();
    verdict.detail = detail(verdict.claim);
    verdict.profiles = profile_lines();
    verdict.success = !lacks_asked() && verdict.claim != Claim::kNothingJudged &&
                      verdict.claim != Claim::kCutShort && verdict.claim != Claim::kNotConformant;
    verdict.nothing_shown = passed_ == 0 && wrong_ == 0 && not_run_ == 0 && !lacks_asked();
    const Tone tone = tone_of(verdict.claim);
    verdict.tone = tone == Tone::kGood && !verdict.success ? Tone::kGuarded : tone;
    return verdict;
  }

 private:
  std::int64_t count(Outcome outcome) const {
    const auto found = facts_.counts.find(std::string(outcome_name(outcome)));
    return found == facts_.counts.end() ? 0 : found->second;
  }

  // In a run of profiles, every result belongs to one of them.
  bool lacks_asked() const { return !facts_.asked_profiles.empty() && unsupported_ > 0; }

  // The verdict on a requested profile. Results of earlier versions store "fail" for every shortcoming.
  ProfileVerdict verdict_on(const std::string& id) const {
    const auto found = std::ranges::find(facts_.profiles, id, &RunFacts::ProfileEnd::id);
    if (found == facts_.profiles.end()) return ProfileVerdict::kIncomplete;
    if (found->verdict != ProfileVerdict::kFail || wrong_ > 0) return found->verdict;
    return unsupported_ > 0 ? ProfileVerdict::kLacking : ProfileVerdict::kWaived;
  }

  std::vector<std::string> asked(ProfileVerdict verdict) const {
    const auto found = asked_.find(verdict);
    return found == asked_.end() ? std::vector<std::string>() : found->second;
  }

  Claim claim(bool complete, bool no_part) const {
    if (wrong_ > 0) return Claim::kNotConformant;
    if (!complete) return Claim::kCutShort;
    if (waived_ > 0) return Claim::kNoFailureButWaived;
    if (passed_ == 0) return Claim::kNothingJudged;
    if (!no_part) return Claim::kNoFailure;
    return unsupported_ > 0 ? Claim::kSupportedConform : Claim::kConformant;
  }

  // Why the run is only a part.
  std::vector<std::string> part_limits() const {
    std::vector<std::string> limits;
    const std::string of_selected =
        grouped_digits(facts_.found) + " of " + count_of(facts_.selected, "result") + ".";
    if (!facts_.ended) {
      limits.push_back("The run was cut short: no footer, and only " + of_selected);
    } else if (facts_.found < facts_.selected) {
      limits.push_back("Results are missing: there are only " + of_selected);
    }
    if (not_run_ > 0) {
      const std::string functions = facts_.standing.not_run_text();
      limits.push_back(count_of(not_run_, "result") + (not_run_ == 1 ? " was" : " were") +
                       " not run" + (functions.empty() ? "" : ", of " + functions) +
                       (not_run_ == 1
                            ? ": an earlier call failed, or the run gave up on the function."
                            : ": earlier calls failed, or the run gave up on functions."));
    }
    if (facts_.tier != "core" && facts_.tier != "full") {
      limits.push_back("The tier is " + (facts_.tier.empty() ? "not given" : facts_.tier) +
                       ", which is less than core.");
    }
    if (filtered(facts_)) {
      limits.push_back("Only some cases were selected: " + first_names(facts_.filter) + ".");
    }
    if (facts_.shard_count > 1) {
      limits.push_back("Only shard " + std::to_string(facts_.shard_index) + " of " +
                       std::to_string(facts_.shard_count) + " is present.");
    }
    if (facts_.ended) {
      for (const std::string& id : asked(ProfileVerdict::kIncomplete)) {
        limits.push_back("Profile " + id + " was not fully run.");
      }
    }
    return limits;
  }

  // Unsupported, waived and missing passes.
  std::vector<std::string> other_limits() const {
    std::vector<std::string> limits;
    if (lacks_asked()) {
      limits.push_back(count_of(unsupported_, "result") + (unsupported_ == 1 ? " is" : " are") +
                       " unsupported, but a profile must be supported in full.");
    }
    if (waived_ > 0) {
      limits.push_back(
          count_of(waived_, "known failure") + (waived_ == 1 ? " is" : " are") + " waived" +
          (facts_.waiver_files.empty() ? "" : " by " + joined(facts_.waiver_files)) + ".");
    }
    if (passed_ == 0) limits.emplace_back("Nothing passed.");
    return limits;
  }

  std::int64_t judged() const { return results_ - unsupported_ - not_run_ - facts_.waived_not_run; }

  std::string right_text() const {
    const std::string functions = facts_.standing.right_text();
    if (judged() == 0) return functions;
    return functions + ", " + grouped_digits(passed_) + " of " + count_of(judged(), "result");
  }

  // Counts the functions that were run: all of the edition, unless profiles were requested.
  std::string supported_conform() const {
    const Standing& standing = facts_.standing;
    std::string text = standing.right_text() + " conform; " +
                       grouped_digits(static_cast<long long>(standing.supported.size())) + " of " +
                       grouped_digits(standing.run()) + " supported";
    if (standing.in_part() > 0) text += ", " + grouped_digits(standing.in_part()) + " partial";
    return text;
  }

  std::string title(Claim claim) const {
    const std::string words(claim_words(claim));
    switch (claim) {
      case Claim::kConformant:
        return facts_.asked_profiles.empty()
                   ? words
                   : words + " to " + profiles_named(facts_.asked_profiles);
      case Claim::kSupportedConform: {
        const std::string supported = supported_conform();
        const std::vector<std::string> lacking = asked(ProfileVerdict::kLacking);
        return lacking.empty() ? supported : supported + ", not all of " + profiles_named(lacking);
      }
      case Claim::kNoFailure:
        return words + " in the part that was run";
      case Claim::kNotConformant: {
        const std::vector<std::string> failed = asked(ProfileVerdict::kFail);
        return failed.empty() ? words : words + " to " + profiles_named(failed);
      }
      case Claim::kNoFailureButWaived:
      case Claim::kNothingJudged:
      case Claim::kCutShort:
        break;
    }
    return words;
  }

  std::string detail(Claim claim) const {
    switch (claim) {
      case Claim::kConformant:
      case Claim::kNoFailureButWaived:
      case Claim::kCutShort:
        return "";  // the limits say everything
      case Claim::kNoFailure:
      case Claim::kSupportedConform:
        if (unsupported_ == 0) return "";
        return count_of(unsupported_, "result") + " unsupported";
      case Claim::kNothingJudged:
        return results_ == 0 ? "there are no results"
                             : count_of(unsupported_, "result") + " unsupported";
      case Claim::kNotConformant:
        break;
    }
    return count_of(wrong_, "result") + " against the backend";
  }

  std::vector<ProfileLine> profile_lines() const {
    std::vector<ProfileLine> lines;
    const bool no_case_picked = facts_.asked_profiles.empty() && !filtered(facts_);
    for (const auto& [verdict, words] : kProfileWords.pairs) {
      ProfileLine line{verdict, "Profiles " + std::string(words), {}};
      for (const RunFacts::ProfileEnd& end : facts_.profiles) {
        const bool is_asked = std::ranges::count(facts_.asked_profiles, end.id) > 0;
        const ProfileVerdict here = is_asked ? verdict_on(end.id) : end.verdict;
        const bool told = verdict == ProfileVerdict::kPass || is_asked ||
                          (no_case_picked && verdict != ProfileVerdict::kIncomplete);
        if (here != verdict || !told) continue;
        const bool passed = verdict == ProfileVerdict::kPass;
        line.entries.push_back({end.id, passed ? "" : end.standing.shortcomings()});
      }
      if (!line.entries.empty()) lines.push_back(std::move(line));
    }
    return lines;
  }

  const RunFacts& facts_;
  std::int64_t results_ = 0, passed_ = 0, wrong_ = 0, waived_ = 0, unsupported_ = 0, not_run_ = 0;
  std::map<ProfileVerdict, std::vector<std::string>> asked_;
};

}  // namespace

std::string_view claim_name(Claim claim) { return kClaims.name(claim); }
std::optional<Claim> parse_claim(std::string_view name) { return kClaims.find(name); }
std::string_view claim_words(Claim claim) { return kClaimWords.name(claim); }
std::string_view tone_name(Tone tone) { return kTones.name(tone); }
std::string_view profile_words(ProfileVerdict verdict) { return kProfileWords.name(verdict); }

Tone tone_of(ProfileVerdict verdict) {
  return verdict == ProfileVerdict::kPass   ? Tone::kGood
         : verdict == ProfileVerdict::kFail ? Tone::kBad
                                            : Tone::kGuarded;
}

Tone tone_of(Claim claim) {
  const bool good = claim == Claim::kConformant || claim == Claim::kSupportedConform;
  return good ? Tone::kGood : claim == Claim::kNotConformant ? Tone::kBad : Tone::kGuarded;
}

std::string profile_line_text(const ProfileLine& line) {
  std::vector<std::string> profiles;
  for (const auto& [id, shortcomings] : line.entries) {
    profiles.push_back(shortcomings.empty() ? id : id + " (" + shortcomings + ")");
  }
  return line.heading + ": " + joined(profiles);
}

RunFacts facts_of(const ResultsHeader& header) {
  RunFacts facts;
  facts.selected = header.selected;
  facts.standing.functions = header.functions;
  facts.tier = header.tier;
  facts.filter = header.filter;
  facts.shard_index = header.shard_index;
  facts.shard_count = header.shard_count;
  facts.asked_profiles = header.profiles;
  for (const WaiverFile& waiver : header.waivers) facts.waiver_files.push_back(waiver.file);
  return facts;
}

RunFacts facts_of(const Results& results) {
  RunFacts facts = facts_of(results.header);
  std::set<std::pair<std::string_view, std::string_view>> runs;
  for (const CaseResult& result : results.cases) {
    ++facts.counts[std::string(outcome_name(result.outcome))];
    runs.emplace(result.case_id, result.mode);
    facts.standing.add(result);
    facts.waived_not_run += result.waived && result.waived->outcome == Outcome::kNotRun;
  }
  facts.found = static_cast<std::int64_t>(runs.size());
  facts.ended = results.footer.has_value();
  if (!results.footer) return facts;
  for (const auto& [id, verdict] : results.footer->profiles) {
    const auto standing = results.footer->standings.find(id);
    const bool known = standing != results.footer->standings.end();
    facts.profiles.push_back({id, verdict, known ? standing->second : Standing()});
  }
  return facts;
}

RunVerdict verdict_of(const RunFacts& facts) { return RunDecision(facts).make(); }

}  // namespace kassay
