// Teams of threads (device/teams.h), on fibers: in each order, with the same bits.
#include "optimized/device/teams.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "optimized/device/fibers.h"
#include "optimized/device/rows/products.h"
#include "optimized/device/rows/sums.h"
#include "optimized/device/rows/transpositions.h"

namespace kassay::optimized::teams_test {
namespace {

using namespace device;

// y, as the body writes it. Each of two blocks has several rows or none.
template <class Body, class T>
std::vector<T> made(Body body, const std::vector<T>& y, long long count, TeamShape shape) {
  EXPECT_EQ(shape.threads() % kThreadsOfWarp, 0);
  EXPECT_LE(shape.threads(), kThreadsOfBlock);
  constexpr int kBlocks = 2;
  const auto in_order = [&](Order order) {
    std::vector<T> copy = y;
    body.y = copy.data();
    run_rows(body, shape, count, kBlocks, order);
    return copy;
  };
  const std::vector<T> ascending = in_order(Order::kAscending);
  EXPECT_EQ(in_order(Order::kDescending), ascending);
  EXPECT_EQ(in_order(Order::kShuffled), ascending);
  return ascending;
}

// The value that each member gets.
struct SumsOfMembers {
  static constexpr const char* kName = "sums of members";
  const double* x;
  Lines lines;
  double* y = nullptr;
  template <class Team>
  void operator()(Team& team, long long row) const {
    const double sum = team.reduce(
        lines.length, 0.0, [&](long long i) { return x[lines.place(row, i)]; },
        [](double a, double b) { return a + b; });
    if (team.rank() >= 0) y[row * team.size() + team.rank()] = sum;
  }
};

// The row, then what other members wrote.
struct ReversedRows {
  static constexpr const char* kName = "reversed rows";
  const double* x;
  Lines lines;
  double* y = nullptr;
  template <class Team>
  void operator()(Team& team, long long row) const {
    double* const there = y + row * 2 * lines.length;
    double* const back = there + lines.length;
    team.each(lines.length, [&](long long i) { there[i] = x[lines.place(row, i)]; });
    team.each(lines.length, [&](long long i) { back[i] = there[lines.length - 1 - i]; });
  }
};

struct Case {
  long long outer, length, inner;
};

class Teams : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] = std::sin(static_cast<double>(i));
  }
  // y with so many elements for each row.
  template <class Body>
  std::vector<double> made(const Body& body, long long elements) const {
    const std::vector<double> y(static_cast<std::size_t>(count_ * elements), -1);
    return teams_test::made(body, y, count_, shape_);
  }
  double at(const std::vector<double>& array, long long row, long long i) const {
    return array[static_cast<std::size_t>(lines_.place(row, i))];
  }
  double sum(long long row) const {
    double sum = 0;
    for (long long i = 0; i < lines_.length; ++i) sum += at(x_, row, i);
    return sum;
  }

  const Lines lines_{GetParam().length, GetParam().inner};
  const long long count_ = GetParam().outer * GetParam().inner;
  const TeamShape shape_ = shape_of_lines(count_, lines_.length, lines_.inner);
  std::vector<double> x_ = std::vector<double>(static_cast<std::size_t>(count_ * lines_.length));
};

constexpr double kError = 1e-12;

TEST_P(Teams, Add) {
  const auto y = made(SumRows<double, double>{x_.data(), nullptr, lines_, 1}, 1);
  for (long long row = 0; row < count_; ++row)
    ASSERT_NEAR(y[static_cast<std::size_t>(row)], sum(row), kError) << "row " << row;
}

TEST_P(Teams, GiveEachMemberTheSum) {
  const auto y = made(SumsOfMembers{x_.data(), lines_}, shape_.members);
  for (long long i = 0; i < count_ * shape_.members; ++i) {
    const long long row = i / shape_.members;
    ASSERT_NEAR(y[static_cast<std::size_t>(i)], sum(row), kError) << "row " << row;
  }
}

TEST_P(Teams, SeeTheDataOfOtherMembers) {
  const auto y = made(ReversedRows{x_.data(), lines_}, 2 * lines_.length);
  for (long long row = 0; row < count_; ++row) {
    for (long long i = 0; i < lines_.length; ++i) {
      const long long last = (row + 1) * 2 * lines_.length - 1;
      ASSERT_EQ(y[static_cast<std::size_t>(last - i)], at(x_, row, i)) << "row " << row;
    }
  }
}

TEST_P(Teams, StoreTheirReductions) {
  const auto y = made(SoftmaxRows<double>{x_.data(), nullptr, lines_}, lines_.length);
  for (long long row = 0; row < count_; ++row) {
    double sum = 0;
    for (long long i = 0; i < lines_.length; ++i) sum += std::exp(at(x_, row, i));
    for (long long i = 0; i < lines_.length; ++i)
      ASSERT_NEAR(at(y, row, i), std::exp(at(x_, row, i)) / sum, kError) << "row " << row;
  }
}

TEST_P(Teams, Scan) {
  const auto y = made(RunningRows<double>{x_.data(), nullptr, lines_, false}, lines_.length);
  for (long long row = 0; row < count_; ++row) {
    double sum = 0;
    for (long long i = 0; i < lines_.length; ++i) {
      sum += at(x_, row, i);
      ASSERT_NEAR(at(y, row, i), sum, kError) << "row " << row;
    }
  }
}

// Members in one warp, in several warps and in a block; adjacent rows or separate ones; blocks with unused rows; rows without elements.
INSTANTIATE_TEST_SUITE_P(Shapes, Teams,
                         testing::Values(Case{300, 1, 1}, Case{70, 10, 1}, Case{9, 200, 1},
                                         Case{3, 300, 1}, Case{2, 2500, 1}, Case{7, 3, 5},
                                         Case{2, 10, 40}, Case{2, 50, 40}, Case{2, 1000, 3},
                                         Case{1, 1000, 20}, Case{1, 1000, 1}, Case{5, 257, 1},
                                         Case{3, 0, 1}, Case{2, 0, 3}));

// Tiles at the edges, tiles with few rows or columns, and several matrices.
TEST(TeamsOfTiles, Transpose) {
  struct Sizes {
    long long rows, columns;
    int tile_rows_bits;
  };
  for (const auto& [rows, columns, tile_rows_bits] :
       {Sizes{70, 33, 5}, Sizes{3, 500, 2}, Sizes{1200, 2, 10}}) {
    constexpr int kMatrices = 3, kTileBits = 11;
    const long long size = rows * columns;
    const Layout matrices{1, 0, {{kMatrices, size, 0, kMatrices}}};
    const Transposition at{matrices, matrices, rows,           columns,
                           columns,  rows,     tile_rows_bits, kTileBits - tile_rows_bits};
    std::vector<unsigned> x(static_cast<std::size_t>(kMatrices * size));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<unsigned>(i);
    const auto y = made(
        TransposeRows<unsigned>{x.data(), nullptr, at}, std::vector<unsigned>(x.size(), ~0U),
        kMatrices * at.tiles_along_row() * at.tiles_along_column(), {kThreadsOfBlock, 1, false});
    for (long long i = 0; i < kMatrices * size; ++i) {
      const long long matrix = i / size, column = i % size / rows, row = i % rows;
      ASSERT_EQ(y[static_cast<std::size_t>(i)], matrix * size + row * columns + column);
    }
  }
}

}  // namespace
}  // namespace kassay::optimized::teams_test
