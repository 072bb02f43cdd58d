#include "reports/profile_counts.h"

#include <gtest/gtest.h>

#include "reports/tests/samples.h"
#include "spec/lib/tests/vectors_directory.h"
#include "spec/lib/vectors.h"

namespace kassay::reports::profile_counts_test {
namespace {

class ProfileCounted : public testing::Test {
 protected:
  ProfileCounted() {
    vectors_.specification["profiles"][0]["calls"] = {"constant", "eval", "softmax"};
    vectors_.specification["profiles"][0]["without"] = nlohmann::json::array();
    vectors_.write();
  }

  // A run of both cases, of the first in its two modes.
  Results run(Outcome eager, Outcome gradient, Outcome rank0) const {
    CaseResult first = sample_result("activation/softmax/float32/value,x=2", eager);
    CaseResult second = first;
    second.mode = "gradient";
    second.outcome = gradient;
    CaseResult third = sample_result("activation/softmax/float32/rank0", rank0);
    third.mode = "program";
    Results results = sample_results({first, second, third});
    results.header.specification_hash = read_specification(folder()).hash;
    return results;
  }
  std::vector<std::map<std::string, ProfileCounts>> counts(std::vector<Results> runs) const {
    std::vector<ReportRun> report_runs;
    for (Results& results : runs) report_runs.push_back({"", {"run.jsonl"}, std::move(results)});
    return profile_counts(make_report(std::move(report_runs), folder()), folder());
  }
  const std::string& folder() const { return vectors_.directory().path(); }

  VectorsDirectory vectors_;
};

TEST_F(ProfileCounted, ModesThatTheProfileHas) {
  const auto all = counts({run(Outcome::kPass, Outcome::kFail, Outcome::kPassAccepted),
                           run(Outcome::kUnsupported, Outcome::kPass, Outcome::kPass)});
  EXPECT_EQ(all[0].at("all").results, 2);  // the profile has no mode gradient
  EXPECT_EQ(all[0].at("all").passed, 2);
  EXPECT_EQ(all[1].at("all").results, 2);
  EXPECT_EQ(all[1].at("all").passed, 1);
}

TEST_F(ProfileCounted, RunOfAnotherSpecificationHasNone) {
  Results other = run(Outcome::kPass, Outcome::kPass, Outcome::kPass);
  other.header.specification_hash = "another";
  EXPECT_TRUE(counts({other})[0].empty());
}

TEST_F(ProfileCounted, DamagedVectorsGiveNone) {
  const Results results = run(Outcome::kPass, Outcome::kPass, Outcome::kPass);
  vectors_.directory().write("softmax.json", "{}");
  EXPECT_TRUE(counts({results})[0].empty());
}

}  // namespace
}  // namespace kassay::reports::profile_counts_test
