#include "conformance/compare/coverage.h"

#include <gtest/gtest.h>

namespace kassay::compare::testing::coverage_test {
namespace {

Specification specification_of_square() {
  FunctionSpecification square;
  square.name = "square";
  square.clauses.resize(2);
  square.clauses[0].id = "square.value";
  square.clauses[1].id = "square.nan";
  square.readings = {{"doubled", "square.value", "wrong", ""},
                     {"rounded", "square.value", "accepted", ""}};
  Specification specification;
  specification.functions = {square};
  return specification;
}

Case case_of_square(std::vector<std::string> clauses, std::vector<CaseReading> readings = {}) {
  Case result;
  result.id = "math/square/float32/value";
  result.function = "square";
  result.clauses = std::move(clauses);
  result.readings = std::move(readings);
  return result;
}

using Names = std::vector<std::string>;

TEST(Coverage, ClauseWithoutACaseIsUncovered) {
  const Specification specification = specification_of_square();
  Coverage coverage(specification);
  coverage.add(case_of_square({"square.value"}));
  EXPECT_EQ(coverage.uncovered(), Names{"square.nan"});
  EXPECT_EQ(coverage.functions().at(0).clauses.at(0).second, 1);
}

TEST(Coverage, EditionWithoutACaseIsUncovered) {
  Specification specification = specification_of_square();
  specification.functions[0].clauses[0].editions = {"ko", "ja"};
  Coverage coverage(specification);
  Case test_case = case_of_square({"square.value", "square.nan"});
  test_case.editions = {"ko"};
  coverage.add(test_case);
  EXPECT_EQ(coverage.uncovered(), Names{"square.value in edition ja"});
  EXPECT_EQ(coverage.covered_clauses(), 1U);
}

TEST(Coverage, WrongReadingThatNoCaseTellsApart) {
  const Specification specification = specification_of_square();
  Coverage coverage(specification);
  coverage.add(case_of_square({"square.value", "square.nan"}, {{"rounded", true, {}}}));
  EXPECT_TRUE(coverage.uncovered().empty());
  EXPECT_EQ(coverage.undistinguished(), Names{"square/doubled"});
  EXPECT_EQ(coverage.functions().at(0).accepted_readings, 1);
}

TEST(Coverage, CasesThatDifferInTheDtypeAloneCountOnceForAThinReading) {
  const Specification specification = specification_of_square();
  Coverage coverage(specification);
  Case test_case = case_of_square({"square.value"}, {{"doubled", false, {}}});
  coverage.add(test_case);
  test_case.id = "math/square/float64/value";
  coverage.add(test_case);
  using Thin = std::vector<std::pair<std::string, int>>;
  EXPECT_EQ(coverage.thinly_detected(1), (Thin{{"square/doubled", 1}}));
  test_case.id = "math/square/float64/other";
  coverage.add(test_case);
  EXPECT_EQ(coverage.thinly_detected(1), Thin{});
}

TEST(Coverage, OnlySmokeCountsForWhatSmokeDetects) {
  const Specification specification = specification_of_square();
  Coverage coverage(specification);
  Case test_case = case_of_square({"square.value"}, {{"doubled", false, {}}});
  coverage.add(test_case);
  EXPECT_EQ(coverage.detected_by_smoke(), 0u);
  test_case.tier = Tier::kSmoke;
  coverage.add(test_case);
  EXPECT_EQ(coverage.detected_by_smoke(), 1u);
}

TEST(Coverage, CompleteWhereEveryClauseAndMistakeHasACase) {
  const Specification specification = specification_of_square();
  Coverage coverage(specification);
  coverage.add(case_of_square({"square.value"}, {{"doubled", false, {}}}));
  coverage.add(case_of_square({"square.nan"}, {{"doubled", false, {}}}));
  EXPECT_TRUE(coverage.uncovered().empty());
  EXPECT_TRUE(coverage.undistinguished().empty());
  EXPECT_TRUE(coverage.unknown().empty());
  EXPECT_EQ(coverage.functions().at(0).wrong_readings.at(0).second, 2);
}

TEST(Coverage, UnknownClauseIsReported) {
  const Specification specification = specification_of_square();
  Coverage coverage(specification);
  coverage.add(case_of_square({"square.vlaue"}));
  EXPECT_EQ(coverage.unknown(), Names{"math/square/float32/value: clause square.vlaue"});
}

TEST(Coverage, UnknownWrongReadingIsReported) {
  const Specification specification = specification_of_square();
  Coverage coverage(specification);
  coverage.add(case_of_square({}, {{"tripled", false, {}}}));
  EXPECT_EQ(coverage.unknown(), Names{"math/square/float32/value: wrong reading tripled"});
}

}  // namespace
}  // namespace kassay::compare::testing::coverage_test
