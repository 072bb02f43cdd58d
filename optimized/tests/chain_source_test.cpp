// The programs of chains, compiled for the host and run, compute the same as the emulated device.
#include "optimized/cuda/chain_source.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "optimized/device/emulated.h"
#include "optimized/tests/strided.h"
#include "reference/graph/tests/graph.h"

namespace kassay::optimized::chain_source_test {
namespace {

using device::Chain;
namespace fs = std::filesystem;

// A grid of one thread.
constexpr char kBefore[] = R"(
#include <cmath>
#include <cstring>
#define __CUDACC_RTC__
#define __global__
#define __device__
#define __launch_bounds__(n)
#define __grid_constant__
struct Place { unsigned x; };
static const Place gridDim{1}, blockDim{1}, blockIdx{0}, threadIdx{0};
#include "spec/lib/float16.h"
using kassay::Float16;
)";
constexpr char kAfter[] = R"(
extern "C" void run(const void* arguments) {
  chain(*static_cast<const kassay::optimized::device::Arguments*>(arguments));
}
)";

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "kassay-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void run_on_host(const cuda::ChainProgram& program) {
  const Folder folder;
  const fs::path source = folder.path() / "chain.cpp", library = folder.path() / "chain.so";
  std::ofstream(source) << kBefore << program.source << kAfter;
  const std::string command = std::string(KASSAY_COMPILER) +
                              " -std=c++20 -ffp-contract=off -shared -fPIC -w -I" + KASSAY_ROOT +
                              " -o " + library.string() + " " + source.string() + " " +
                              KASSAY_ROOT + "/spec/lib/float16.cpp";
  ASSERT_EQ(std::system(command.c_str()), 0) << program.source;
  void* const loaded = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(loaded, nullptr) << dlerror();
  reinterpret_cast<void (*)(const void*)>(dlsym(loaded, "run"))(program.arguments.data());
  dlclose(loaded);
}

template <class T, std::size_t kOperands, class Operation>
std::shared_ptr<const Formula> formula(Operation operation) {
  return formula_of<T, kOperands>(traceable(operation));
}

// Runs the chain on both, and compares all outputs bit by bit.
void expect_same(Chain chain, const std::vector<Tensor*>& outputs) {
  device::make_emulated_device()->record({chain})->run();
  std::vector<reference::Numbers> expected;
  for (const Tensor* const output : outputs) expected.push_back(reference::numbers_of(*output));
  for (Tensor* const output : outputs) std::ranges::fill(output->mutable_bytes(), std::byte{0x7e});
  run_on_host(cuda::program_of(chain));
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto actual = reference::numbers_of(*outputs[i]);
    for (std::size_t e = 0; e < actual.size(); ++e) {
      EXPECT_TRUE(actual[e] == expected[i][e] ||
                  (std::isnan(actual[e]) && std::isnan(expected[i][e])))
          << "output " << i << " at " << e << ": " << actual[e] << ", expected " << expected[i][e];
    }
  }
}

