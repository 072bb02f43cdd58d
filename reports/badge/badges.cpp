#include "reports/badge/badges.h"

#include <algorithm>
#include <cctype>
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

// Of a profile, what is right and what is complete. Numbers of a part would look like those of the
// whole, so a run of a part has words.
Badge profile_badge(const std::string& id, ProfileVerdict verdict, const Standing* standing) {
  Badge badge{"kassay " + id, std::string(profile_words(verdict)), colour_of(tone_of(verdict))};
  if (verdict == ProfileVerdict::kPass) {
    badge.message = "conformant";
  } else if (verdict != ProfileVerdict::kIncomplete && standing != nullptr) {
    badge.message = standing->brief_text();
  }
  return badge;
}

bool has_numbers(const ReportRun& run, const RunVerdict& verdict) {
  return verdict.whole && run.results.header.tier != tier_name(Tier::kSmoke);
}

}  // namespace

Badge run_badge(const ReportRun& run) {
  const RunSummary summary = summarize(run.results);
  std::string words = summary.verdict.title;
  words.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(words.front())));
  if (summary.verdict.claim == Claim::kNotConformant && has_numbers(run, summary.verdict)) {
    words += ": " + summary.standing.brief_text();
  }
  return {"kassay", words, colour_of(summary.verdict.tone)};
}

std::map<std::string, Badge> profile_badges(const Report& report, const ReportRun& run) {
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
  std::map<std::string, Badge> badges;
  for (const auto& [id, verdict] : verdicts) {
    const auto standing = summary.standings.find(id);
    const bool known = has_numbers(run, summary.verdict) && standing != summary.standings.end();
    badges.emplace(id, profile_badge(id, verdict, known ? &standing->second : nullptr));
  }
  return badges;
}

std::map<std::string, std::string> badge_files(const Report& report) {
  std::map<std::string, std::string> files;
  std::set<std::string> folders;
  for (const ReportRun& run : report.runs) {
    const std::string folder =
        report.runs.size() > 1 ? free_slug(run.label, "backend", folders) + "/" : "";
    std::set<std::string> names;
    const auto add = [&](const std::string& name, const Badge& badge) {
      files[folder + name + ".svg"] = badge_svg(badge);
      files[folder + name + ".json"] = badge_json(badge);
    };
    add("kassay", run_badge(run));
    for (const auto& [id, badge] : profile_badges(report, run)) {
      add("kassay-" + free_slug(id, "profile", names), badge);
    }
  }
  return files;
}

}  // namespace kassay::reports
