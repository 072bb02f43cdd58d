#include "reports/shards.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace kassay::reports {
namespace {

std::vector<std::string> digests(const std::vector<WaiverFile>& waivers) {
  std::vector<std::string> all;
  for (const WaiverFile& waiver : waivers) all.push_back(waiver.sha256);
  return all;
}

// The parts that the shards of one run share.
auto identity(const ResultsHeader& header) {
  return std::tuple(std::tie(header.kassay_version, header.backend_argument, header.backend_name,
                             header.backend_version, header.backend_device,
                             header.specification_hash, header.vectors_hash, header.tier,
                             header.edition, header.filter, header.profiles, header.shard_count),
                    digests(header.waivers));
}

// One shard alone does not show that a waiver is unused. Nor do all of them together: they do not
// say whether they had every result that it matches.
void join_waivers(std::vector<WaiverUse>& all, const std::vector<WaiverUse>& part) {
  for (std::size_t i = 0; i < std::min(all.size(), part.size()); ++i) {
    all[i].waived += part[i].waived;
    all[i].unexpected_passes += part[i].unexpected_passes;
    if (part[i].status == WaiverStatus::kUsed) all[i].status = WaiverStatus::kUsed;
  }
}

// What one part alone decides of the whole comes first.
int precedence(ProfileVerdict verdict) {
  switch (verdict) {
    case ProfileVerdict::kFail:
      return 0;
    case ProfileVerdict::kLacking:
      return 1;
    case ProfileVerdict::kWaived:
      return 2;
    case ProfileVerdict::kIncomplete:
    case ProfileVerdict::kPass:
      break;
  }
  return 3;
}

// Alone, a shard has not run a profile as a whole: what it does not fail is incomplete.
void join_profiles(std::map<std::string, ProfileVerdict>& all,
                   const std::map<std::string, ProfileVerdict>& part) {
  for (const auto& [id, verdict] : part) {
    ProfileVerdict& joined = all.try_emplace(id, verdict).first->second;
    if (precedence(verdict) < precedence(joined)) joined = verdict;
  }
}

// With all shards: a profile that none of them fails passes if only the sharding limited what was
// run of it.
void complete_profiles(Results& results) {
  const ResultsHeader& header = results.header;
  const bool whole = header.filter == std::vector<std::string>{"*"} && header.tier != "smoke";
  if (!results.footer || !whole) return;
  for (auto& [id, verdict] : results.footer->profiles) {
    const bool run =
        header.profiles.empty() ||
        std::find(header.profiles.begin(), header.profiles.end(), id) != header.profiles.end();
    const auto standing = results.footer->standings.find(id);
    const bool left_out =
        standing != results.footer->standings.end() && !standing->second.not_run.empty();
    if (run && !left_out && verdict == ProfileVerdict::kIncomplete) verdict = ProfileVerdict::kPass;
  }
}

// What held for every result below the header, and what some machine lacked.
void join_sandboxes(std::optional<SandboxRecord>& all, const std::optional<SandboxRecord>& part) {
  if (!all || !part) return;
  std::erase_if(all->holds, [&](const std::string& measure) {
    return std::ranges::find(part->holds, measure) == part->holds.end();
  });
  all->lacks.insert(part->lacks.begin(), part->lacks.end());
}

void add_shard(ReportRun& run, ReportRun&& shard) {
  Results& all = run.results;
  Results& part = shard.results;
  all.header.selected += part.header.selected;
  all.header.started = std::min(all.header.started, part.header.started);
  if (all.header.machine_cpu != part.header.machine_cpu) all.header.machine_cpu = "several";
  join_sandboxes(all.header.sandbox, part.header.sandbox);
  if (all.header.machine_os != part.header.machine_os) all.header.machine_os = "several";
  all.cases.insert(all.cases.end(), std::make_move_iterator(part.cases.begin()),
                   std::make_move_iterator(part.cases.end()));
  if (!all.footer || !part.footer) {
    all.footer.reset();  // one shard cut short means a run cut short
  } else {
    for (const auto& [outcome, count] : part.footer->counts) all.footer->counts[outcome] += count;
    join_profiles(all.footer->profiles, part.footer->profiles);
    for (const auto& [id, standing] : part.footer->standings) {
      all.footer->standings[id].add(standing);
    }
    join_waivers(all.footer->waivers, part.footer->waivers);
    all.footer->seconds += part.footer->seconds;
  }
  run.files.insert(run.files.end(), shard.files.begin(), shard.files.end());
}

}  // namespace

std::vector<ReportRun> read_runs(const std::vector<std::string>& files,
                                 std::vector<std::string>& notices) {
  std::vector<ReportRun> runs;
  for (const std::string& file : files) {
    runs.push_back({"", {file}, read_results(file)});
    const std::string note = cut_short_note(file, runs.back().results);
    if (!note.empty()) notices.push_back(note);
  }
  return runs;
}

std::vector<ReportRun> join_shards(std::vector<ReportRun> runs, std::vector<std::string>& notices) {
  std::vector<ReportRun> joined;
  std::vector<std::set<int>> shards;  // those that each joined run holds
  for (ReportRun& run : runs) {
    const ResultsHeader& header = run.results.header;
    std::size_t place = 0;
    const auto belongs = [&](std::size_t i) {
      return identity(joined[i].results.header) == identity(header) &&
             !shards[i].contains(header.shard_index);
    };
    while (place < joined.size() && !(header.shard_count > 1 && belongs(place))) ++place;
    if (place == joined.size()) {
      shards.push_back({header.shard_index});
      joined.push_back(std::move(run));
    } else {
      shards[place].insert(header.shard_index);
      add_shard(joined[place], std::move(run));
    }
  }
  for (std::size_t i = 0; i < joined.size(); ++i) {
    ResultsHeader& header = joined[i].results.header;
    if (shards[i].size() < 2) continue;
    if (static_cast<int>(shards[i].size()) == header.shard_count) {
      header.shard_index = header.shard_count = 1;
      complete_profiles(joined[i].results);
      continue;
    }
    std::string missing;
    for (int shard = 1; shard <= header.shard_count; ++shard) {
      if (!shards[i].contains(shard))
        missing += (missing.empty() ? "" : ", ") + std::to_string(shard);
    }
    notices.push_back("Of the " + std::to_string(header.shard_count) + " shards of " +
                      header.backend_argument + " these are missing: " + missing + ".");
  }
  return joined;
}

}  // namespace kassay::reports