TEST(ChainSource, ComputesEveryOperatorOfFloats) {
  const auto run = [](auto sample, DType dtype) {
    using T = decltype(sample);
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = HUGE_VAL;
    const Tensor x = reference::vector({-1.5, 0.25, 3, nan, infinity, -0.0}, dtype);
    const Tensor y = reference::vector({2, 0.5}, dtype);
    const auto functions = formula<T, 2>([](auto a, auto b) {
      using S = decltype(a);
      const S one = vexp(a) + vexpm1(a) - vlog(absolute(a)) * vlog1p(absolute(b));
      const S two = vsin(a) / vcos(b) + vtanh(a) - vpow(absolute(a), b) + root(absolute(b));
      const S three = multiply_add(a, b, -nearest(a)) +
                      in_float64(a, 0.1, [](auto p, auto q) { return p * q; });
      return choose(a < b, one, choose(a <= b, two, choose(a == b, S{1}, three)));
    });
    const auto compared = formula<T, 2>([](auto a, auto b) { return a != b; });
    const auto same = formula<float, 1>([](auto a) { return a; });
    Tensor results[] = {Tensor(dtype, {6}), Tensor(DType::kBool, {6}), Tensor(DType::kInt16, {6}),
                        Tensor(DType::kFloat16, {6})};
    Chain chain;
    chain.count = 6;
    Layout moved = strided({3, 2}, {2, 1});
    moved.dimensions[0].begin = 1;  // zeros before
    chain.inputs = {{x.bytes().data(), dtype, {}},
                    {y.bytes().data(), dtype, strided({3, 2}, {0, 1})},
                    {y.bytes().data(), dtype, {.rank = 0, .start = 1}},
                    {x.bytes().data(), dtype, moved}};
    chain.statements = {{functions, {{false, 0}, {false, 1}}, dtype, dtype},
                        {compared, {{true, 0}, {false, 2}}, dtype, DType::kBool},
                        {same, {{false, 3}}, dtype, DType::kInt16},
                        {same, {{true, 0}}, dtype, DType::kFloat16}};
    if (dtype == DType::kFloat16) chain.statements.pop_back();
    for (std::size_t i = 0; i < chain.statements.size(); ++i)
      chain.outputs.push_back({i, results[i].mutable_bytes().data()});
    expect_same(chain, {&results[0], &results[1], &results[2]});
  };
  run(float{}, DType::kFloat32);
  run(double{}, DType::kFloat64);
  run(float{}, DType::kFloat16);
}

TEST(ChainSource, ComputesIntegersThatWrap) {
  const Tensor x = reference::vector({127, -128, 5, 0}, DType::kInt8);
  const auto wraps = formula<std::int8_t, 1>([](auto a) { return -(a * a + a) - absolute(a); });
  const auto chosen =
      formula<std::int8_t, 1>([](auto a) { return choose(a > 3, a, decltype(a){3}); });
  const auto same = formula<float, 1>([](auto a) { return a; });
  Tensor results[] = {Tensor(DType::kInt8, {4}), Tensor(DType::kInt8, {4}),
                      Tensor(DType::kFloat64, {4}), Tensor(DType::kBool, {4})};
  Chain chain;
  chain.count = 4;
  chain.inputs = {{x.bytes().data(), DType::kInt8, {}}};
  chain.statements = {{wraps, {{false, 0}}, DType::kInt8, DType::kInt8},
                      {chosen, {{true, 0}}, DType::kInt8, DType::kInt8},
                      {same, {{true, 1}}, DType::kInt8, DType::kFloat64},
                      {same, {{false, 0}}, DType::kInt8, DType::kBool}};
  for (std::size_t i = 0; i < 4; ++i)
    chain.outputs.push_back({i, results[i].mutable_bytes().data()});
  expect_same(chain, {&results[0], &results[1], &results[2], &results[3]});
}

// Rows that a pack fits in, the same row again, one element of each row, rows that end within packs, a cut row; with 32 and 64 bits.
TEST(ChainSource, LoadsLayoutsInPacks) {
  const auto run = [](auto sample, DType dtype) {
    using T = decltype(sample);
    constexpr std::int64_t kRows = 3, kLength = 32;
    std::vector<double> numbers(kRows * kLength + 1);
    std::iota(numbers.begin(), numbers.end(), 1);
    const Tensor x = reference::vector(numbers, dtype);
    Layout cut = strided({kRows, kLength}, {kLength, 1});
    cut.dimensions[1].begin = 1;
    Layout behind = strided({kRows, kLength}, {0, 1});
    behind.start = 1;
    Layout backwards = strided({kRows, kLength}, {kLength, -1});
    backwards.start = kLength - 1;
    Layout some_rows = strided({kRows, kLength}, {kLength, 1});
    some_rows.dimensions[0].begin = 1, some_rows.dimensions[0].end = 2;
    const auto sum = formula<T, 2>([](auto a, auto b) { return a + b; });
    std::vector<Tensor> results(7, Tensor(dtype, {kRows * kLength}));
    std::vector<Tensor*> outputs;
    Chain chain;
    chain.count = kRows * kLength;
    chain.inputs = {{x.bytes().data(), dtype, {}}};
    for (const Layout& layout :
         {strided({kRows, kLength}, {0, 1}), strided({kRows, kLength}, {1, 0}),
          strided({kLength, kRows}, {1, kLength}), cut, behind, backwards, some_rows}) {
      const std::size_t s = chain.statements.size();
      chain.inputs.push_back({x.bytes().data(), dtype, layout});
      chain.statements.push_back({sum, {{false, 0}, {false, s + 1}}, dtype, dtype});
      chain.outputs.push_back({s, results[s].mutable_bytes().data()});
      outputs.push_back(&results[s]);
    }
    expect_same(chain, outputs);
  };
  run(float{}, DType::kFloat32);
  run(float{}, DType::kFloat16);
  run(std::uint8_t{}, DType::kUint8);
}

