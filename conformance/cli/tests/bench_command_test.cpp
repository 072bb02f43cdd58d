// `kassay bench` as a user meets it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/cli/tests/kassay_program.h"

namespace kassay::bench_command_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr char kQuick[] =
    " --only activation/relu/float32/small --only elementwise/exp/float32/small --seconds 0 "
    "--rounds 1";

class Bench : public KassayProgram {};

TEST_F(Bench, ListsWorkloads) {
  EXPECT_EQ(kassay("bench --list --only '*/small'"), 0);
  EXPECT_THAT(output(), AllOf(HasSubstr("activation/relu/float32/small\n"),
                              Not(HasSubstr("activation/relu/float32/large"))));
}

TEST_F(Bench, WrongWorkloadNamesTheClosest) {
  EXPECT_EQ(kassay("bench --list --only activation/rely/float32/small"), 4);
  EXPECT_THAT(error(), HasSubstr("activation/relu/float32/small"));
}

TEST_F(Bench, NeedsABackend) {
  EXPECT_EQ(kassay(std::string("bench") + kQuick), 2);
  EXPECT_THAT(error(), HasSubstr("--backend"));
}

TEST_F(Bench, MeasuresBackendsSideBySideAndComparesThem) {
  const std::string file = vectors_.path("bench.jsonl");
  EXPECT_EQ(kassay("bench --backend optimized --backend reference --out " + file + kQuick), 0)
      << error();
  EXPECT_THAT(output(), AllOf(HasSubstr("kassay optimized"), HasSubstr("kassay reference"),
                              HasSubstr("Time of kassay reference / kassay optimized"),
                              HasSubstr("elementwise")));
  EXPECT_EQ(kassay("bench --backend optimized --out " + file + kQuick), 2);
  EXPECT_THAT(error(), HasSubstr("--overwrite"));
  EXPECT_EQ(kassay("bench --compare " + file + " " + file), 0);
  EXPECT_THAT(output(), HasSubstr("activation/relu/float32/small"));
}

TEST_F(Bench, FedAndResidentArraysAreNotCompared) {
  const std::string fed = vectors_.path("fed.jsonl"), resident = vectors_.path("resident.jsonl");
  ASSERT_EQ(kassay("bench --backend reference --out " + fed + kQuick), 0) << error();
  ASSERT_EQ(kassay("bench --backend reference --resident --out " + resident + kQuick), 0)
      << error();
  EXPECT_EQ(kassay("bench --compare " + fed + " " + resident), 2);
  EXPECT_THAT(error(), AllOf(HasSubstr(resident), HasSubstr("--resident")));
}

TEST_F(Bench, WhatABackendLacksIsNoFailure) {
  EXPECT_EQ(kassay("bench" + backend_ + kQuick), 0);
  EXPECT_THAT(output(), HasSubstr("no function placeholder"));
}

}  // namespace
}  // namespace kassay::bench_command_test
