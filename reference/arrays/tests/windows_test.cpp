#include "reference/arrays/windows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "spec/lib/error.h"

namespace kassay::reference::windows_test {
namespace {

using testing::ElementsAre;

WindowAxis axis(std::int64_t places, std::int64_t size, std::int64_t stride, std::int64_t dilation,
                Padding padding) {
  return windows_over({places}, {size}, {stride}, {dilation}, padding).front();
}

// The elements of window `at`, without the padding.
std::vector<std::int64_t> seen(const WindowAxis& axis, std::int64_t at) {
  std::vector<std::int64_t> places;
  for_each_inside({axis}, {at},
                  [&](const Index&, const Index& place) { places.push_back(place.front()); });
  return places;
}

TEST(Windows, ValidOnesLieInside) {
  const WindowAxis windows = axis(7, 3, 2, 1, Padding::kValid);
  EXPECT_EQ(windows.count, 3);
  EXPECT_THAT(seen(windows, 2), ElementsAre(4, 5, 6));
}

TEST(Windows, ValidOnesThatAreTooLargeAreNone) {
  EXPECT_EQ(axis(2, 3, 1, 1, Padding::kValid).count, 0);
  EXPECT_EQ(axis(4, 3, 3, 2, Padding::kValid).count, 0);
}

TEST(Windows, DilationWidensTheExtent) {
  const WindowAxis windows = axis(6, 3, 1, 2, Padding::kValid);
  EXPECT_EQ(windows.count, 2);
  EXPECT_THAT(seen(windows, 1), ElementsAre(1, 3, 5));
}

TEST(Windows, SameHasTheOddPlaceOfPaddingAtTheEnd) {
  const WindowAxis windows = axis(4, 2, 1, 1, Padding::kSame);
  EXPECT_EQ(windows.before, 0);
  EXPECT_EQ(windows.count, 4);
  EXPECT_THAT(seen(windows, 3), ElementsAre(3));
}

TEST(Windows, SamePadsNoMoreThanTheStrideNeeds) {
  const WindowAxis windows = axis(6, 3, 2, 1, Padding::kSame);
  EXPECT_EQ(windows.count, 3);
  EXPECT_THAT(seen(windows, 0), ElementsAre(0, 1, 2));
  EXPECT_THAT(seen(windows, 2), ElementsAre(4, 5));
}

TEST(Windows, SameWithAStrideAboveTheSizeHasNoPadding) {
  const WindowAxis windows = axis(5, 1, 3, 1, Padding::kSame);
  EXPECT_EQ(windows.before, 0);
  EXPECT_THAT(seen(windows, 1), ElementsAre(3));
}

TEST(Windows, CausalOnesEndAtTheirOwnPlace) {
  const WindowAxis windows = axis(5, 2, 1, 3, Padding::kCausal);
  EXPECT_EQ(windows.count, 5);
  EXPECT_THAT(seen(windows, 1), ElementsAre(1));
  EXPECT_THAT(seen(windows, 4), ElementsAre(1, 4));
}

TEST(Windows, AnUnknownDimensionHasUnknownlyMany) {
  EXPECT_EQ(axis(kUnknown, 3, 1, 1, Padding::kSame).count, kUnknown);
  EXPECT_EQ(axis(5, kUnknown, 1, 1, Padding::kValid).count, kUnknown);
}

TEST(Windows, ElementsAreVisitedInRowMajorOrder) {
  const Windows windows = windows_over({2, 2}, {2, 2}, {1, 1}, {1, 1}, Padding::kSame);
  std::vector<Index> elements;
  for_each_inside(windows, {0, 1},
                  [&](const Index& element, const Index&) { elements.push_back(element); });
  EXPECT_THAT(elements, ElementsAre(Index{0, 0}, Index{1, 0}));
}

TEST(Windows, AStrideOfZeroIsRefused) { EXPECT_THROW(axis(5, 2, 0, 1, Padding::kValid), ApiError); }

TEST(Windows, AnotherNumberOfStridesIsRefused) {
  EXPECT_THROW(windows_over({5, 5}, {2, 2}, {1}, {1, 1}, Padding::kValid), ApiError);
}

TEST(Windows, AWindowOfSizeZeroIsRefused) {
  EXPECT_THROW(axis(5, 0, 1, 1, Padding::kSame), ApiError);
}

TEST(PaddingName, CausalMustBeAllowed) {
  EXPECT_EQ(padding_named("causal", true), Padding::kCausal);
  EXPECT_THROW(padding_named("causal"), ApiError);
}

TEST(Channels, MoveThereAndBack) {
  const Shape first{2, 3, 4, 5};
  EXPECT_EQ(channels_to_last(first, true), (Shape{2, 4, 5, 3}));
  EXPECT_EQ(channels_from_last(channels_to_last(first, true), true), first);
  EXPECT_EQ(channels_to_last(first, false), first);
}

TEST(Channels, TakeTheirElementsAlong) {
  const Array x({1, 2, 2}, {1, 2, 3, 4});
  EXPECT_EQ(channels_to_last(x, true).flat(), (std::vector<Real>{1, 3, 2, 4}));
  EXPECT_EQ(channels_from_last(channels_to_last(x, true), true).flat(), x.flat());
}

TEST(Exceeds, NanIsLargerThanEveryNumber) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_TRUE(exceeds(nan, 1));
  EXPECT_FALSE(exceeds(1, nan));
  EXPECT_FALSE(exceeds(1, 1));
}

}  // namespace
}  // namespace kassay::reference::windows_test
