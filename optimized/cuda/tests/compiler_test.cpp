// NVRTC compiles programs of chains, without a device, and stores them in files.
#include "optimized/cuda/compiler.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "optimized/cuda/chain_source.h"

namespace kassay::optimized::cuda {
namespace {

using device::Chain;
namespace fs = std::filesystem;

constexpr int kHopper = 90;

class Compiled : public testing::Test {
 protected:
  Compiled() {
    std::string name = (fs::temp_directory_path() / "kassay-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~Compiled() override { fs::remove_all(folder_); }

  fs::path only_file() const { return fs::directory_iterator(folder_)->path(); }

  fs::path folder_;
};

// All operators of the dtype, with two inputs, one of them broadcast, and the result converted to every other dtype.
Chain chain_of(DType dtype) {
  Chain chain;
  chain.count = 6;
  const Layout layout{.rank = 2, .dimensions = {{2, 0, 0, 2}, {3, 0, 0, 3}}};
  chain.inputs = {{nullptr, dtype, {}}, {nullptr, dtype, layout}, {nullptr, dtype, {.rank = 0}}};
  with_type_of(dtype, [&](auto sample) {
    using Sample = decltype(sample);
    using T = std::conditional_t<std::is_same_v<Sample, Float16>, float, Sample>;
    const auto arithmetic = formula_of<T, 3>(traceable([](auto a, auto b, auto c) {
      using S = decltype(a);
      const S sum = a + b * c - nearest(-a) * absolute(b);
      return choose(a < b, sum, choose(a <= c, S{1}, choose(a != b, b, choose(a == c, a, c))));
    }));
    chain.statements.push_back({arithmetic, {{false, 0}, {false, 1}, {false, 2}}, dtype, dtype});
    const auto compared = formula_of<T, 2>(traceable([](auto a, auto b) { return a < b; }));
    chain.statements.push_back({compared, {{true, 0}, {false, 1}}, dtype, DType::kBool});
    if constexpr (std::is_floating_point_v<T>) {
      const auto functions = formula_of<T, 2>(traceable([](auto a, auto b) {
        const auto wide = in_float64(a, 0.1, [](auto p, auto q) { return p * q; });
        return multiply_add(vexp(a) / vlog(b), vexpm1(a) - vlog1p(b), vsin(a) * vcos(b)) +
               vtanh(a) * vpow(a, b) + root(b) + wide;
      }));
      chain.statements.push_back({functions, {{true, 0}, {false, 1}}, dtype, dtype});
    }
  });
  const auto same = formula_of<float, 1>(traceable([](auto a) { return a; }));
  for (const DType other : {DType::kBool, DType::kUint8, DType::kInt8, DType::kInt16, DType::kInt32,
                            DType::kInt64, DType::kFloat16, DType::kFloat32, DType::kFloat64}) {
    if (other != dtype) chain.statements.push_back({same, {{true, 0}}, dtype, other});
  }
  for (std::size_t i = 0; i < chain.statements.size(); ++i) chain.outputs.push_back({i, nullptr});
  return chain;
}

class EveryDtype : public testing::TestWithParam<DType> {};

TEST_P(EveryDtype, Compiles) {
  EXPECT_FALSE(compile(program_of(chain_of(GetParam())).source, kHopper).empty());
}

INSTANTIATE_TEST_SUITE_P(Chains, EveryDtype,
                         testing::Values(DType::kBool, DType::kUint8, DType::kInt8, DType::kInt16,
                                         DType::kInt32, DType::kInt64, DType::kFloat16,
                                         DType::kFloat32, DType::kFloat64));

// Compiles quickly.
constexpr char kSource[] = "extern \"C\" __global__ void chain(int* x) { *x = 1; }";

TEST_F(Compiled, IsCompiledOnce) {
  const auto code = compile_cached(kSource, kHopper, folder_);
  const auto written = fs::last_write_time(only_file());
  EXPECT_EQ(compile_cached(kSource, kHopper, folder_), code);
  EXPECT_EQ(fs::last_write_time(only_file()), written);
}

TEST_F(Compiled, DamagedFileIsCompiledAgain) {
  const auto code = compile_cached(kSource, kHopper, folder_);
  const fs::path file = only_file();
  for (const auto size : {fs::file_size(file) - 1, std::uintmax_t{7}, std::uintmax_t{0}}) {
    fs::resize_file(file, size);
    EXPECT_EQ(compile_cached(kSource, kHopper, folder_), code) << size << " bytes";
  }
}

TEST_F(Compiled, FlippedBitIsSeen) {
  const auto code = compile_cached(kSource, kHopper, folder_);
  const fs::path file = only_file();
  std::fstream changed(file, std::ios::in | std::ios::out | std::ios::binary);
  changed.seekp(-100, std::ios::end);
  changed.put('#');
  changed.close();
  EXPECT_EQ(compile_cached(kSource, kHopper, folder_), code);
}

TEST_F(Compiled, FolderThatCannotBeWrittenIsReportedOnce) {
  std::ofstream(folder_ / "file") << "no folder";
  const fs::path folder = folder_ / "file" / "folder";
  testing::internal::CaptureStderr();
  EXPECT_FALSE(compile_cached(kSource, kHopper, folder).empty());
  EXPECT_FALSE(compile_cached(kSource, kHopper, folder).empty());
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, testing::StartsWith("kassay: compiled chains are not cached"));
  EXPECT_EQ(std::ranges::count(said, '\n'), 1);
}

}  // namespace
}  // namespace kassay::optimized::cuda
