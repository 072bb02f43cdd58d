// Patterns from ids that must be matched and ids that must not be.
#include "conformance/runner/case_globs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace kassay::runner::case_globs_test {
namespace {

using testing::ElementsAre;

// Patterns that match all ids of the first list and none of the second.
std::vector<std::string> patterns(std::vector<std::string> matched,
                                  const std::vector<std::string>& others) {
  std::vector<std::size_t> wanted(matched.size());
  std::iota(wanted.begin(), wanted.end(), std::size_t{0});
  std::vector<Wanted> roles(matched.size(), Wanted::kMustMatch);
  matched.insert(matched.end(), others.begin(), others.end());
  roles.resize(matched.size(), Wanted::kMustNotMatch);
  return CaseGlobs(matched, wanted).patterns(roles);
}

TEST(CaseGlobs, AWholeFunctionIsItsName) {
  EXPECT_THAT(patterns({"a/f/int8/x", "a/f/int8/y"}, {"a/g/int8/x", "b/h/int8/y"}),
              ElementsAre("f"));
}

TEST(CaseGlobs, ADtypeOfAllFunctions) {
  EXPECT_THAT(patterns({"a/f/int8/x", "b/g/int8/y"}, {"a/f/bool/x", "b/g/bool/y"}),
              ElementsAre("*/int8/*"));
}

TEST(CaseGlobs, AParameter) {
  EXPECT_THAT(patterns({"a/f/int8/value,x=2,axis=0", "a/f/bool/other,x=3,axis=0"},
                       {"a/f/int8/value,x=2,axis=1", "a/f/bool/other,x=3,axis=1"}),
              ElementsAre("*/*/*,axis=0"));
}

TEST(CaseGlobs, TheIdItselfWhereNothingElseFits) {
  const std::string name = "value,x=2,axis=0";
  EXPECT_THAT(
      patterns({"a/f/int8/" + name}, {"a/f/int8/value,x=2,axis=1", "a/f/int8/value,x=3,axis=0",
                                      "b/f/int8/" + name, "a/g/int8/" + name, "a/f/bool/" + name}),
      ElementsAre("a/f/int8/" + name));
}

TEST(CaseGlobs, AStarThatWouldCrossASlashIsNotTaken) {
  // "*/int8/*" would match the other id as well.
  EXPECT_THAT(patterns({"a/f/int8/x", "a/f/int8/y"}, {"a/f/bool/int8/z"}),
              ElementsAre("a/f/int8/*"));
}

TEST(CaseGlobs, IdsThatMayMatchDoNotPreventAPattern) {
  const std::vector<std::size_t> wanted = {0};
  const std::vector<Wanted> roles = {Wanted::kMustMatch, Wanted::kMayMatch, Wanted::kMustNotMatch};
  EXPECT_THAT(CaseGlobs({"a/f/int8/x", "a/f/int8/y", "a/g/int8/x"}, wanted).patterns(roles),
              ElementsAre("f"));
}

}  // namespace
}  // namespace kassay::runner::case_globs_test
