#include "optimized/cpu/internal_operations.h"

#include "optimized/cpu/conversion.h"
#include "optimized/cpu/half.h"
#include "optimized/cpu/movement.h"
#include "optimized/cpu/parallel.h"
#include "optimized/cpu/windows.h"
#include "reference/runtime/window_operations.h"

namespace kassay::optimized {

// Beside the kernels of the functions that move elements, those that move gradients back.
namespace batch_flatten_op {
Kernel back();
}
namespace concatenate_op {
Kernel back();
}
namespace expand_dims_op {
Kernel back();
}
namespace flatten_op {
Kernel back();
}
namespace gather_op {
Kernel back();
}
namespace identity_op {
Kernel back();
}
namespace permute_dimensions_op {
Kernel back();
}
namespace repeat_op {
Kernel back();
}
namespace repeat_elements_op {
Kernel back();
}
namespace reshape_op {
Kernel back();
}
namespace resize_volumes_op {
Kernel back();
}
namespace reverse_op {
Kernel back();
}
namespace slice_op {
Kernel back();
}
namespace spatial_2d_padding_op {
Kernel back();
}
namespace spatial_3d_padding_op {
Kernel back();
}
namespace squeeze_op {
Kernel back();
}
namespace stack_op {
Kernel back();
}
namespace temporal_padding_op {
Kernel back();
}
namespace tile_op {
Kernel back();
}
namespace transpose_op {
Kernel back();
}

namespace {

using Lists = std::vector<reference::Integers>;

bool see_windows(const Tensor& x, const Lists& windows, Tensor& result) {
  if (!is_floating(x.dtype())) return false;
  const auto kernel = [&](const Tensor& image, Tensor& seen) {
    see(image, reference::windows_from(windows), seen);
  };
  compute_wide(result, kernel, x);
  return true;
}

bool bring_windows_back(const Tensor&, const Lists& windows, const Tensor& g, std::int64_t,
                        Tensor& result) {
  if (!is_floating(g.dtype())) return false;
  const auto kernel = [&](const Tensor& seen, Tensor& image) {
    bring_back(seen, reference::windows_from(windows), image);
  };
  compute_wide(result, kernel, g);
  return true;
}

// How the elements of a tensor of the shape `x` stand in one of the shape `y` to which it is broadcast.
Path path_of_broadcast(const Shape& x, const Shape& y) {
  const Integers strides = strides_of(x);
  Integers x_strides(y.size(), 0);
  for (std::size_t d = 0; d < x.size(); ++d) {
    if (x[d] != 1) x_strides[y.size() - x.size() + d] = strides[d];
  }
  return path_to_all(y, x_strides);
}

bool broadcast_to(const Tensor& x, const Value& /*shape*/, Tensor& result) {
  return move(x, path_of_broadcast(x.shape(), result.shape()), result);
}

bool sum_to(const Tensor& x, const Value& /*shape*/, Tensor& result) {
  return move_back(x, path_of_broadcast(result.shape(), x.shape()), result);
}

// An operand of a selection: the tensor itself if it is a scalar or has the shape of the result, else what broadcasting makes of it.
Tensor stretched(const Tensor& x, const Shape& shape) {
  if (x.size() == 1 || x.shape() == shape) return x;
  Tensor result = Tensor::unspecified(x.dtype(), shape);
  move(x, path_of_broadcast(x.shape(), shape), result);
  return result;
}

template <class Word>
void select(const Tensor& condition, const Tensor& chosen, const Tensor& otherwise,
            Tensor& result) {
  using Aliased [[gnu::may_alias]] = Word;
  const bool* const truth = condition.data<bool>().data();
  const auto* const x = reinterpret_cast<const Aliased*>(chosen.bytes().data());
  const auto* const y = reinterpret_cast<const Aliased*>(otherwise.bytes().data());
  auto* const z = reinterpret_cast<Aliased*>(result.mutable_bytes().data());
  const std::int64_t truth_moves = condition.size() == 1 ? 0 : 1;
  const std::int64_t x_moves = chosen.size() == 1 ? 0 : 1;
  const std::int64_t y_moves = otherwise.size() == 1 ? 0 : 1;
  parallel_blocks(result.size(), kBlock, 1, [&](std::int64_t begin, std::int64_t end) {
    if (truth_moves + x_moves + y_moves == 3) {
#pragma omp simd
      for (std::int64_t i = begin; i < end; ++i) z[i] = truth[i] ? x[i] : y[i];
    } else {
      for (std::int64_t i = begin; i < end; ++i)
        z[i] = truth[i * truth_moves] ? x[i * x_moves] : y[i * y_moves];
    }
  });
}

bool select(const Tensor& condition, const Tensor& chosen, const Tensor& otherwise,
            Tensor& result) {
  if (chosen.dtype() != otherwise.dtype()) return false;
  if (result.size() == 0) return true;
  Tensor truth = Tensor::unspecified(DType::kBool, condition.shape());
  cast(condition, truth);
  truth = stretched(truth, result.shape());
  const Tensor x = stretched(chosen, result.shape()), y = stretched(otherwise, result.shape());
  switch (dtype_size(result.dtype())) {
    case 1:
      select<std::uint8_t>(truth, x, y, result);
      break;
    case 2:
      select<std::uint16_t>(truth, x, y, result);
      break;
    case 4:
      select<std::uint32_t>(truth, x, y, result);
      break;
    default:
      select<std::uint64_t>(truth, x, y, result);
  }
  return true;
}

}  // namespace

const Kernel* find_internal_kernel(std::string_view operation) {
  static const std::map<std::string, Kernel, std::less<>> table = {
      {"internal.windows", define(see_windows)},
      {"internal.broadcast_to", define(broadcast_to)},
      {"internal.sum_to", define(sum_to)},
      {"internal.stop_gradient", define(share)},
      {"internal.select", define(select)},
      {"move_back.internal.windows", define(bring_windows_back)},
      {"move_back.batch_flatten", batch_flatten_op::back()},
      {"move_back.concatenate", concatenate_op::back()},
      {"move_back.expand_dims", expand_dims_op::back()},
      {"move_back.flatten", flatten_op::back()},
      {"move_back.gather", gather_op::back()},
      {"move_back.identity", identity_op::back()},
      {"move_back.permute_dimensions", permute_dimensions_op::back()},
      {"move_back.repeat", repeat_op::back()},
      {"move_back.repeat_elements", repeat_elements_op::back()},
      {"move_back.reshape", reshape_op::back()},
      {"move_back.resize_volumes", resize_volumes_op::back()},
      {"move_back.reverse", reverse_op::back()},
      {"move_back.slice", slice_op::back()},
      {"move_back.spatial_2d_padding", spatial_2d_padding_op::back()},
      {"move_back.spatial_3d_padding", spatial_3d_padding_op::back()},
      {"move_back.squeeze", squeeze_op::back()},
      {"move_back.stack", stack_op::back()},
      {"move_back.temporal_padding", temporal_padding_op::back()},
      {"move_back.tile", tile_op::back()},
      {"move_back.transpose", transpose_op::back()},
  };
  const auto found = table.find(operation);
  return found == table.end() ? nullptr : &found->second;
}

}  // namespace kassay::optimized
