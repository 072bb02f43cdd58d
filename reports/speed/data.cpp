#include "reports/speed/data.h"

#include <algorithm>
#include <iterator>

#include "reports/command_line.h"
#include "reports/json.h"
#include "spec/lib/json_text.h"

namespace kassay::reports {
namespace {

using SpeedJson = nlohmann::json;
using CategoryMeans = std::map<std::string, bench::Mean>;

constexpr int kFastestPlace = -1;

// The sum of all categories, whose name is empty, comes last.
template <class Make>
SpeedJson by_category(const CategoryMeans& means, Make&& make) {
  SpeedJson list = SpeedJson::array();
  for (const auto& [category, mean] : means) {
    if (!category.empty()) list.push_back(make(category, mean));
  }
  list.push_back(make("", means.at("")));
  return list;
}

SpeedJson mean_json(const std::string& category, const bench::Mean& mean) {
  return {{"category", printable(category)},
          {"mean", json_number(mean.geometric)},
          {"worst", json_number(mean.worst)},
          {"workload", printable(mean.worst_workload)},
          {"ahead", mean.ahead},
          {"workloads", mean.workloads}};
}

SpeedJson means_json(const SpeedRun& run) {
  SpeedJson list = SpeedJson::array();
  const auto add = [&](int place, const std::string& other) {
    const auto means = run.means.find(other);
    if (means == run.means.end()) return;
    list.push_back({{"other", place}, {"categories", by_category(means->second, mean_json)}});
  };
  add(kFastestPlace, bench::kFastest);
  for (int place = 0; const auto& backend : run.header().backends) add(place++, backend.label);
  return list;
}

SpeedJson backends_json(const bench::Header& header) {
  SpeedJson list = SpeedJson::array();
  for (const auto& [label, argument, name, version, device] : header.backends) {
    list.push_back({{"label", printable(label)},
                    {"argument", printable(argument)},
                    {"name", printable(name)},
                    {"version", printable(version)},
                    {"device", printable(device)}});
  }
  return list;
}

SpeedJson cell_json(const bench::Result& result) {
  if (!result.measured()) {
    return {{"outcome", printable(result.outcome)}, {"message", printable(result.message)}};
  }
  SpeedJson rounds = SpeedJson::array();
  for (const double round : result.rounds) rounds.push_back(three_digits(round));
  return {{"median", three_digits(result.median)},
          {"minimum", three_digits(result.minimum)},
          {"lower", three_digits(result.lower)},
          {"upper", three_digits(result.upper)},
          {"calls", result.calls},
          {"rounds", std::move(rounds)},
          {"bytes", result.bytes},
          {"multiplyAdds", result.multiply_adds}};
}

std::size_t place_of(const bench::Header& header, const std::string& label) {
  return static_cast<std::size_t>(
      std::distance(header.backends.begin(),
                    std::ranges::find(header.backends, label, &bench::Header::Backend::label)));
}

// The rows without their ratios, in the order of the file; fills `places` with where each is.
SpeedJson rows_of_cells(const SpeedRun& run, std::map<std::string, std::size_t>& places) {
  const SpeedJson nothing(run.header().backends.size(), SpeedJson(nullptr));
  SpeedJson rows = SpeedJson::array();
  for (const bench::Result& result : run.measured.results) {
    const auto [place, is_new] = places.try_emplace(result.workload, rows.size());
    if (is_new) {
      rows.push_back({{"id", printable(result.workload)},
                      {"word", printable(shell_word(result.workload))},
                      {"category", printable(bench::category_of(result.workload))},
                      {"cells", nothing},
                      {"ratios", nothing},
                      {"fastest", nullptr}});
    }
    rows[place->second]["cells"][place_of(run.header(), result.backend)] = cell_json(result);
  }
  return rows;
}

SpeedJson rows_json(const SpeedRun& run) {
  std::map<std::string, std::size_t> places;
  SpeedJson rows = rows_of_cells(run, places);
  for (const bench::Ratio& ratio : run.ratios) {
    if (ratio.other == bench::kFastest) continue;
    rows[places.at(ratio.workload)]["ratios"][place_of(run.header(), ratio.other)] =
        json_number(ratio.value);
  }
  for (const auto& [workload, value] : ratios_to_fastest(run.ratios)) {
    rows[places.at(workload)]["fastest"] = json_number(value);
  }
  return rows;
}

// What measures one workload again, but for its name at the end.
std::string bench_command(const bench::Header& header) {
  std::string command = "kassay bench";
  for (const auto& backend : header.backends) {
    command += " --backend " + shell_word(backend.argument);
  }
  if (header.threads > 0) command += " --threads " + std::to_string(header.threads);
  if (header.is_resident) command += " --resident";
  return command + " --only";
}

SpeedJson run_json(const SpeedRun& run) {
  const bench::Header& header = run.header();
  return {{"file", printable(run.file)},
          {"kassay", printable(header.kassay_version)},
          {"started", printable(header.started)},
          {"cpu", printable(header.machine_cpu)},
          {"os", printable(header.machine_os)},
          {"cores", header.machine_cores},
          {"threads", header.threads},
          {"seconds", header.seconds},
          {"rounds", header.rounds},
          {"resident", header.is_resident},
          {"workloads", printable(header.workloads_hash)},
          {"backends", backends_json(header)},
          {"command", printable(bench_command(header))},
          {"means", means_json(run)},
          {"rows", rows_json(run)}};
}

// All runs have the same categories of the same others.
SpeedJson trend_entry(const std::vector<SpeedMeans>& trend, const std::string& other) {
  const auto over_time = [&](const std::string& category, const bench::Mean& mean) -> SpeedJson {
    SpeedJson means = SpeedJson::array();
    for (const SpeedMeans& run : trend) {
      means.push_back(json_number(run.at(other).at(category).geometric));
    }
    return {{"category", printable(category)},
            {"workloads", mean.workloads},
            {"means", std::move(means)}};
  };
  return {{"other", other == bench::kFastest ? "" : printable(other)},
          {"categories", by_category(trend.front().at(other), over_time)}};
}

SpeedJson trend_json(const SpeedReport& report) {
  SpeedJson list = SpeedJson::array();
  const auto add = [&](const std::string& other) {
    const bool there = !report.trend.empty() && report.trend.front().contains(other);
    if (there) list.push_back(trend_entry(report.trend, other));
  };
  add(bench::kFastest);
  for (const auto& backend : report.runs.back().header().backends) add(backend.label);
  return list;
}

}  // namespace

std::string speed_data(const SpeedReport& report) {
  SpeedJson runs = SpeedJson::array();
  for (const SpeedRun& run : report.runs) runs.push_back(run_json(run));
  return dump_json({{"runs", std::move(runs)},
                    {"trend", trend_json(report)},
                    {"notices", json_texts(report.notices)}});
}

}  // namespace kassay::reports
