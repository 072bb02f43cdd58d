#include "spec/lib/specification_view.h"

#include <gmock/gmock.h>

#include "spec/lib/tests/vectors_directory.h"

namespace kassay::specification_view_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class View : public testing::Test {
 protected:
  VectorsDirectory vectors_;
  const Specification specification_ = read_specification(vectors_.write());
  const ClauseCases cases_ = read_clause_cases(vectors_.write());
  const FunctionSpecification& softmax_ = *specification_.find("softmax");
  const FunctionView view_ = view_of(softmax_, specification_, &cases_);
};

TEST_F(View, EditionsShareALineWhereSignatureAndHeadingAreTheSame) {
  ASSERT_EQ(view_.signatures.size(), 2u);
  EXPECT_EQ(view_.signatures[0].signature, "softmax(x, axis=-1)");
  EXPECT_EQ(view_.signatures[0].heading, "softmax");
  FunctionSpecification same = softmax_;
  same.signatures["ja"] = "(x, axis=-1)";
  const FunctionView joined = view_of(same, specification_);
  ASSERT_EQ(joined.signatures.size(), 1u);
  EXPECT_THAT(joined.signatures[0].editions, ElementsAre("ko", "ja"));
  same.headings["ja"] = "another";
  EXPECT_EQ(view_of(same, specification_).signatures.size(), 2u);
}

TEST_F(View, BasisHasDocumentsDecisionAndCasesOfTheEdition) {
  const ClauseView& value = view_.clauses[0];
  ASSERT_EQ(value.bases.size(), 2u);
  EXPECT_EQ(value.bases[1].documents, "summary");
  EXPECT_EQ(value.bases[1].cases, 2);
  const BasisView* rank = view_.clauses[2].basis_in("ko");
  ASSERT_NE(rank, nullptr);
  EXPECT_EQ(rank->documents, "");
  EXPECT_EQ(rank->decision, "D-001");
  EXPECT_EQ(view_.clauses[2].basis_in("ja"), nullptr);
}

TEST_F(View, SilentEditionSaysWhichEditionSpeaks) {
  Clause clause = *softmax_.find_clause("softmax.numpy");
  clause.editions = {"ko", "ja"};
  EXPECT_EQ(view_of(clause, softmax_, specification_).basis_in("ja")->documents, "as ko");
}

TEST_F(View, GlobsRunTheCases) {
  EXPECT_THAT(view_.clauses[0].globs, ElementsAre("activation/softmax/float32/value,*"));
  EXPECT_THAT(view_.clauses[1].globs, IsEmpty());
  EXPECT_EQ(view_.clauses[1].bases[0].cases, 0);
}

TEST_F(View, WithoutCasesNothingIsCounted) {
  const FunctionView view = view_of(softmax_, specification_);
  EXPECT_FALSE(view.clauses[0].bases[0].cases.has_value());
  EXPECT_THAT(view.clauses[0].globs, IsEmpty());
}

TEST_F(View, RemarksAreErrorsAndWhatAnEditionSaysOtherwise) {
  EXPECT_THAT(view_.clauses[0].remarks, ElementsAre("ja says: The first axis."));
  EXPECT_THAT(view_.clauses[2].remarks, ElementsAre("Error: value."));
}

TEST_F(View, ClauseHasItsReadingsAndErrata) {
  ASSERT_EQ(view_.clauses[0].readings.size(), 1u);
  EXPECT_EQ(view_.clauses[0].readings[0]->id, "axis-ignored");
  ASSERT_EQ(view_.clauses[0].errata.size(), 1u);
  EXPECT_EQ(view_.clauses[0].errata[0]->id, "E-001");
  EXPECT_THAT(view_.clauses[1].readings, IsEmpty());
}

TEST_F(View, IntroductionIsCheckedAndNotCounted) {
  const FunctionView view = view_of(specification_.introduction, specification_, &cases_);
  EXPECT_THAT(view.signatures, IsEmpty());
  EXPECT_EQ(view.clauses[0].checks.size(), 3u);
  EXPECT_FALSE(view.clauses[0].bases[0].cases.has_value());
}

TEST_F(View, EditionsWithTheSameBasisStandTogether) {
  EXPECT_EQ(bases_text(view_.clauses[2]), "ko: D-001, 1 case");
  ClauseView clause = view_.clauses[0];
  clause.bases = {{"ko", "returns", "", 2}, {"zh", "returns", "", 2}, {"ja", "as ko", "", 1}};
  EXPECT_EQ(bases_text(clause), "ko, zh: returns, 2 cases; ja: as ko, 1 case");
}

TEST(FunctionView, DecisionsAreThoseAboutItAndThoseThatItsClausesRestOn) {
  FunctionSpecification mean;
  mean.name = "mean";
  mean.clauses.resize(1);
  mean.clauses[0].decision = "D-3";
  Specification specification;
  specification.decisions = {{"D-1", "", {"mean"}, "", "", "Integers are unspecified.", ""},
                             {"D-2", "", {"mean"}, "", "", "All of it.", ""},
                             {"D-3", "", {}, "", "", "In general all is unspecified.", ""},
                             {"D-4", "", {"sum"}, "", "", "Sums are unspecified.", ""}};
  const FunctionView view = view_of(mean, specification);
  ASSERT_EQ(view.unspecified.size(), 1u);
  EXPECT_EQ(view.unspecified[0].name, "D-1");
  EXPECT_EQ(view.unspecified[0].text, "Integers are unspecified.");
  ASSERT_EQ(view.decisions.size(), 3u);
  EXPECT_EQ(view.decisions[2]->id, "D-3");
}

TEST_F(View, EditionHasTheSectionsAndTheDocuments) {
  std::vector<std::string> lines;
  for (const auto& [name, text] : facts_of(*specification_.find_edition("ko"))) {
    lines.push_back(name + ": " + text);
  }
  EXPECT_THAT(lines,
              ElementsAre("Documents: Korean, 2019, Keras 2.2", "Evidence: by axes",
                          "Similar page: K, `k.md` in `a.example`", "Section on new code: New code",
                          "Document: `a.txt`, Markdown, SHA-256 `0a`", "Document: `b.txt`"));
}

}  // namespace
}  // namespace kassay::specification_view_test
