#include "spec/lib/clause_cases.h"

#include <gtest/gtest.h>

namespace kassay::clause_cases_test {
namespace {

using Names = std::vector<std::string>;

CaseOutline case_of(const std::string& id, Names clauses, Names editions,
                    std::vector<Mode> modes = {Mode::kEager}) {
  CaseOutline result;
  result.id = "math/square/" + id;
  result.clauses = std::move(clauses);
  result.editions = std::move(editions);
  result.modes = std::move(modes);
  return result;
}

TEST(ClauseCases, EachModeCountsInEachEdition) {
  ClauseCases cases;
  cases.add(case_of("float32/value,x=2", {"a"}, {"ko", "ja"}, {Mode::kEager, Mode::kGradient}));
  cases.add(case_of("float32/value,x=3", {"a", "b"}, {"ko"}));
  EXPECT_EQ(cases.count("a", "ko"), 3);
  EXPECT_EQ(cases.count("a", "ja"), 2);
  EXPECT_EQ(cases.count("b", "ja"), 0);
  EXPECT_EQ(cases.count("nothing", "ko"), 0);
}

TEST(ClauseCases, GlobOfAGroup) {
  ClauseCases cases;
  cases.add(case_of("float32/value,x=2", {"a"}, {"ko"}));
  cases.add(case_of("float64/value,x=2", {"a"}, {"ko"}));
  EXPECT_EQ(cases.globs("a", {"ko"}), Names{"math/square/*/value,*"});
  cases.add(case_of("float32/program", {"b"}, {"ko"}));
  EXPECT_EQ(cases.globs("b", {"ko"}), Names{"math/square/float32/program"});
  cases.add(case_of("float32/program,edition=ja", {"b"}, {"ja"}));
  EXPECT_EQ(cases.globs("b", {"ko", "ja"}), Names{"math/square/float32/program*"});
}

TEST(ClauseCases, TheGroupThatTestsTheLeastBeside) {
  ClauseCases cases;
  cases.add(case_of("float32/everything,x=2", {"a", "b"}, {"ko"}));
  cases.add(case_of("float32/alone,x=2", {"a"}, {"ko"}));
  EXPECT_EQ(cases.globs("a", {"ko"}), Names{"math/square/float32/alone,*"});
}

TEST(ClauseCases, OneGlobThatServesAllEditionsGoesBeforeTwo) {
  ClauseCases cases;
  cases.add(case_of("float32/alone,x=2", {"a"}, {"ko"}));
  cases.add(case_of("float32/everything,x=2", {"a", "b"}, {"ko", "ja"}));
  EXPECT_EQ(cases.globs("a", {"ko", "ja"}), Names{"math/square/float32/everything,*"});
}

TEST(ClauseCases, SeveralGlobsWhereNoGroupServesAllEditions) {
  ClauseCases cases;
  cases.add(case_of("float32/old,x=2", {"a"}, {"ja"}));
  cases.add(case_of("float32/new,x=2", {"a"}, {"ko"}));
  EXPECT_EQ(cases.globs("a", {"ko", "zh", "ja"}),
            (Names{"math/square/float32/old,*", "math/square/float32/new,*"}));
  EXPECT_EQ(cases.globs("nothing", {"ko"}), Names{});
}

}  // namespace
}  // namespace kassay::clause_cases_test
