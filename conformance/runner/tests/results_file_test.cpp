// Results that another program changes during a run, and results that a run may continue.
#include "conformance/runner/results_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "spec/lib/tests/file_error.h"
#include "spec/lib/tests/temporary_directory.h"

namespace kassay::runner {
namespace {

using testing::HasSubstr;

class ResultsFileTest : public testing::Test {
 protected:
  ResultsFileTest() { results_.begin(ResultsHeader{}); }

  const TemporaryDirectory folder_;
  const std::string path_ = folder_.file("results.jsonl");
  ResultsFile results_{path_, EarlierResults::kRefuse};
};

TEST_F(ResultsFileTest, Shortened) {
  std::filesystem::resize_file(path_, 3);
  EXPECT_THAT(file_error([&] { results_.add(CaseResult{}); }),
              HasSubstr("was changed while the run wrote to it"));
}

TEST_F(ResultsFileTest, ShortenedAfterTheLastResult) {
  results_.add(CaseResult{});
  std::filesystem::resize_file(path_, 3);
  EXPECT_THAT(file_error([&] { results_.finish(ResultsFooter{}); }),
              HasSubstr("was changed while the run wrote to it"));
}

TEST_F(ResultsFileTest, Removed) {
  std::filesystem::remove(path_);
  EXPECT_THAT(file_error([&] { results_.finish(ResultsFooter{}); }),
              HasSubstr("was removed while the run wrote to it"));
}

TEST_F(ResultsFileTest, Renamed) {
  std::filesystem::rename(path_, folder_.file("other.jsonl"));
  results_.finish(ResultsFooter{});
  EXPECT_THAT(folder_.read("other.jsonl"), HasSubstr("footer"));
}

ResultsHeader with_sandbox(const SandboxRecord& sandbox) {
  ResultsHeader header;
  header.sandbox = sandbox;
  return header;
}

TEST(RunDifferences, OfTheSandbox) {
  const ResultsHeader there = with_sandbox({.mode = "default", .holds = {"files"}});
  EXPECT_EQ(run_differences(there, there), "");
  EXPECT_EQ(run_differences(there, with_sandbox({.mode = "off"})),
            "--sandbox was \"default\" and is now \"off\"");
  EXPECT_EQ(run_differences(there, with_sandbox({.mode = "default", .writable = {"/tmp/here"}})),
            "--sandbox was \"default\" and is now \"default with --writable /tmp/here\"");
  EXPECT_EQ(run_differences(there, ResultsHeader{}),
            "--sandbox was \"default\" and is now \"none\"");
}

TEST(RunDifferences, OfWhatTheSandboxLacks) {
  const ResultsHeader there = with_sandbox({.mode = "default", .holds = {"files"}});
  const SandboxRecord without{.mode = "default", .lacks = {{"files", "Function not implemented"}}};
  EXPECT_EQ(run_differences(there, with_sandbox(without)),
            "--sandbox was \"default\" and is now \"default, without files\"");
}

}  // namespace
}  // namespace kassay::runner
