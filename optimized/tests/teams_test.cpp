// The teams of a block, whose threads are threads of the host.
#include "optimized/device/teams.h"

#include <gmock/gmock.h>

#include <barrier>
#include <cmath>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "optimized/device/rows/products.h"
#include "optimized/device/rows/sums.h"
#include "optimized/device/rows/transpositions.h"

namespace kassay::optimized::teams_test {
namespace {

using namespace device;

constexpr std::size_t kSlotBytes = 16;

struct Block {
  Block(int threads, int room_bytes) : all(threads), room(static_cast<std::size_t>(room_bytes)) {
    for (int warp = 0; warp < threads / kThreadsOfWarp; ++warp)
      warps.push_back(std::make_unique<std::barrier<>>(kThreadsOfWarp));
  }
  std::barrier<> all;
  std::vector<std::unique_ptr<std::barrier<>>> warps;
  std::vector<unsigned char> room;
  std::vector<unsigned char> slots = std::vector<unsigned char>(2 * kThreadsOfBlock * kSlotBytes);
  std::vector<unsigned char> lanes = std::vector<unsigned char>(kThreadsOfBlock * kSlotBytes);
};

class HostThread {
 public:
  HostThread(Block& block, int number) : block_(&block), number_(number) {}
  int number() const { return number_; }
  void wait() const { block_->all.arrive_and_wait(); }
  void wait_in_warp() const {
    block_->warps[static_cast<std::size_t>(number_ / kThreadsOfWarp)]->arrive_and_wait();
  }
  unsigned char* slots() const { return block_->slots.data(); }
  unsigned char* room() const { return block_->room.data(); }
  template <class A>
  A across(A value, int distance) const {
    EXPECT_LT(distance, kThreadsOfWarp);
    std::memcpy(lane(number_), &value, sizeof(A));
    wait_in_warp();
    std::memcpy(&value, lane(number_ ^ distance), sizeof(A));
    wait_in_warp();
    return value;
  }

 private:
  unsigned char* lane(int number) const {
    return block_->lanes.data() + static_cast<std::size_t>(number) * kSlotBytes;
  }
  Block* block_;
  int number_;
};

// Of two blocks, the second one does its rows after the first.
template <class Body>
void run(const Body& body, long long count, TeamShape shape) {
  const int size = shape.members * shape.rows;
  ASSERT_EQ(size % kThreadsOfWarp, 0);
  ASSERT_LE(size, kThreadsOfBlock);
  for (const int number_of_block : {0, 1}) {
    Block block(size, room_bytes_of(body));
    std::vector<std::thread> threads;
    for (int number = 0; number < size; ++number) {
      threads.emplace_back([&, number] {
        do_rows(HostThread(block, number), shape, body, count, number_of_block, 2);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
}

struct Case {
  long long outer, length, inner;
};

class Teams : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] = std::sin(static_cast<double>(i));
  }
  double at(const std::vector<double>& array, long long row, long long i) const {
    return array[static_cast<std::size_t>(lines_.place(row, i))];
  }

  const Lines lines_{GetParam().length, GetParam().inner};
  const long long count_ = GetParam().outer * GetParam().inner;
  const TeamShape shape_ = shape_of_lines(count_, lines_.length, lines_.inner);
  std::vector<double> x_ = std::vector<double>(static_cast<std::size_t>(count_ * lines_.length));
  std::vector<double> y_ = std::vector<double>(x_.size(), NAN);
};

constexpr double kError = 1e-12;

TEST_P(Teams, Add) {
  run(SumRows<double, double>{x_.data(), y_.data(), lines_, 1}, count_, shape_);
  for (long long row = 0; row < count_; ++row) {
    double sum = 0;
    for (long long i = 0; i < lines_.length; ++i) sum += at(x_, row, i);
    ASSERT_NEAR(y_[static_cast<std::size_t>(row)], sum, kError) << "row " << row;
  }
}

TEST_P(Teams, StoreWhatTheyReduced) {
  run(SoftmaxRows<double>{x_.data(), y_.data(), lines_}, count_, shape_);
  for (long long row = 0; row < count_; ++row) {
    double sum = 0;
    for (long long i = 0; i < lines_.length; ++i) sum += std::exp(at(x_, row, i));
    for (long long i = 0; i < lines_.length; ++i)
      ASSERT_NEAR(at(y_, row, i), std::exp(at(x_, row, i)) / sum, kError) << "row " << row;
  }
}

TEST_P(Teams, Scan) {
  run(RunningRows<double>{x_.data(), y_.data(), lines_, false}, count_, shape_);
  for (long long row = 0; row < count_; ++row) {
    double sum = 0;
    for (long long i = 0; i < lines_.length; ++i) {
      sum += at(x_, row, i);
      ASSERT_NEAR(at(y_, row, i), sum, kError) << "row " << row;
    }
  }
}

// Members of one warp, of several and of a block; rows next to each other or each on its own; blocks with rows to spare.
INSTANTIATE_TEST_SUITE_P(Shapes, Teams,
                         testing::Values(Case{300, 1, 1}, Case{70, 10, 1}, Case{9, 200, 1},
                                         Case{3, 300, 1}, Case{2, 2500, 1}, Case{7, 3, 5},
                                         Case{2, 10, 40}, Case{2, 50, 40}, Case{2, 1000, 3},
                                         Case{1, 1000, 20}, Case{1, 1000, 1}));

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
    const Spread matrices{1, 0, {kMatrices}, {size}, {0}, {kMatrices}};
    const Transposition at{matrices, matrices, rows,           columns,
                           columns,  rows,     tile_rows_bits, kTileBits - tile_rows_bits};
    std::vector<unsigned> x(static_cast<std::size_t>(kMatrices * size)), y(x.size(), ~0U);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<unsigned>(i);
    run(TransposeRows<unsigned>{x.data(), y.data(), at},
        kMatrices * at.tiles_along_row() * at.tiles_along_column(), {kThreadsOfBlock, 1, false});
    for (long long i = 0; i < kMatrices * size; ++i) {
      const long long matrix = i / size, column = i % size / rows, row = i % rows;
      ASSERT_EQ(y[static_cast<std::size_t>(i)], matrix * size + row * columns + column);
    }
  }
}

}  // namespace
}  // namespace kassay::optimized::teams_test
