#include "spec/lib/case_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kassay::case_changes_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kCase[] = "a/b/float32/value,axes=[0, 1]";

CaseChange change(const std::string& version, const std::string& pattern = "a/b/*") {
  return {version, CaseChangeKind::kRetired, {pattern}, "A reason."};
}

// The versions of the changes that lie between two others.
std::vector<std::string> between(const std::string& old, const std::string& now) {
  std::vector<std::string> versions;
  for (const CaseChange& each :
       changes_between({change("1.10.0"), change("1.9.0"), change("1.0.0")}, old, now)) {
    versions.push_back(each.version);
  }
  return versions;
}

TEST(CaseChange, KindReadsBack) {
  for (const CaseChangeKind kind : {CaseChangeKind::kChanged, CaseChangeKind::kRetired}) {
    EXPECT_EQ(parse_case_change(case_change_name(kind)), kind);
  }
  EXPECT_EQ(parse_case_change("renamed"), std::nullopt);
}

TEST(CaseChange, IdWithBracketsIsThatCase) { EXPECT_TRUE(change("1.0.0", kCase).matches(kCase)); }

TEST(CaseChange, StarMatchesAcrossSlashes) { EXPECT_TRUE(change("1.0.0", "a/*").matches(kCase)); }

TEST(CaseChange, OtherFunctionIsNotMatched) {
  EXPECT_FALSE(change("1.0.0", "a/b2/*").matches(kCase));
}

TEST(Version, HasThreeNumbers) {
  for (const char* text : {"0.0.0", "1.2.3", "10.20.30"}) EXPECT_TRUE(is_version(text)) << text;
  for (const char* text : {"", "1", "1.2", "1.2.3.4", "1..3", "1.2.x", "01.2.3", "1.2.-3"}) {
    EXPECT_FALSE(is_version(text)) << text;
  }
}

TEST(Version, NumbersHaveTheirOrder) {
  EXPECT_TRUE(is_older("1.9.0", "1.10.0"));
  EXPECT_TRUE(is_older("1.9.9", "2.0.0"));
  EXPECT_FALSE(is_older("1.10.0", "1.9.0"));
  EXPECT_FALSE(is_older("1.9.0", "1.9.0"));
}

TEST(Version, UnrecordedIsTheOldest) {
  EXPECT_TRUE(is_older("", "0.0.0"));
  EXPECT_FALSE(is_older("0.0.0", ""));
  EXPECT_FALSE(is_older("", ""));
}

TEST(CaseChanges, OfTheLaterVersionCount) {
  EXPECT_THAT(between("1.9.0", "1.10.0"), ElementsAre("1.10.0"));
}

TEST(CaseChanges, OfVersionsThatTheNewRunLacksDoNotCount) {
  EXPECT_THAT(between("1.0.0", "1.9.0"), ElementsAre("1.9.0"));
}

TEST(CaseChanges, OfEqualVersionsAreNone) { EXPECT_THAT(between("1.9.0", "1.9.0"), IsEmpty()); }

TEST(CaseChanges, OfAnOlderRunAreNone) { EXPECT_THAT(between("1.10.0", "1.0.0"), IsEmpty()); }

TEST(CaseChanges, AllFollowARunWithoutVersion) {
  EXPECT_THAT(between("", "1.10.0"), ElementsAre("1.10.0", "1.9.0", "1.0.0"));
}

}  // namespace
}  // namespace kassay::case_changes_test
