// Measurements joined for a page: means, trend, what to know before comparing.
#include "reports/speed/speed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reports/speed/data.h"
#include "reports/speed/page.h"
#include "spec/lib/tests/bench_measurements.h"

namespace kassay::reports {
namespace {

using bench::took;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr char kJanuary[] = "2026-01-31T00:00:00Z";
constexpr char kMay[] = "2026-05-31T00:00:00Z";

using NamedFile = std::pair<std::string, bench::File>;

// "ours" takes a second for each workload, and "theirs" so long.
NamedFile measured_at(const std::string& name, const std::string& started,
                      const std::map<std::string, double>& theirs) {
  bench::File file{bench::sample_header({"theirs"}), {}};
  file.header.started = started;
  for (const auto& [workload, seconds] : theirs) {
    file.results.push_back(took(workload, "ours", 1));
    file.results.push_back(took(workload, "theirs", seconds));
  }
  return {name, file};
}

nlohmann::json data_of(const SpeedReport& report) {
  return nlohmann::json::parse(speed_data(report));
}

// All notices of a report of one file of January and this one of May.
std::vector<std::string> notices_beside(NamedFile may) {
  return make_speed_report({measured_at("old", kJanuary, {{"a/x", 2}}), std::move(may)}).notices;
}

TEST(Speed, MeansAreThoseOfTheFirstBackend) {
  const SpeedReport report = make_speed_report({measured_at("f", kMay, {{"a/x", 8}, {"b/y", 2}})});
  EXPECT_DOUBLE_EQ(report.runs[0].means.at("theirs").at("").geometric, 4);
  EXPECT_THAT(report.trend, IsEmpty());
  EXPECT_THAT(report.notices, IsEmpty());
}

TEST(Speed, RunsAreInTheOrderOfTheirStart) {
  const SpeedReport report = make_speed_report(
      {measured_at("new", kMay, {{"a/x", 2}}), measured_at("old", kJanuary, {{"a/x", 4}})});
  EXPECT_EQ(report.runs[0].file, "old");
  EXPECT_EQ(report.runs[1].file, "new");
  EXPECT_DOUBLE_EQ(report.trend[0].at("theirs").at("a").geometric, 4);
  EXPECT_DOUBLE_EQ(report.trend[1].at("theirs").at("a").geometric, 2);
}

TEST(Speed, TrendIsOfWhatAllRunsHaveMeasured) {
  NamedFile may = measured_at("new", kMay, {{"a/x", 3}, {"a/y", 100}});
  may.second.header.backends.push_back({"third", "", "", "", ""});
  may.second.results.push_back(took("a/x", "third", 9));
  const SpeedReport report =
      make_speed_report({measured_at("old", kJanuary, {{"a/x", 2}, {"b/z", 7}}), may});
  for (const SpeedMeans& means : report.trend) {
    EXPECT_EQ(means.size(), 1u);  // neither "third" nor the fastest of two
    EXPECT_EQ(means.at("theirs").size(), 2u);
    EXPECT_EQ(means.at("theirs").at("").workloads, 1);
  }
  EXPECT_DOUBLE_EQ(report.trend[1].at("theirs").at("").geometric, 3);
}

TEST(Speed, TrendComparesFirstBackendsOfDifferentNames) {
  NamedFile may = measured_at("new", kMay, {{"a/x", 3}});
  may.second.header.backends[0].label = "renamed";
  may.second.results[0].backend = "renamed";
  const SpeedReport report =
      make_speed_report({measured_at("old", kJanuary, {{"a/x", 2}}), std::move(may)});
  EXPECT_DOUBLE_EQ(report.trend[1].at("theirs").at("").geometric, 3);
  EXPECT_THAT(report.notices, ElementsAre(HasSubstr("old has ours as its first backend")));
}

TEST(Speed, AnotherMachineIsNoticed) {
  NamedFile may = measured_at("new", kMay, {{"a/x", 2}});
  may.second.header.machine_cpu = "another processor";
  EXPECT_THAT(notices_beside(may),
              ElementsAre(AllOf(HasSubstr("old was measured on another machine"),
                                HasSubstr("new (another processor)"))));
}

TEST(Speed, OtherWorkloadsAreNoticed) {
  NamedFile may = measured_at("new", kMay, {{"a/x", 2}});
  may.second.header.workloads_hash = "7777";
  EXPECT_THAT(notices_beside(may), ElementsAre(HasSubstr("with other workloads than new")));
}

TEST(Speed, OtherThreadsAreNoticed) {
  NamedFile may = measured_at("new", kMay, {{"a/x", 2}});
  may.second.header.threads = 1;
  EXPECT_THAT(notices_beside(may), ElementsAre(HasSubstr("new with 1 thread.")));
}

TEST(Speed, ResidentArraysAreNoticed) {
  NamedFile may = measured_at("new", kMay, {{"a/x", 2}});
  may.second.header.is_resident = true;
  EXPECT_THAT(notices_beside(may),
              ElementsAre(HasSubstr("new with arrays that stay with the backend.")));
}

TEST(Speed, NothingInCommonIsNoticed) {
  EXPECT_THAT(notices_beside(measured_at("new", kMay, {{"a/y", 2}})),
              ElementsAre(HasSubstr("no trend of the means")));
}

TEST(Speed, RunsThatWereCutShortAreNoticed) {
  NamedFile cut = measured_at("cut", kMay, {{"a/x", 2}, {"a/y", 2}});
  cut.second.results.pop_back();
  EXPECT_THAT(make_speed_report({cut}).notices,
              ElementsAre(HasSubstr("cut lacks results of 1 workload")));
  cut.second.results.clear();
  EXPECT_THAT(make_speed_report({cut}).notices, ElementsAre(HasSubstr("holds no measurement")));
}

TEST(Speed, TheOnlyOtherIsTheFastest) {
  EXPECT_EQ(ratios_to_fastest({{"a/x", "one", 3}}).at("a/x"), 3);
  EXPECT_EQ(ratios_to_fastest({{"a/x", "one", 3}, {"a/x", "two", 2}, {"a/x", bench::kFastest, 2}})
                .at("a/x"),
            2);
}

TEST(SpeedData, RowsHaveACellAndARatioForEachBackend) {
  NamedFile file = measured_at("f", kMay, {{"a/x", 2}});
  file.second.header.backends.push_back({"third", "", "", "", ""});
  const nlohmann::json row = data_of(make_speed_report({file}))["runs"][0]["rows"][0];
  EXPECT_EQ(row["cells"][1]["median"], 2);
  EXPECT_EQ(row["ratios"], nlohmann::json({nullptr, 2, nullptr}));
  EXPECT_EQ(row["fastest"], 2);
  EXPECT_TRUE(row["cells"][2].is_null());
}

TEST(SpeedData, WhatWasNotMeasuredKeepsItsMessage) {
  NamedFile file = measured_at("f", kMay, {{"a/x", 2}});
  file.second.results[0] = {"a/x", "ours", "timeout", "no answer\x1b"};
  const nlohmann::json row = data_of(make_speed_report({file}))["runs"][0]["rows"][0];
  EXPECT_EQ(row["cells"][0],
            nlohmann::json({{"outcome", "timeout"}, {"message", "no answer\\u{001B}"}}));
  EXPECT_TRUE(row["fastest"].is_null());
}

TEST(SpeedData, FastestOfTheOthersComesFirstAndAllCategoriesLast) {
  NamedFile file = measured_at("f", kMay, {{"a/x", 4}});
  file.second.header.backends.push_back({"third", "", "", "", ""});
  file.second.results.push_back(took("a/x", "third", 2));
  const nlohmann::json means = data_of(make_speed_report({file}))["runs"][0]["means"];
  ASSERT_EQ(means.size(), 3u);
  EXPECT_EQ(means[0]["other"], -1);
  EXPECT_EQ(means[0]["categories"][1]["category"], "");
  EXPECT_EQ(means[0]["categories"][1]["mean"], 2);
  EXPECT_EQ(means[1]["other"], 1);
}

TEST(SpeedData, RatiosBeyondAllNumbersAreNamed) {
  NamedFile file = measured_at("f", kMay, {{"a/x", 1e200}});
  file.second.results[0].median = 1e-200;
  const nlohmann::json row = data_of(make_speed_report({file}))["runs"][0]["rows"][0];
  EXPECT_EQ(row["fastest"], "inf");
}

TEST(SpeedData, TheCommandIsSafeToPaste) {
  NamedFile file = measured_at("f", kMay, {{"a/$(x)", 2}});
  file.second.header.backends[0].argument = "exec:./a b";
  file.second.header.threads = 2;
  file.second.header.is_resident = true;
  const nlohmann::json run = data_of(make_speed_report({file}))["runs"][0];
  EXPECT_EQ(run["command"],
            "kassay bench --backend 'exec:./a b' --backend exec:theirs --threads 2 "
            "--resident --only");
  EXPECT_EQ(run["rows"][0]["word"], "'a/$(x)'");
}

TEST(SpeedPage, WithoutAScriptItHasTheMeans) {
  const std::string page = speed_page(make_speed_report({measured_at("f", kMay, {{"a/<x>", 4}})}));
  EXPECT_THAT(page, AllOf(HasSubstr("<li>theirs: 4, the worst 4 in a/&lt;x&gt;, ahead in 1 of 1"),
                          Not(HasSubstr("<x>"))));
}

}  // namespace
}  // namespace kassay::reports
