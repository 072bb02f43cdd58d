#include "reports/badge/badges.h"

#include <algorithm>
#include <set>

#include "reports/badge/draw.h"
#include "reports/slug.h"
#include "reports/summary.h"
#include "reports/text.h"

namespace kassay::reports {
namespace {

constexpr char kGreen[] = "brightgreen";
constexpr char kRed[] = "red";
constexpr char kGrey[] = "lightgrey";

bool in_edition(const Profile& profile, const Specification& specification,
                const std::string& edition) {
  return std::ranges::any_of(specification.functions, [&](const FunctionSpecification& function) {
    return profile.concerns(function.name) && function.signatures.contains(edition);
  });
}

const char* colour_of(Tone tone) {
  return tone == Tone::kGood ? kGreen : tone == Tone::kBad ? kRed : kGrey;
}

Badge profile_badge(const std::string& id, ProfileVerdict verdict, const ProfileCounts* counts) {
  Badge badge{"kassay " + id, std::string(profile_words(verdict)), colour_of(tone_of(verdict))};
  if (verdict == ProfileVerdict::kPass) {
    badge.message = "conformant";
  } else if (verdict != ProfileVerdict::kIncomplete && counts != nullptr) {
    badge.message = grouped_digits(counts->passed) + " of " + grouped_digits(counts->results);
  }
  return badge;
}

}  // namespace

Badge run_badge(const ReportRun& run) {
  const RunSummary summary = summarize(run.results);
  std::string words = summary.verdict.title;
  words.front() = static_cast<char>(words.front() - 'A' + 'a');  // a verdict begins with A to Z
  return {"kassay", words, colour_of(summary.verdict.tone)};
}

std::map<std::string, Badge> profile_badges(const Report& report, const ReportRun& run,
                                            const std::map<std::string, ProfileCounts>& counts) {
  const RunSummary summary = summarize(run.results);
  std::map<std::string, ProfileVerdict> verdicts = summary.profiles;
  // So that the badge of an earlier run does not survive a run that shows nothing about the
  // profile.
  for (const std::string& id : summary.asked_profiles) {
    verdicts.try_emplace(id, ProfileVerdict::kIncomplete);
  }
  if (report.specification) {
    for (const Profile& profile : report.specification->profiles) {
      if (in_edition(profile, *report.specification, run.results.header.edition)) {
        verdicts.try_emplace(profile.id, ProfileVerdict::kIncomplete);
      }
    }
  }
  // Numbers of a part would look like those of the whole.
  const bool numbers = summary.verdict.whole && run.results.header.tier != tier_name(Tier::kSmoke);
  std::map<std::string, Badge> badges;
  for (const auto& [id, verdict] : verdicts) {
    const auto counted = counts.find(id);
    const bool has_numbers = numbers && counted != counts.end();
    badges.emplace(id, profile_badge(id, verdict, has_numbers ? &counted->second : nullptr));
  }
  return badges;
}

std::map<std::string, std::string> badge_files(
    const Report& report, const std::vector<std::map<std::string, ProfileCounts>>& counts) {
  std::map<std::string, std::string> files;
  std::set<std::string> folders;
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    const ReportRun& run = report.runs[i];
    const std::string folder =
        report.runs.size() > 1 ? free_slug(run.label, "backend", folders) + "/" : "";
    std::set<std::string> names;
    const auto add = [&](const std::string& name, const Badge& badge) {
      files[folder + name + ".svg"] = badge_svg(badge);
      files[folder + name + ".json"] = badge_json(badge);
    };
    add("kassay", run_badge(run));
    for (const auto& [id, badge] : profile_badges(report, run, counts[i])) {
      add("kassay-" + free_slug(id, "profile", names), badge);
    }
  }
  return files;
}

}  // namespace kassay::reports
