// Groups of elements are moved as one: the same elements reach the same places.
#include "optimized/device/grouping.h"

#include <gmock/gmock.h>

#include <numeric>

#include "optimized/device/emulated.h"
#include "optimized/tests/strided.h"

namespace kassay::optimized::device {
namespace {

using testing::VariantWith;

constexpr std::size_t kRoom = 256;
struct alignas(16) Memory {
  std::array<unsigned char, kRoom> bytes;
};

Memory after(const Command& command, Memory& y) {
  y.bytes.fill(0xee);
  make_emulated_device()->record({command})->run();
  return y;
}

class Grouping : public testing::Test {
 protected:
  Grouping() { std::iota(x_.bytes.begin(), x_.bytes.end(), static_cast<unsigned char>(0)); }

  template <class Bits>
  Bits* x(std::size_t skipped = 0) {
    return reinterpret_cast<Bits*>(x_.bytes.data()) + skipped;
  }
  template <class Bits>
  Bits* y() {
    return reinterpret_cast<Bits*>(y_.bytes.data());
  }
  // The number of elements afterwards; together they have as many bytes of the result as before.
  std::int64_t count_of_groups(const Each& each) {
    const Command command = grouped(each);
    const Memory expected = after(each, y_);
    EXPECT_EQ(after(command, y_).bytes, expected.bytes);
    return std::get<Each>(command).count;
  }

  Memory x_, y_;
};

TEST_F(Grouping, RowsAreMovedInGroups) {
  const Move<unsigned short> move{
      x<unsigned short>(), y<unsigned short>(), strided({3, 8}, {16, 1}), {}};
  EXPECT_EQ(count_of_groups({move, 24}), 3);
}

TEST_F(Grouping, DimensionsThatContinueEachOtherAreOneRow) {
  const Move<unsigned char> move{
      x<unsigned char>(), y<unsigned char>(), strided({2, 4, 3, 4}, {64, 12, 4, 1}), {}};
  EXPECT_EQ(count_of_groups({move, 96}), 6);
}

TEST_F(Grouping, AddressStrideStartAndRowMayAllowLess) {
  const auto count = [&](std::size_t skipped, const Layout& from, long long elements) {
    return count_of_groups(
        {Move<unsigned char>{x<unsigned char>(skipped), y<unsigned char>(), from, {}}, elements});
  };
  EXPECT_EQ(count(8, strided({2, 16}, {32, 1}), 32), 4);
  EXPECT_EQ(count(1, strided({2, 16}, {32, 1}), 32), 32);
  EXPECT_EQ(count(0, strided({2, 16}, {36, 1}), 32), 8);
  EXPECT_EQ(count(0, strided({2, 6}, {16, 1}), 12), 6);
  EXPECT_EQ(count(0, strided({4, 4}, {1, 4}), 16), 16);
  Layout behind = strided({2, 16}, {32, 1});
  behind.start = 2;
  EXPECT_EQ(count(0, behind, 32), 16);
}

TEST_F(Grouping, PaddingIsMovedInGroupsWhereItEndsWithOne) {
  Layout cut = strided({3, 8}, {8, 1});
  cut.dimensions[1].begin = 4;
  cut.dimensions[0].end = 2;
  const auto count = [&] {
    return count_of_groups(
        {Move<unsigned short>{x<unsigned short>(), y<unsigned short>(), cut, {}}, 24});
  };
  EXPECT_EQ(count(), 6);
  cut.dimensions[1].begin = 3;
  EXPECT_EQ(count(), 24);
}

TEST_F(Grouping, MoveInOrderIsACopy) {
  Layout behind = strided({2, 5}, {5, 1});
  behind.start = 3;
  const Each each{Move<unsigned int>{x<unsigned int>(), y<unsigned int>(), {}, behind}, 10};
  const Command command = grouped(each);
  ASSERT_THAT(command, VariantWith<Copy>(testing::_));
  const Memory expected = after(each, y_);
  EXPECT_EQ(after(command, y_).bytes, expected.bytes);
}

TEST_F(Grouping, ValuesFillGroups) {
  EXPECT_EQ(count_of_groups({Fill<unsigned short>{y<unsigned short>(), 0x1234, 1}, 24}), 3);
  EXPECT_EQ(count_of_groups({Fill<unsigned short>{y<unsigned short>(), 0x1234, 1}, 23}), 23);
  EXPECT_EQ(count_of_groups({Fill<unsigned short>{y<unsigned short>(), 0x1234, 3}, 24}), 24);
}

TEST_F(Grouping, EntriesAreMovedInGroups) {
  const std::array<int, 3> indices{2, -4, 1};
  int refusal = 0;
  const EntryNumbers numbers{{indices.data(), 4, true}, 4, &refusal};
  EXPECT_EQ(
      count_of_groups(
          {GatherEntries<unsigned int>{x<unsigned int>(), y<unsigned int>(), numbers, 6}, 18}),
      9);
}

TEST_F(Grouping, ChannelsAreSeenInGroups) {
  WindowGeometry geometry;
  geometry.axes[2] = {.places = 4, .size = 3, .before = 1, .count = 4};
  geometry.channels = 8;
  EXPECT_EQ(
      count_of_groups(
          {SeeWindows<unsigned short>{x<unsigned short>(), y<unsigned short>(), geometry}, 96}),
      12);
}

}  // namespace
}  // namespace kassay::optimized::device
