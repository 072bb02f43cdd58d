// The order of work on the emulated device.
#include "optimized/device/order.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace kassay::optimized::order_test {
namespace {

using namespace device;
using testing::HasSubstr;

TEST(InTurn, EachComesOnceInARound) {
  for (const Order order : {Order::kAscending, Order::kDescending, Order::kShuffled}) {
    for (const std::int64_t count : {1, 2, 3, 32, 256, 1000}) {
      for (std::int64_t round = 0; round < 4; ++round) {
        std::vector<std::int64_t> turns, all;
        for (std::int64_t turn = 0; turn < count; ++turn) {
          turns.push_back(in_turn(order, count, turn, round));
          all.push_back(turn);
        }
        std::ranges::sort(turns);
        EXPECT_EQ(turns, all);
      }
    }
  }
}

class OrderChoice : public testing::Test {
 protected:
  void SetUp() override {
    if (const char* const word = std::getenv(kVariable)) before_ = word;
  }
  void TearDown() override {
    if (before_)
      setenv(kVariable, before_->c_str(), 1);
    else
      unsetenv(kVariable);
  }
  static constexpr const char* kVariable = "KASSAY_EMULATED_ORDER";
  std::optional<std::string> before_;
};

TEST_F(OrderChoice, TheEnvironmentNamesIt) {
  setenv(kVariable, "descending", 1);
  EXPECT_EQ(order_to_use(), Order::kDescending);
  unsetenv(kVariable);
  EXPECT_EQ(order_to_use(), Order::kShuffled);
}

TEST_F(OrderChoice, AnotherWordIsRefused) {
  setenv(kVariable, "random", 1);
  EXPECT_THAT([] { order_to_use(); }, testing::ThrowsMessage<std::runtime_error>(
                                          HasSubstr("KASSAY_EMULATED_ORDER is \"random\"")));
}

}  // namespace
}  // namespace kassay::optimized::order_test
