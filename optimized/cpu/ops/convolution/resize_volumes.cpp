#include "optimized/cpu/movement.h"
#include "reference/graph/data_format.h"

namespace kassay::optimized::resize_volumes_op {
namespace {

Path path(const Shape& x, std::int64_t depth_factor, std::int64_t height_factor,
          std::int64_t width_factor, const reference::Format& data_format,
          const reference::Settings& settings) {
  Integers times{depth_factor, height_factor, width_factor};
  times.insert(times.begin(), reference::channels_first(data_format, settings) ? 2 : 1, 1);
  times.resize(x.size(), 1);
  return path_of_repetition(x, times);
}

}  // namespace

Kernel kernel() { return define_repeating<path>(); }

}  // namespace kassay::optimized::resize_volumes_op
