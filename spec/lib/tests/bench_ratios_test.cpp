#include "spec/lib/bench_ratios.h"

#include <gtest/gtest.h>

#include "spec/lib/tests/bench_measurements.h"

namespace kassay::bench {
namespace {

TEST(Ratios, AboveOneWhereTheFirstIsFaster) {
  const auto found =
      ratios({took("a/x", "ours", 1), took("a/x", "one", 2), took("a/x", "two", 0.5)}, "ours");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].value, 2);
  EXPECT_EQ(found[1].value, 0.5);
  EXPECT_EQ(found[2].other, kFastest);
  EXPECT_EQ(found[2].value, 0.5);
}

TEST(Ratios, WhatOneHasNotMeasuredIsLeftOut) {
  Result failed = took("a/x", "one", 1);
  failed.outcome = "crash";
  EXPECT_TRUE(ratios({took("a/x", "ours", 1), failed}, "ours").empty());
  EXPECT_TRUE(ratios({took("a/x", "one", 1), took("a/x", "two", 1)}, "ours").empty());
}

TEST(Ratios, TheOnlyOtherThatMeasuredAWorkloadIsTheFastest) {
  const auto found = ratios({took("a/x", "ours", 1), took("a/x", "one", 2), took("a/y", "ours", 1),
                             took("a/y", "two", 3)},
                            "ours");
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[3].other, kFastest);
  EXPECT_EQ(found[3].value, 3);
}

TEST(Ratios, OneOtherHasNoSecondName) {
  EXPECT_EQ(ratios({took("a/x", "ours", 1), took("a/x", "one", 2)}, "ours").size(), 1u);
}

TEST(Means, AreGeometricByCategory) {
  const auto found = means({{"a/x", "one", 4}, {"a/y", "one", 1}, {"b/z", "one", 0.25}});
  EXPECT_DOUBLE_EQ(found.at("one").at("a").geometric, 2);
  EXPECT_EQ(found.at("one").at("a").ahead, 2);
  const Mean& all = found.at("one").at("");
  EXPECT_DOUBLE_EQ(all.geometric, 1);
  EXPECT_EQ(all.worst, 0.25);
  EXPECT_EQ(all.worst_workload, "b/z");
  EXPECT_EQ(all.workloads, 3);
}

}  // namespace
}  // namespace kassay::bench
