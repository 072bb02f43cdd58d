// ctc_decode with a beam finds the reference's sequences in the reference's order.
#include <gtest/gtest.h>

#include "optimized/optimized.h"
#include "optimized/tests/sample.h"
#include "optimized/threads.h"
#include "reference/reference.h"

namespace kassay::optimized::beam_search_test {
namespace {

constexpr std::int64_t kSamples = 3, kFrames = 9, kPaths = 3;

struct Search {
  std::string name;
  DType dtype;
  std::int64_t classes, width;
  bool with_ties;  // few different probabilities
};
void PrintTo(const Search& search, std::ostream* out) { *out << search.name; }

std::vector<Tensor> results_of(Backend& backend, const Search& search) {
  Tensor y = sample(search.dtype, {kSamples, kFrames, search.classes}, 0.01L);
  for (std::int64_t i = 0; search.with_ties && i < y.size(); ++i)
    set_element(y, i, std::ceil(element(y, i) * 3) / 4);
  Tensor lengths(DType::kInt32, {kSamples});
  for (std::int64_t i = 0; i < kSamples; ++i)
    set_element(lengths, i, static_cast<long double>(kFrames - i));
  const std::vector<Value> decoded = backend.call(
      "ctc_decode", {{y, lengths, false, search.width, std::min(kPaths, search.width)}, {}});
  std::vector<Tensor> tensors;
  for (const Value& path : std::get<List>(decoded.front()))
    tensors.push_back(std::get<Tensor>(backend.call("eval", {{path}, {}}).front()));
  tensors.push_back(std::get<Tensor>(backend.call("eval", {{decoded.back()}, {}}).front()));
  return tensors;
}

class BeamSearch : public testing::TestWithParam<Search> {
 protected:
  void TearDown() override { set_thread_count(threads_); }
  const int threads_ = thread_count();
};

TEST_P(BeamSearch, FindsTheSequencesOfTheReference) {
  const auto optimized = make_optimized(Edition::kKo), reference = make_reference(Edition::kKo);
  const std::vector<Tensor> expected = results_of(*reference, GetParam());
  for (const int threads : {1, 2}) {
    set_thread_count(threads);
    const std::vector<Tensor> actual = results_of(*optimized, GetParam());
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(actual[i].shape(), expected[i].shape()) << "result " << i;
      EXPECT_TRUE(std::ranges::equal(actual[i].bytes(), expected[i].bytes())) << "result " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, BeamSearch,
                         testing::Values(Search{"Narrow", DType::kFloat32, 5, 1, false},
                                         Search{"Middle", DType::kFloat32, 7, 10, false},
                                         Search{"Wide", DType::kFloat64, 3, 100, false},
                                         Search{"Half", DType::kFloat16, 6, 8, false},
                                         Search{"Ties", DType::kFloat32, 4, 6, true},
                                         Search{"TiesWide", DType::kFloat32, 3, 50, true}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace kassay::optimized::beam_search_test
