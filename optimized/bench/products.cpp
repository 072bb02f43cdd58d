// Matrix products by OpenBLAS and by tiles: the measurements behind takes_blas (../blas.cpp). Prints a Markdown table: OpenBLAS's speed in
// 10^9 multiply-adds per second, and its ratio to the tiles', with the right matrix unpacked and packed.
//
// Each round measures all three, one after the other; the table shows medians.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

#include "optimized/blas.h"
#include "optimized/engine/call.h"
#include "optimized/level.h"
#include "optimized/threads.h"

namespace kassay::optimized {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRounds = 9;
constexpr double kSecondsOfRound = 0.02;

struct Sizes {
  std::int64_t rows, columns, terms;
};
// Squares; few rows, as in predictions; few columns and few terms, as in gradients.
constexpr Sizes kSizes[] = {
    {16, 16, 16},      {32, 32, 32},       {64, 64, 64},       {128, 128, 128},  {256, 256, 256},
    {512, 512, 512},   {1024, 1024, 1024}, {2048, 2048, 2048}, {2, 1024, 1024},  {4, 1024, 1024},
    {8, 1024, 1024},   {16, 1024, 1024},   {32, 1024, 1024},   {64, 1024, 1024}, {128, 1024, 1024},
    {256, 1024, 1024}, {8, 4096, 256},     {32, 256, 4096},    {32, 256, 256},   {64, 512, 256},
    {1024, 16, 1024},  {1024, 32, 1024},   {1024, 1024, 32},   {512, 512, 64},   {6272, 64, 256},
    {6272, 64, 576},   {25088, 64, 64},    {100000, 16, 16},   {64, 10, 512},    {784, 512, 64},
    {512, 512, 8192},  {64, 64, 100000}};

Tensor random_matrix(DType dtype, std::int64_t rows, std::int64_t columns) {
  Tensor tensor(dtype, {rows, columns});
  std::uint32_t state = 1;
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    state = state * 1664525 + 1013904223;
    set_element(tensor, i, static_cast<long double>(state >> 16) / 65536 - 0.5L);
  }
  return tensor;
}

double seconds_of(const std::function<void()>& work, std::int64_t repetitions) {
  const Clock::time_point start = Clock::now();
  for (std::int64_t i = 0; i < repetitions; ++i) work();
  return std::chrono::duration<double>(Clock::now() - start).count() /
         static_cast<double>(repetitions);
}

double median(std::vector<double> numbers) {
  std::ranges::sort(numbers);
  return numbers[numbers.size() / 2];
}

const Kernel& kernel(std::string_view operation) { return *level_to_use().find_kernel(operation); }

void measure(DType dtype, const Sizes& sizes) {
  const auto& [rows, columns, terms] = sizes;
  const Tensor x = random_matrix(dtype, rows, terms), y = random_matrix(dtype, terms, columns);
  std::vector<Tensor> packed(1), result{Tensor(dtype, {rows, columns})};
  using reference::Kind;
  static const auto packing = engine::made_signature(
      "internal.pack", {{"y", Kind::kTensor, {}}, {"transposed", Kind::kBool, {}}});
  static const auto multiplication = engine::made_signature(
      "internal.multiply_packed", {{"x", Kind::kTensor, {}}, {"y", Kind::kTensor, {}}});
  const reference::BoundCall pack{&packing, nullptr, {y, false}};
  kernel("internal.pack")(pack, packed);
  const reference::BoundCall product{reference::find_internal_signature("internal.contract"),
                                     nullptr,
                                     {x, y, std::int64_t{1}, std::int64_t{0}}};
  const reference::BoundCall of_packed{&multiplication, nullptr, {x, packed.front()}};
  const auto by = [&](Products products) {
    set_products(products);
    kernel("internal.contract")(product, result);
  };
  const std::function<void()> ways[] = {
      [&] { by(Products::kBlas); }, [&] { by(Products::kTiles); },
      [&] { kernel("internal.multiply_packed")(of_packed, result); }};
  for (const auto& way : ways) way();
  const auto repetitions = std::max<std::int64_t>(
      1, static_cast<std::int64_t>(kSecondsOfRound / seconds_of(ways[1], 1)));
  std::vector<double> blas, to_tiles, to_packed;
  for (int round = 0; round < kRounds; ++round) {
    blas.push_back(seconds_of(ways[0], repetitions));
    to_tiles.push_back(seconds_of(ways[1], repetitions) / blas.back());
    to_packed.push_back(seconds_of(ways[2], repetitions) / blas.back());
  }
  const double work = static_cast<double>(rows * columns) * static_cast<double>(terms);
  std::cout << std::fixed << "| " << rows << " x " << columns << " x " << terms << " | "
            << std::setprecision(1) << work / median(blas) / 1e9 << " | " << std::setprecision(2)
            << median(to_tiles) << " | " << median(to_packed) << " |\n";
}

}  // namespace
}  // namespace kassay::optimized

int main() {
  using namespace kassay;
  using namespace kassay::optimized;
  const std::string blas = blas_description();
  if (blas.empty()) {
    std::cerr << "OpenBLAS is missing: ./run setup installs it\n";
    return 1;
  }
  for (const DType dtype : {DType::kFloat32, DType::kFloat64}) {
    std::cout << "\n| rows x columns x terms, " << dtype_name(dtype) << ", " << thread_count()
              << " threads | " << blas << " | compared with tiles (" << level_to_use().name
              << ") | packed |\n|---|---|---|---|\n";
    for (const Sizes& sizes : kSizes) measure(dtype, sizes);
  }
}
