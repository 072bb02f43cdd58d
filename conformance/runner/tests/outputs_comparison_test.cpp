// Comparing two runs with kept outputs.
#include "conformance/runner/outputs_comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "conformance/runner/kept_outputs.h"
#include "conformance/runner/outputs_files.h"
#include "conformance/runner/outputs_writer.h"
#include "conformance/runner/run.h"
#include "conformance/runner/tests/toy_connection.h"
#include "conformance/runner/tests/toy_vectors.h"
#include "spec/lib/error.h"

namespace kassay::runner::outputs_comparison_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class ComparedOutputs : public testing::Test {
 protected:
  ComparedOutputs() {
    vectors_.add("identity", {{"a"}, {"b"}});
    vectors_.add("invalid", {{"a"}});
    vectors_.finish();
  }

  // Returns the folder of the outputs.
  std::string run(const std::string& name, const std::vector<std::string>& filter = {},
                  Edition edition = Edition::kKo) {
    RunSettings settings;
    settings.vectors_directory = vectors_.directory();
    settings.backend = "toy";
    settings.out = vectors_.path(name + ".jsonl");
    settings.keep_outputs = vectors_.path(name);
    settings.selection.filter = filter;
    settings.selection.edition = edition;
    settings.open = [this](const std::string&, const BackendOptions&) {
      return std::make_unique<CountingConnection>(count_);
    };
    run_conformance(settings, {});
    return settings.keep_outputs;
  }

  // Stores this answer to identity/b, as if a backend had given it.
  static void answer_instead(const std::string& folder, Value value) {
    const ResultsHeader header = KeptOutputs(folder).header();
    OutputsWriter writer(folder, /*resume=*/true);
    writer.begin(header);
    CaseResult result;
    result.case_id = "toy/identity/float32/b";
    result.mode = "eager";
    result.outcome = Outcome::kFail;
    writer.add("identity", encode_kept(result, {{std::move(value)}, "", ""}));
  }

  OutputsComparison compare(const std::string& first, const std::string& second) const {
    return compare_outputs(first, second, vectors_.directory());
  }

  ToyVectors vectors_;
  std::atomic<int> count_ = 0;
};

TEST_F(ComparedOutputs, EqualAnswersAndErrorsAgree) {
  const OutputsComparison comparison = compare(run("first"), run("second"));
  EXPECT_EQ(comparison.compared(), 3);
  EXPECT_EQ(comparison.differing(), 0);
  EXPECT_TRUE(comparison.uncompared.empty());
  EXPECT_TRUE(comparison.notices.empty());
}

TEST_F(ComparedOutputs, AnotherAnswerIsNamedWithItsOutcome) {
  const std::string first = run("first"), second = run("second");
  Tensor altered = toy_inputs().at("x");
  altered.mutable_data<float>()[2] += 1;
  answer_instead(second, altered);
  const OutputsComparison comparison = compare(first, second);
  EXPECT_EQ(comparison.differing(), 1);
  const FunctionComparison& worst = comparison.functions.at(0);
  EXPECT_EQ(worst.function, "identity");
  ASSERT_EQ(worst.differing.size(), 1u);
  const ComparedCase& compared = worst.differing[0];
  EXPECT_EQ(compared.case_id, "toy/identity/float32/b");
  EXPECT_EQ(compared.first_outcome, Outcome::kPass);
  EXPECT_EQ(compared.second_outcome, Outcome::kFail);
  ASSERT_TRUE(compared.agreement.disagreement);
  EXPECT_EQ(compared.agreement.disagreement->check, Check::kElement);
  EXPECT_EQ(compared.agreement.disagreement->index, (std::vector<std::int64_t>{2}));
  EXPECT_EQ(compared.agreement.disagreement->difference, 1);
}

TEST_F(ComparedOutputs, ReportsAnswersInOnlyOneRun) {
  const OutputsComparison comparison =
      compare(run("first", {"identity"}), run("second", {"toy/identity/float32/a", "invalid"}));
  EXPECT_EQ(comparison.compared(), 1);
  ASSERT_EQ(comparison.uncompared.size(), 2u);
  EXPECT_EQ(comparison.uncompared[0].case_id, "toy/identity/float32/b");
  EXPECT_EQ(comparison.uncompared[0].reason, "only the first has an answer");
  EXPECT_EQ(comparison.uncompared[1].function, "invalid");
  EXPECT_EQ(comparison.uncompared[1].reason, "only the second has an answer");
  EXPECT_EQ(comparison.missing(/*common=*/false), 2);
  EXPECT_EQ(comparison.missing(/*common=*/true), 0);
}

TEST_F(ComparedOutputs, AnswerThatCouldNotBeKeptIsMissing) {
  const std::string first = run("first"), second = run("second");
  const ResultsHeader header = KeptOutputs(second).header();
  OutputsWriter writer(second, /*resume=*/true);
  writer.begin(header);
  writer.add("identity",
             protocol::encode(
                 protocol::NotSupported{0, "it is too large"},
                 {{"case", "toy/identity/float32/b"}, {"mode", "eager"}, {"outcome", "pass"}}));
  const OutputsComparison comparison = compare(first, second);
  ASSERT_EQ(comparison.uncompared.size(), 1u);
  EXPECT_EQ(comparison.uncompared[0].reason, "it is too large");
  EXPECT_EQ(comparison.missing(/*common=*/true), 1);
}

TEST_F(ComparedOutputs, ReportsAnotherEdition) {
  const OutputsComparison comparison = compare(run("first"), run("second", {}, Edition::kZh));
  ASSERT_EQ(comparison.notices.size(), 1u);
  EXPECT_THAT(comparison.notices[0], HasSubstr("edition is ko in the first run"));
}

TEST_F(ComparedOutputs, OtherVectorsAreRefused) {
  const std::string first = run("first");
  ToyVectors others;
  others.add("identity", {{"a"}, {"c"}});
  others.finish();
  try {
    compare_outputs(first, first, others.directory());
    FAIL() << "outputs of other vectors were compared";
  } catch (const FileError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("first/run.json"), HasSubstr("--vectors")));
  }
}

TEST_F(ComparedOutputs, NothingInCommonIsNoAgreement) {
  EXPECT_THROW(compare(run("first", {"identity"}), run("second", {"invalid"})), NoCaseSelected);
}

TEST_F(ComparedOutputs, IncompleteLastFrameIsLeftOut) {
  const std::string first = run("first"), second = run("second");
  const std::string file = outputs_file(second, "identity");
  const std::string whole = read_text(file);
  write_text(file, whole.substr(0, whole.size() - 1));
  const OutputsComparison comparison = compare(first, second);
  EXPECT_EQ(comparison.compared(), 2);
  ASSERT_EQ(comparison.uncompared.size(), 1u);
  EXPECT_EQ(comparison.uncompared[0].case_id, "toy/identity/float32/b");
}

}  // namespace
}  // namespace kassay::runner::outputs_comparison_test
