#include "spec/lib/text.h"

#include <gtest/gtest.h>

namespace kassay::text_test {
namespace {

TEST(CountOf, GroupsDigitsAndAgreesInNumber) {
  EXPECT_EQ(count_of(1, "case"), "1 case");
  EXPECT_EQ(count_of(0, "case"), "0 cases");
  EXPECT_EQ(count_of(999, "case"), "999 cases");
  EXPECT_EQ(count_of(1234567, "case"), "1,234,567 cases");
}

}  // namespace
}  // namespace kassay::text_test
