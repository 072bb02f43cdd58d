// Random numbers.
#include <cmath>
#include <cstring>
#include <limits>

#include "optimized/device/kernels/kernels.h"
#include "optimized/device/kernels/lines.h"
#include "optimized/device/kernels/moves.h"
#include "reference/ops/random/drawing.h"

namespace kassay::optimized::device {
namespace {

using reference::Draw;
using reference::Seed;

RandomStream stream_of(const Seed& seed, const Draw& draw, Recorder& recorder) {
  return {reference::stream_of(seed, draw).seed, recorder.evaluation(draw.operation)};
}

bool add_uniform(const Seed& seed, const Draw& draw, double center, double spread, Tensor& result,
                 Recorder& recorder) {
  return with_float(result.dtype(), [&](auto sample) {
    using T = decltype(sample);
    recorder.add(Each{
        UniformNumbers<T>{elements<T>(result), stream_of(seed, draw, recorder), center, spread},
        result.size()});
  });
}

bool add_normal(const Seed& seed, const Draw& draw, double center, double spread, double bound,
                Tensor& result, Recorder& recorder) {
  return with_float(result.dtype(), [&](auto sample) {
    using T = decltype(sample);
    recorder.add(Each{NormalNumbers<T>{elements<T>(result), stream_of(seed, draw, recorder), center,
                                       spread, bound},
                      result.size()});
  });
}

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

bool random_uniform(Unread /*shape*/, double minval, double maxval, Unread /*dtype*/,
                    const Seed& seed, const Draw& draw, Tensor& result, Recorder& recorder) {
  return add_uniform(seed, draw, minval, maxval - minval, result, recorder);
}

bool random_uniform_variable(Unread /*shape*/, double low, double high, Unread /*dtype*/,
                             Unread /*name*/, const Seed& seed, const Draw& draw, Tensor& result,
                             Recorder& recorder) {
  return add_uniform(seed, draw, low, high - low, result, recorder);
}

bool random_normal(Unread /*shape*/, double mean, double stddev, Unread /*dtype*/, const Seed& seed,
                   const Draw& draw, Tensor& result, Recorder& recorder) {
  return add_normal(seed, draw, mean, stddev, kUnbounded, result, recorder);
}

bool random_normal_variable(Unread /*shape*/, double mean, double scale, Unread /*dtype*/,
                            Unread /*name*/, const Seed& seed, const Draw& draw, Tensor& result,
                            Recorder& recorder) {
  return add_normal(seed, draw, mean, scale, kUnbounded, result, recorder);
}

bool truncated_normal(Unread /*shape*/, double mean, double stddev, Unread /*dtype*/,
                      const Seed& seed, const Draw& draw, Tensor& result, Recorder& recorder) {
  constexpr double kBound = 2;
  return add_normal(seed, draw, mean, stddev, kBound, result, recorder);
}

template <class Bits>
void add_binomial(const RandomStream& stream, double p, Tensor& result, Recorder& recorder) {
  Tensor number(result.dtype(), {1});
  set_element(number, 0, 1);
  Bits one;
  std::memcpy(&one, number.bytes().data(), sizeof one);
  // bits 2^-64 < p: bits below the next integer, or all bits.
  const double limit = std::ceil(std::ldexp(p, 64));
  const bool always = limit >= 0x1p64;
  recorder.add(
      Each{BinomialNumbers<Bits>{elements<Bits>(result), stream,
                                 always ? 0 : static_cast<unsigned long long>(limit), always, one},
           result.size()});
}

bool random_binomial(Unread /*shape*/, double p, Unread /*dtype*/, const Seed& seed,
                     const Draw& draw, Tensor& result, Recorder& recorder) {
  const RandomStream stream = stream_of(seed, draw, recorder);
  with_bits(result.dtype(),
            [&](auto sample) { add_binomial<decltype(sample)>(stream, p, result, recorder); });
  return true;
}

}  // namespace

const KernelTable& random_kernels() {
  static const KernelTable table = {{"random_binomial", define(random_binomial)},
                                    {"random_normal", define(random_normal)},
                                    {"random_normal_variable", define(random_normal_variable)},
                                    {"random_uniform", define(random_uniform)},
                                    {"random_uniform_variable", define(random_uniform_variable)},
                                    {"truncated_normal", define(truncated_normal)}};
  return table;
}

}  // namespace kassay::optimized::device
