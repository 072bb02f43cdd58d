// `kassay report` of what `kassay bench` measured, as a user meets it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/cli/tests/kassay_program.h"
#include "spec/lib/atomic_file.h"
#include "spec/lib/tests/bench_measurements.h"

namespace kassay::bench_report_test {
namespace {

using bench::took;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class BenchReport : public KassayProgram {
 protected:
  std::string write(const std::string& name, const std::string& lines) {
    write_file(vectors_.path(name), lines);
    return vectors_.path(name);
  }
  // A file of twelve workloads; in the last one "ours" is slowest compared with "theirs".
  std::string race(const std::string& name = "race.jsonl") {
    std::string lines = to_line(bench::sample_header({"theirs"})) + "\n";
    for (int number = 1; number <= 12; ++number) {
      const std::string workload = "a/number" + std::to_string(number);
      lines += to_line(took(workload, "ours", number)) + "\n";
      lines += to_line(took(workload, "theirs", 2)) + "\n";
    }
    return write(name, lines);
  }
};

TEST_F(BenchReport, PrintsTheMeansAndTheWorstWorkloads) {
  EXPECT_EQ(kassay("report " + race()), 0) << error();
  EXPECT_THAT(output(), AllOf(HasSubstr("Time of theirs / ours"), HasSubstr("a/number12  "),
                              HasSubstr("a/number3  "), Not(HasSubstr("a/number2  "))));
}

TEST_F(BenchReport, WritesAPage) {
  const std::string page = vectors_.path("race.html");
  EXPECT_EQ(kassay("report " + race() + " --out " + page), 0) << error();
  EXPECT_THAT(error(), HasSubstr("wrote " + page));
  EXPECT_EQ(kassay("report " + race() + " --out -"), 0);
  EXPECT_THAT(output(), AllOf(HasSubstr("<!DOCTYPE html>"), HasSubstr("Speed of backends")));
}

TEST_F(BenchReport, NoticesGoToTheStandardError) {
  const std::string other = race("other.jsonl");
  std::string header = to_line(bench::sample_header({"theirs"}));
  header.replace(header.find("a processor"), 11, "another one");
  EXPECT_EQ(kassay("report " + other + " " + write("moved.jsonl", header + "\n")), 0);
  EXPECT_THAT(error(), AllOf(HasSubstr("another machine"), HasSubstr("holds no measurement")));
}

TEST_F(BenchReport, ResultsOfARunAreNotMixedIn) {
  const std::string results = write("results.jsonl", "{\"header\": {}}\n");
  EXPECT_EQ(kassay("report " + race() + " " + results), 2);
  EXPECT_THAT(error(), AllOf(HasSubstr("results.jsonl"), HasSubstr("race.jsonl"),
                             HasSubstr("two commands")));
}

TEST_F(BenchReport, OptionsOfRunsAreRefused) {
  for (const std::string option : {"--junit", "--ctrf", "--markdown", "--badges", "--site",
                                   "--history", "--vectors", "--max-failures", "--no-worse-than"}) {
    const std::string value = option == "--max-failures" ? " 0" : " somewhere";
    EXPECT_EQ(kassay("report " + race() + " " + option + value), 2) << option;
    EXPECT_THAT(error(), AllOf(HasSubstr(option), HasSubstr("leave it out")));
  }
  EXPECT_EQ(kassay("report " + race() + " --all"), 2);
  EXPECT_THAT(error(), AllOf(HasSubstr("--all"), HasSubstr("leave it out")));
}

TEST_F(BenchReport, ADamagedLineIsNamed) {
  const std::string header = to_line(bench::sample_header()) + "\n";
  EXPECT_EQ(kassay("report " + write("cut.jsonl", header + "{\"workload\": \"a")), 2);
  EXPECT_THAT(error(),
              AllOf(HasSubstr("cut.jsonl"), HasSubstr("line 2"), HasSubstr("kassay bench --out")));
}

TEST_F(BenchReport, ItsInputIsNotReplaced) {
  const std::string file = race();
  EXPECT_EQ(kassay("report " + file + " --out " + file), 2);
  EXPECT_THAT(error(), HasSubstr("name another output"));
}

}  // namespace
}  // namespace kassay::bench_report_test
