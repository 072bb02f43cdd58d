#include "conformance/runner/run_report.h"

namespace kassay::runner {

ResultsFooter footer_of(const RunReport& report) {
  ResultsFooter footer;
  footer.counts = report.summary.counts();
  for (const ProfileResult& profile : report.profiles) {
    footer.profiles.emplace(profile.id, profile.verdict);
    footer.standings.emplace(profile.id, profile.standing);
  }
  footer.waivers = report.waivers;
  footer.seconds = report.seconds;
  return footer;
}

RunFacts facts_of(const RunReport& report) {
  RunFacts facts = facts_of(report.header);
  facts.counts = report.summary.counts();
  facts.found = report.summary.total();
  facts.ended = !report.cancelled;
  facts.standing.add(report.summary.standing());
  if (!facts.ended) return facts;
  for (const ProfileResult& profile : report.profiles) {
    facts.profiles.push_back({profile.id, profile.verdict, profile.standing});
  }
  return facts;
}

}  // namespace kassay::runner
