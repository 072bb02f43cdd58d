// `kassay merge`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "conformance/cli/tests/kassay_program.h"
#include "spec/lib/result_lines.h"
#include "spec/lib/results.h"

namespace kassay::merge_command_test {
namespace {

using testing::HasSubstr;

// Removes the times, which differ in every run.
std::string without_times(Results results) {
  results.header.started = "";
  for (CaseResult& result : results.cases) result.seconds = 0;
  if (results.footer) results.footer->seconds = 0;
  return to_text(results);
}

class MergeCommand : public KassayProgram {
 protected:
  MergeCommand() {
    kassay("run" + backend_ + "--out '" + whole_ + "'");
    run_shards("");
  }
  void run_shards(const std::string& options) {
    for (int i = 1; i <= 2; ++i) {
      kassay("run" + backend_ + options + " --overwrite --shard " + std::to_string(i) +
             "/2 --out '" + shard(i) + "'");
    }
  }
  std::string shard(int i) const { return vectors_.path("shard" + std::to_string(i)); }
  std::string both() const { return "'" + shard(2) + "' '" + shard(1) + "' "; }

  const std::string whole_ = vectors_.path("whole"), out_ = vectors_.path("merged");
  const std::string into_ = "--out '" + out_ + "' ";
};

TEST_F(MergeCommand, IsWhatOneRunWouldHaveWritten) {
  EXPECT_EQ(kassay("merge " + both() + into_), 1);
  EXPECT_THAT(error(), HasSubstr("\nNot conformant: 2 results against the backend\n"));
  EXPECT_EQ(without_times(read_results(out_)), without_times(read_results(whole_)));
}

TEST_F(MergeCommand, PageIsThatOfReport) {
  const std::string page = vectors_.path("page.html"), later = vectors_.path("later.html");
  EXPECT_EQ(kassay("merge " + both() + into_ + "--report '" + page + "'"), 1);
  EXPECT_EQ(kassay("report '" + out_ + "' --out '" + later + "'"), 0);
  EXPECT_EQ(runner::read_text(page), runner::read_text(later));
  EXPECT_EQ(kassay("merge " + both() + into_ + "--overwrite --report '" + shard(1) + "'"), 2);
  EXPECT_THAT(error(), HasSubstr("is also the file of SHARDS"));
}

TEST_F(MergeCommand, GivesUpWhereOneRunWouldHave) {
  runner::ToyVectors crashes;
  crashes.add("abort", {{"a"}, {"b"}, {"c"}, {"d"}, {"e"}, {"f"}});
  crashes.finish();
  const std::string once = "--max-restarts 2 --vectors '" + crashes.directory() + "' ";
  kassay("run" + backend_ + once + "--overwrite --out '" + whole_ + "'");
  run_shards(once);
  ASSERT_EQ(read_results(whole_).cases.size(), 6u);
  EXPECT_THAT(read_results(whole_).cases.back().message, HasSubstr("not run: earlier cases"));
  EXPECT_EQ(kassay("merge " + both() + into_ + once), 1);
  EXPECT_EQ(without_times(read_results(out_)), without_times(read_results(whole_)));
}

TEST_F(MergeCommand, AppliesWaivers) {
  const std::string waivers = vectors_.path("w.yaml");
  runner::write_text(
      waivers, "waivers:\n- {cases: [abort, invalid], outcomes: [crash, error], reason: known}\n");
  const std::string with = "--waivers '" + waivers + "' ";
  kassay("run" + backend_ + with + "--overwrite --out '" + whole_ + "'");
  EXPECT_EQ(kassay("merge " + both() + into_ + with), 0);
  EXPECT_EQ(without_times(read_results(out_)), without_times(read_results(whole_)));
  run_shards(with);
  EXPECT_EQ(kassay("merge " + both() + into_ + "--overwrite"), 2);
  EXPECT_THAT(error(), HasSubstr("the shards had waivers"));
}

TEST_F(MergeCommand, RefusesWhatIsNotAllOfOneRun) {
  const std::string one = "'" + shard(1) + "' ";
  EXPECT_EQ(kassay("merge " + one + into_), 2);
  EXPECT_THAT(error(), HasSubstr("is one shard of several"));
  EXPECT_EQ(kassay("merge " + both() + one + into_), 2);
  EXPECT_THAT(error(), HasSubstr("the shard is named twice"));
  kassay("run" + backend_ + "--mode eager --overwrite --shard 1/2 --out '" + shard(1) + "'");
  EXPECT_EQ(kassay("merge " + both() + into_), 2);
  EXPECT_THAT(error(), HasSubstr("is not another shard of the run"));
  EXPECT_FALSE(std::filesystem::exists(out_));
}

TEST_F(MergeCommand, RefusesShardThatWasCutShort) {
  std::string text = runner::read_text(shard(1));
  text.resize(text.rfind("{\"footer\""));
  runner::write_text(shard(1), text);
  EXPECT_EQ(kassay("merge " + both() + into_), 2);
  EXPECT_THAT(error(), HasSubstr("shard1"));
}

TEST_F(MergeCommand, RefusesCaseThatIsMissingOrThereTwice) {
  Results results = read_results(whole_);
  const CaseResult last = results.cases.back();
  results.cases.pop_back();
  runner::write_text(shard(1), to_text(results));
  EXPECT_EQ(kassay("merge '" + shard(1) + "' " + into_), 2);
  EXPECT_THAT(error(), HasSubstr(last.case_id + " in mode " + last.mode + " is missing"));
  results.cases.insert(results.cases.end(), {last, last});
  runner::write_text(shard(1), to_text(results));
  EXPECT_EQ(kassay("merge '" + shard(1) + "' " + into_), 2);
  EXPECT_THAT(error(), HasSubstr("appears twice"));
}

TEST_F(MergeCommand, ReplacesNothingSilently) {
  EXPECT_EQ(kassay("merge " + both() + "--out '" + whole_ + "'"), 2);
  EXPECT_THAT(error(), HasSubstr("--overwrite"));
  EXPECT_EQ(kassay("merge " + both() + "--overwrite --out '" + shard(1) + "'"), 2);
  EXPECT_THAT(error(), HasSubstr("is one of the shards"));
}

}  // namespace
}  // namespace kassay::merge_command_test
