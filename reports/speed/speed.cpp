#include "reports/speed/speed.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "reports/text.h"

namespace kassay::reports {
namespace {

// A workload, and the label of a backend; of the first backend of a run it is empty, so that runs
// with different ones can be compared.
using MeasuredPair = std::pair<std::string, std::string>;

MeasuredPair pair_of(const SpeedRun& run, const bench::Result& result) {
  return {result.workload, result.backend == run.first() ? "" : result.backend};
}

std::set<MeasuredPair> measured_pairs(const SpeedRun& run) {
  std::set<MeasuredPair> pairs;
  for (const bench::Result& result : run.measured.results) {
    if (result.measured()) pairs.insert(pair_of(run, result));
  }
  return pairs;
}

std::set<MeasuredPair> common_pairs(const std::vector<SpeedRun>& runs) {
  std::set<MeasuredPair> common = measured_pairs(runs.front());
  for (const SpeedRun& run : runs) {
    const std::set<MeasuredPair> here = measured_pairs(run);
    std::erase_if(common, [&](const MeasuredPair& pair) { return !here.contains(pair); });
  }
  return common;
}

std::vector<SpeedMeans> trend_of(const std::vector<SpeedRun>& runs) {
  const std::set<MeasuredPair> common = common_pairs(runs);
  std::vector<SpeedMeans> trend;
  for (const SpeedRun& run : runs) {
    std::vector<bench::Result> shared;
    std::ranges::copy_if(
        run.measured.results, std::back_inserter(shared),
        [&](const bench::Result& result) { return common.contains(pair_of(run, result)); });
    trend.push_back(bench::means(bench::ratios(shared, run.first())));
  }
  return trend;
}

std::string threads_text(const bench::Header& header) {
  return header.threads == 0 ? "as many threads as the backends like"
                             : count_of(header.threads, "thread");
}

std::string arrays_text(const bench::Header& header) {
  return header.is_resident ? "arrays that stay with the backend" : "arrays that each call is fed";
}

// How a run differs from the last, in what keeps their times from being compared.
std::vector<std::string> differences_from(const SpeedRun& last, const SpeedRun& run) {
  std::vector<std::string> found;
  const auto tell = [&](const std::string& ours, const std::string& theirs,
                        const std::string& text) {
    if (ours != theirs) found.push_back(run.file + " " + text);
  };
  tell(run.header().machine_cpu, last.header().machine_cpu,
       "was measured on another machine (" + run.header().machine_cpu + ") than " + last.file +
           " (" + last.header().machine_cpu + "): compare the ratios, and no times.");
  tell(run.header().workloads_hash, last.header().workloads_hash,
       "was measured with other workloads than " + last.file +
           ": one of the same name may do something else.");
  tell(threads_text(run.header()), threads_text(last.header()),
       "was measured with " + threads_text(run.header()) + ", and " + last.file + " with " +
           threads_text(last.header()) + ".");
  tell(arrays_text(run.header()), arrays_text(last.header()),
       "was measured with " + arrays_text(run.header()) + ", and " + last.file + " with " +
           arrays_text(last.header()) + ".");
  tell(run.first(), last.first(),
       "has " + run.first() + " as its first backend, and " + last.file + " has " + last.first() +
           ": the trend is of both.");
  return found;
}

// What a run that was cut short lacks; empty if nothing is.
std::string lacking(const SpeedRun& run) {
  if (run.measured.results.empty()) return run.file + " holds no measurement: it was cut short.";
  std::map<std::string, std::size_t> counts;
  for (const bench::Result& result : run.measured.results) ++counts[result.workload];
  const auto lacks = std::ranges::count_if(
      counts, [&](const auto& count) { return count.second < run.header().backends.size(); });
  if (lacks == 0) return "";
  return run.file + " lacks results of " + count_of(lacks, "workload") + ": it was cut short.";
}

std::vector<std::string> notices_of(const SpeedReport& report) {
  std::vector<std::string> notices;
  for (const SpeedRun& run : report.runs) {
    const std::string lacks = lacking(run);
    if (!lacks.empty()) notices.push_back(lacks);
    std::ranges::move(differences_from(report.runs.back(), run), std::back_inserter(notices));
  }
  if (!report.trend.empty() && report.trend.front().empty()) {
    notices.push_back(
        "There is no trend of the means: no workload is measured in all files on the first backend "
        "and on one other of the same name.");
  }
  return notices;
}

}  // namespace

SpeedReport make_speed_report(std::vector<std::pair<std::string, bench::File>> files) {
  SpeedReport report;
  for (auto& [name, file] : files) {
    SpeedRun run{std::move(name), std::move(file), {}, {}};
    run.ratios = bench::ratios(run.measured.results, run.first());
    run.means = bench::means(run.ratios);
    report.runs.push_back(std::move(run));
  }
  std::ranges::stable_sort(report.runs, {},
                           [](const SpeedRun& run) { return run.header().started; });
  if (report.runs.size() > 1) report.trend = trend_of(report.runs);
  report.notices = notices_of(report);
  return report;
}

SpeedReport read_speed_report(const std::vector<std::string>& files) {
  std::vector<std::pair<std::string, bench::File>> read;
  for (const std::string& file : files) read.emplace_back(file, bench::read_bench_file(file));
  return make_speed_report(std::move(read));
}

std::map<std::string, double> ratios_to_fastest(const std::vector<bench::Ratio>& ratios) {
  std::map<std::string, double> found;
  // Where there is one other, it is the fastest, and has no ratio under that name.
  for (const bench::Ratio& ratio : ratios) {
    if (ratio.other == bench::kFastest || !found.contains(ratio.workload)) {
      found[ratio.workload] = ratio.value;
    }
  }
  return found;
}

}  // namespace kassay::reports