// Counts that are multiples of packs or not, at addresses where a pack can be loaded or not; into a mask, and in the place of x itself.
TEST(ChainSource, ComputesElementsOutsidePacks) {
  constexpr std::size_t kMost = 37;
  std::vector<double> numbers(kMost);
  std::iota(numbers.begin(), numbers.end(), -9);
  const auto twice = formula<float, 1>([](auto a) { return a + a; });
  const auto compared = formula<float, 1>([](auto a) { return a < 3; });
  for (const std::size_t skipped : {0, 1}) {
    for (const std::size_t count : {std::size_t{1}, kMost - skipped}) {
      const Tensor x = reference::vector(numbers);
      Tensor y = x, mask(DType::kBool, {static_cast<std::int64_t>(kMost)});
      std::byte* const place = y.mutable_bytes().data() + skipped * sizeof(float);
      Chain chain;
      chain.count = static_cast<std::int64_t>(count);
      chain.inputs = {{place, DType::kFloat32, {}}};
      chain.statements = {{compared, {{false, 0}}, DType::kFloat32, DType::kBool},
                          {twice, {{false, 0}}, DType::kFloat32, DType::kFloat32}};
      chain.outputs = {{0, mask.mutable_bytes().data()}, {1, place}};
      run_on_host(cuda::program_of(chain));
      for (std::size_t i = 0; i < kMost; ++i) {
        const bool is_computed = i >= skipped && i < skipped + count;
        EXPECT_EQ(reference::numbers_of(y)[i], numbers[i] * (is_computed ? 2 : 1))
            << i << " of " << count << " behind " << skipped;
        if (i < count) {
          EXPECT_EQ(reference::numbers_of(mask)[i], numbers[i + skipped] < 3 ? 1 : 0);
        }
      }
    }
  }
}

// Its products and shifts serve every size.
TEST(ChainSource, DividesPlacesOfSmallLayouts) {
  for (const long long inner : {1LL, 2LL, 3LL, 7LL, 10LL, 641LL, 65536LL, 99999LL, 1LL << 20}) {
    Layout layout = strided({(1LL << 30) / inner, inner}, {inner, 1});
    const SmallLayout small(layout);
    for (const long long row : {0LL, 1LL, (1LL << 30) / inner / 3, (1LL << 30) / inner - 1}) {
      for (const long long i : {row * inner, row * inner + inner - 1})
        EXPECT_EQ(small.place_of<2>(static_cast<unsigned>(i)), i) << inner;
    }
  }
}

// So one compiled program serves all sizes.
TEST(ChainSource, SaysNothingOfSizesAndNumbers) {
  const Tensor x = reference::vector({1, 2, 3});
  Tensor y = x;
  const auto source = [&](std::int64_t count, double number) {
    const auto scaled = formula<float, 1>([=](auto a) { return a * decltype(a){number}; });
    Chain chain;
    chain.count = count;
    chain.inputs = {{x.bytes().data(), DType::kFloat32, {}}};
    chain.statements = {{scaled, {{false, 0}}, DType::kFloat32, DType::kFloat32}};
    chain.outputs = {{0, y.mutable_bytes().data()}};
    return cuda::program_of(chain).source;
  };
  EXPECT_EQ(source(2, 0.5), source(3, 0.25));
}

}  // namespace
}  // namespace kassay::optimized::chain_source_test
