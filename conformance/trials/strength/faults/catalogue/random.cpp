#include "conformance/trials/strength/faults/catalogue/random.h"

#include <algorithm>
#include <cmath>

#include "conformance/trials/strength/faults/mistakes.h"

namespace kassay::faults::random {
namespace {

double number(Computation& c, std::string_view name) {
  double value = 0;
  reference::unpack(c.argument(name), std::string(name), value);
  return value;
}

// Each number replaced by f(index, drawn number).
template <class F>
Tensor redrawn(const Tensor& drawn, F f) {
  Tensor result(drawn.dtype(), drawn.shape());
  for (std::int64_t i = 0; i < drawn.size(); ++i) set_element(result, i, f(i, drawn));
  return result;
}

Fault repeating(const std::string& function, std::int64_t period) {
  return fault("random/" + function + "/repeats-after-" + std::to_string(period), {function},
               Class::kRandom, "The generator's numbers repeat after a short period.",
               [period](Computation& c) {
                 return redrawn(c.result(), [&](std::int64_t i, const Tensor& drawn) {
                   return element(drawn, i % period);
                 });
               });
}

std::vector<Fault> of_sequences() {
  return {
      repeating("random_uniform", 4096),
      repeating("random_normal", 8192),
      fault("random/random_normal/antithetic-halves", {"random_normal"}, Class::kRandom,
            "The second half mirrors the first one about the mean.",
            [](Computation& c) {
              const Real mean = number(c, "mean");
              return redrawn(c.result(), [&](std::int64_t i, const Tensor& drawn) {
                const std::int64_t half = drawn.size() / 2;
                return half > 0 && i >= half && i < 2 * half ? 2 * mean - element(drawn, i - half)
                                                             : element(drawn, i);
              });
            }),
      fault("random/random_normal/pairs-share-their-radius", {"random_normal"}, Class::kRandom,
            "The second number of each pair is the first one with a random sign.",
            [](Computation& c) {
              const Real mean = number(c, "mean");
              return redrawn(c.result(), [&](std::int64_t i, const Tensor& drawn) {
                const Real own = element(drawn, i);
                if (i % 2 == 0) return own;
                return mean + std::copysign(element(drawn, i - 1) - mean, own - mean);
              });
            }),
      fault("random/random_normal/last-of-odd-is-mean", {"random_normal"}, Class::kRandom,
            "Numbers are made in pairs, and the last of an odd count is the mean.",
            [](Computation& c) {
              const Real mean = number(c, "mean");
              return redrawn(c.result(), [&](std::int64_t i, const Tensor& drawn) {
                const bool last = drawn.size() % 2 == 1 && i == drawn.size() - 1;
                return last ? mean : element(drawn, i);
              });
            }),
      fault("random/random_binomial/second-half-repeats", {"random_binomial"}, Class::kRandom,
            "The second half repeats the first one.",
            [](Computation& c) {
              return redrawn(c.result(), [](std::int64_t i, const Tensor& drawn) {
                const std::int64_t half = (drawn.size() + 1) / 2;
                return element(drawn, i % half);
              });
            }),
      fault("random/random_uniform/threads-draw-alike", {"random_uniform"}, Class::kRandom,
            "Two threads with the same seed draw in turn, in blocks of 64 numbers.",
            [](Computation& c) {
              return redrawn(c.result(), [](std::int64_t i, const Tensor& drawn) {
                return element(drawn, i / 64 % 2 == 0 ? i : i - 64);
              });
            }),
      fault("random/random_uniform/seed-in-low-half", {"random_uniform"}, Class::kRandom,
            "Only the lower 16 bits of a seed count.",
            [](Call& call) {
              if (const auto* seed = call.value("seed").get_if<std::int64_t>()) {
                call.set("seed", *seed & 0xffff);
              }
              return call.right();
            }),
      fault("random/random_normal/seed-zero-is-none", {"random_normal"}, Class::kRandom,
            "A seed of 0 counts as no seed.",
            [](Call& call) {
              const auto* seed = call.value("seed").get_if<std::int64_t>();
              if (seed != nullptr && *seed == 0) call.set("seed", None{});
              return call.right();
            }),
      fault("random/truncated_normal/seed-stays", {"truncated_normal"}, Class::kState,
            "A seed also applies to later calls without one.",
            [seed = Value(None{})](Call& call) mutable {
              if (call.value("seed").is_none()) {
                call.set("seed", seed);
              } else {
                seed = call.value("seed");
              }
              return call.right();
            }),
  };
}

std::vector<Fault> of_distributions() {
  return {
      fault("random/random_normal/float64-of-float32", {"random_normal"}, Class::kWidth,
            "float64 numbers are drawn in float32, so few values are possible.",
            [](Computation& c) { return through(DType::kFloat32, c.result(), DType::kFloat64); }),
      fault("random/random_uniform/float64-of-24-bits", {"random_uniform"}, Class::kWidth,
            "float64 numbers are drawn as multiples of 2^-24 of the interval.",
            [](Computation& c) {
              const Real low = number(c, "minval"), width = number(c, "maxval") - low;
              if (c.result().dtype() != DType::kFloat64 || width == 0) return c.result();
              return each(c.result(), [&](Real x) {
                return low + std::floor(std::ldexp((x - low) / width, 24)) / 16777216 * width;
              });
            }),
      fault("random/random_uniform/sixteen-bits", {"random_uniform"}, Class::kRandom,
            "Only 65536 different numbers occur.",
            [](Computation& c) {
              const Real low = number(c, "minval"), width = number(c, "maxval") - low;
              if (c.result().dtype() == DType::kFloat16 || width == 0) return c.result();
              return each(c.result(), [&](Real x) {
                return low + std::floor((x - low) / width * 65536) / 65536 * width;
              });
            }),
      fault("random/random_uniform/two-hundred-levels", {"random_uniform"}, Class::kRandom,
            "Only 256 different numbers occur, as from one byte.",
            [](Computation& c) {
              const Real low = number(c, "minval"), width = number(c, "maxval") - low;
              if (width == 0) return c.result();
              return each(c.result(), [&](Real x) {
                return low + std::floor((x - low) / width * 256) / 256 * width;
              });
            }),
      fault("random/random_normal/tails-cut-at-four", {"random_normal"}, Class::kRandom,
            "No number is more than four standard deviations from the mean.",
            [](Computation& c) {
              const Real mean = number(c, "mean"), limit = 4 * number(c, "stddev");
              return each(c.result(), [&](Real x) {
                return std::min(std::max(x, mean - limit), mean + limit);
              });
            }),
      fault("random/truncated_normal/drawn-again-once", {"truncated_normal"}, Class::kRandom,
            "A number out of range is drawn again only once, then moved to the bound.",
            [](Computation& c) {
              const Real mean = number(c, "mean"), bound = 2 * number(c, "stddev");
              return redrawn(c.result(), [&](std::int64_t i, const Tensor& drawn) {
                const Real own = element(drawn, i);
                return i % 480 == 479 ? mean + std::copysign(bound, own - mean) : own;
              });
            }),
      fault("random/dropout/same-flags-for-all-samples", {"dropout"}, Class::kRandom,
            "Every sample uses the flags of the first one.",
            [](Call& call) {
              const std::optional<Shape> sizes = call.api.shape(call("x"));
              if (sizes && sizes->size() >= 2 && call.value("noise_shape").is_none() &&
                  std::ranges::find(*sizes, reference::kUnknown) == sizes->end()) {
                Shape flags = *sizes;
                flags.front() = std::min<std::int64_t>(1, flags.front());
                call.set("noise_shape", ints(flags));
              }
              return call.right();
            }),
      fault("random/dropout/derivative-by-another-mask", {"dropout"}, Class::kDerivative,
            "The derivative draws its own flags.",
            [](Call& call) -> Node {
              const Node right = call.node();
              return with_derivative_of(right, call.node());
            }),
      fault("random/dropout/derivative-not-scaled", {"dropout"}, Class::kDerivative,
            "The derivative of kept elements is 1.",
            [](Call& call) -> Node {
              const Node right = call.node();
              const auto* level = call.value("level").get_if<double>();
              if (level == nullptr || !(*level > 0 && *level < 1)) return right;
              return stopped(right) + zero_like_derivative(right) * (1 - *level);
            }),
  };
}

}  // namespace

std::vector<Fault> faults() { return joined({of_sequences(), of_distributions()}); }

}  // namespace kassay::faults::random
