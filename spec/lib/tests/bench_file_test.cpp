#include "spec/lib/bench_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/lib/bench_ratios.h"
#include "spec/lib/tests/bench_measurements.h"
#include "spec/lib/tests/file_error.h"
#include "spec/lib/tests/temporary_directory.h"

namespace kassay::bench {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::string kGood = to_line(took("a/x", "ours", 0.25)) + "\n";

// How a file with these lines, whose first is `header`, is refused.
std::string refusal(const std::string& lines,
                    const std::string& header = to_line(sample_header({"theirs"})) + "\n") {
  const TemporaryDirectory folder;
  const std::string file = folder.write("bench.jsonl", header + lines);
  return file_error([&] { read_bench_file(file); });
}

TEST(BenchFile, IsReadAsItWasWritten) {
  const TemporaryDirectory folder;
  Result failed{"a/y", "ours", "timeout", "no answer"};
  const std::string file =
      folder.write("bench.jsonl", to_line(sample_header()) + "\n" + kGood + to_line(failed) + "\n");
  const File read = read_bench_file(file);
  EXPECT_EQ(to_line(read.header), to_line(sample_header()));
  ASSERT_EQ(read.results.size(), 2u);
  EXPECT_EQ(to_line(read.results[0]) + "\n", kGood);
  EXPECT_EQ(read.results[1].message, "no answer");
}

TEST(BenchFile, TellsWhetherArraysWereResident) {
  Header resident = sample_header();
  resident.is_resident = true;
  const TemporaryDirectory folder;
  const auto read = [&](const Header& header) {
    return read_bench_file(folder.write("bench.jsonl", to_line(header) + "\n")).header;
  };
  EXPECT_TRUE(read(resident).is_resident);
  EXPECT_FALSE(read(sample_header()).is_resident);
}

TEST(BenchFile, MistakesNameTheLineAndTheRemedy) {
  EXPECT_THAT(refusal("{\"workload\": \"a/x\"}\n"),
              AllOf(HasSubstr("line 2"), HasSubstr("kassay bench --out")));
}

TEST(BenchFile, ALineThatWasCutOffIsNamed) {
  EXPECT_THAT(refusal(kGood + kGood.substr(0, kGood.size() / 2)), HasSubstr("line 3"));
}

TEST(BenchFile, AnEmptyFileIsNone) { EXPECT_THAT(refusal("", ""), HasSubstr("no header")); }

TEST(BenchFile, AHeaderNeedsABackend) {
  Header none = sample_header();
  none.backends.clear();
  EXPECT_THAT(refusal("", to_line(none)), HasSubstr("the list is empty"));
}

TEST(BenchFile, LabelsAreDifferent) {
  EXPECT_THAT(refusal("", to_line(sample_header({"ours"}))), HasSubstr("another backend"));
}

TEST(BenchFile, NoBackendIsCalledAsTheMeansAre) {
  EXPECT_THAT(refusal("", to_line(sample_header({kFastest}))), HasSubstr("reserved"));
}

TEST(BenchFile, BackendsAreThoseOfTheHeader) {
  EXPECT_THAT(refusal(to_line(took("a/x", "stranger", 1))), HasSubstr("no backend of this label"));
}

TEST(BenchFile, NothingIsMeasuredTwice) {
  EXPECT_THAT(refusal(kGood + kGood), AllOf(HasSubstr("line 3"), HasSubstr("an earlier line")));
}

TEST(BenchFile, WorkloadsHaveACategory) {
  EXPECT_THAT(refusal(to_line(took("/x", "ours", 1))), HasSubstr("category"));
}

TEST(BenchFile, TimesAreAboveZero) {
  EXPECT_THAT(refusal(to_line(took("a/x", "ours", 0))), HasSubstr("above 0"));
  Result back = took("a/x", "ours", 1);
  back.minimum = -1;
  EXPECT_THAT(refusal(to_line(back)), HasSubstr("/minimum: expected a number of at least 0"));
}

TEST(BenchFile, IsToldByItsFirstLine) {
  const TemporaryDirectory folder;
  EXPECT_TRUE(is_bench_file(folder.write("bench", to_line(sample_header()) + "\ndamaged")));
  EXPECT_FALSE(is_bench_file(folder.write("run", "{\"header\": {}}\n")));
  EXPECT_FALSE(is_bench_file(folder.write("text", "bench")));
  EXPECT_FALSE(is_bench_file(folder.write("empty", "")));
  EXPECT_FALSE(is_bench_file(folder.file("missing")));
  EXPECT_FALSE(is_bench_file(folder.path()));
}

}  // namespace
}  // namespace kassay::bench
