#include "optimized/cuda/correlations.h"

#include <cudnn_frontend.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include "optimized/cuda/errors.h"
#include "optimized/cuda/launch.h"
#include "optimized/device/kernels/moves.h"

namespace kassay::optimized::cuda {
namespace {

namespace fe = cudnn_frontend;
using device::Correlation;
using Attributes = std::shared_ptr<fe::graph::Tensor_attributes>;
using Kind = Correlation::Kind;
using Sizes = std::vector<std::int64_t>;

constexpr std::int64_t kMostWorkspace = std::int64_t{1} << 30;  // bytes

// In which order the dimensions lie. cuDNN names them samples, channels, places.
enum class Order { kChannelsLast, kChannelsFirst };

// cuDNN has two or three spatial dimensions: a sequence is an image of one row.
struct Geometry {
  explicit Geometry(const Correlation& c)
      : samples(c.samples),
        channels(c.channels),
        filters(c.filters),
        channels_of_kernel(c.is_depthwise ? 1 : c.channels) {
    if (c.rank == 1) axes.push_back({1, 1, 1, 1, 0, 1});
    for (std::size_t d = 0; d < c.rank; ++d) axes.push_back(c.axes[d]);
  }

  std::int64_t samples, channels, filters, channels_of_kernel;
  std::vector<Correlation::Axis> axes;

  template <class Member>
  Sizes all(Member member) const {
    Sizes sizes;
    for (const auto& axis : axes) sizes.push_back(axis.*member);
    return sizes;
  }
  Sizes post_padding() const {
    Sizes padding;
    for (const auto& a : axes) {
      const std::int64_t end = (a.count - 1) * a.stride + (a.size - 1) * a.dilation + 1 - a.before;
      padding.push_back(std::max<std::int64_t>(0, end - a.places));
    }
    return padding;
  }
  // Whether so many windows follow from the padding.
  bool is_regular() const {
    const Sizes after = post_padding();
    for (std::size_t d = 0; d < axes.size(); ++d) {
      const auto& a = axes[d];
      const std::int64_t rest = a.places + a.before + after[d] - (a.size - 1) * a.dilation - 1;
      if (a.before < 0 || rest < 0 || rest / a.stride + 1 != a.count) return false;
    }
    return true;
  }
};

Sizes joined(std::int64_t first, std::int64_t second, const Sizes& rest) {
  Sizes sizes{first, second};
  for (const std::int64_t size : rest) sizes.push_back(size);
  return sizes;
}

std::int64_t product(const Sizes& sizes) {
  std::int64_t count = 1;
  for (const std::int64_t size : sizes) count *= size;
  return count;
}

// Of dimensions (first, second, places...), in the order in which they lie.
Sizes strides_of(const Sizes& sizes, Order order) {
  Sizes strides(sizes.size());
  std::int64_t stride = 1;
  const auto take = [&](std::size_t d) {
    strides[d] = stride;
    stride *= sizes[d];
  };
  if (order == Order::kChannelsLast) take(1);
  for (std::size_t d = sizes.size() - 1; d >= 2; --d) take(d);
  if (order == Order::kChannelsFirst) take(1);
  take(0);
  return strides;
}

fe::DataType_t type_of(DType dtype) {
  if (dtype == DType::kFloat16) return fe::DataType_t::HALF;
  return dtype == DType::kFloat32 ? fe::DataType_t::FLOAT : fe::DataType_t::DOUBLE;
}

std::vector<fe::NumericalNote_t> refused_notes(DType dtype) {
  using enum fe::NumericalNote_t;
  std::vector<fe::NumericalNote_t> notes = {DOWN_CONVERT_INPUTS,
                                            REDUCED_PRECISION_REDUCTION,
                                            FFT,
                                            NONDETERMINISTIC,
                                            WINOGRAD,
                                            WINOGRAD_TILE_4x4,
                                            WINOGRAD_TILE_6x6,
                                            WINOGRAD_TILE_13x13};
  if (dtype == DType::kFloat32) notes.push_back(TENSOR_CORE);
  return notes;
}

// An array of those dimensions: its strides as it is ours, and as cuDNN has it.
struct Passage {
  Sizes sizes, from, to;
};

device::Each moved(DType dtype, const std::byte* x, const Sizes& from, std::byte* y,
                   const Sizes& to, const Sizes& sizes) {
  device::Spread there, here;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    extend(there, sizes[d], from[d]);
    extend(here, sizes[d], to[d]);
  }
  device::Each each{{}, product(sizes)};
  device::with_bits(dtype, [&](auto sample) {
    using Bits = decltype(sample);
    each.body = device::Move<Bits>{reinterpret_cast<const Bits*>(x), reinterpret_cast<Bits*>(y),
                                   there, here};
  });
  return each;
}

class Prepared : public PreparedCorrelation {
 public:
  Prepared(const Correlation& correlation, Order order)
      : c_(correlation), geometry_(correlation), order_(order) {
    const Geometry& g = geometry_;
    images_ = passage(joined(g.samples, g.channels, g.all(&Correlation::Axis::places)));
    results_ = passage(joined(g.samples, g.filters, g.all(&Correlation::Axis::count)));
    kernel_.sizes = joined(g.filters, g.channels_of_kernel, g.all(&Correlation::Axis::size));
    kernel_.to = strides_of(kernel_.sizes, order);
    kernel_.from.resize(kernel_.sizes.size());
    kernel_.from[0] = 1;
    kernel_.from[1] = g.filters;
    std::int64_t stride = g.filters * g.channels_of_kernel;
    if (c_.is_depthwise) stride = g.filters;
    for (std::size_t d = kernel_.sizes.size() - 1; d >= 2; --d) {
      kernel_.from[d] = stride;
      stride *= kernel_.sizes[d];
    }
  }

  // False where cuDNN has no engine.
  bool build(const CorrelationTarget& target) {
    using namespace fe::graph;
    graph_.set_device_properties(target.described);
    // It would ask the device, for normalizations.
    if (target.described) graph_.set_sm_version(90);
    graph_.set_io_data_type(type_of(c_.dtype))
        .set_intermediate_data_type(type_of(c_.dtype))
        .set_compute_data_type(c_.dtype == DType::kFloat64 ? fe::DataType_t::DOUBLE
                                                           : fe::DataType_t::FLOAT);
    const auto tensor = [&](const Passage& p, const char* name) {
      return graph_.tensor(Tensor_attributes().set_name(name).set_dim(p.sizes).set_stride(p.to));
    };
    const auto with_windows = [&](auto attributes) {
      const Geometry& g = geometry_;
      attributes.set_pre_padding(g.all(&Correlation::Axis::before))
          .set_post_padding(g.post_padding())
          .set_stride(g.all(&Correlation::Axis::stride))
          .set_dilation(g.all(&Correlation::Axis::dilation));
      return attributes;
    };
    Passage* made = &results_;
    if (c_.kind == Kind::kForward) {
      first_ = tensor(images_, "images");
      second_ = tensor(kernel_, "kernel");
      made_ = graph_.conv_fprop(first_, second_, with_windows(Conv_fprop_attributes()));
    } else if (c_.kind == Kind::kToImages) {
      made = &images_;
      first_ = tensor(results_, "results");
      second_ = tensor(kernel_, "kernel");
      made_ = graph_.conv_dgrad(first_, second_, with_windows(Conv_dgrad_attributes()));
    } else {
      made = &kernel_;
      first_ = tensor(results_, "results");
      second_ = tensor(images_, "images");
      made_ = graph_.conv_wgrad(first_, second_, with_windows(Conv_wgrad_attributes()));
    }
    made_->set_output(true).set_dim(made->sizes).set_stride(made->to);
    if (graph_.validate().is_bad() || graph_.build_operation_graph(target.handle).is_bad() ||
        graph_.create_execution_plans({fe::HeurMode_t::A, fe::HeurMode_t::FALLBACK}).is_bad())
      return false;
    graph_.deselect_numeric_notes(refused_notes(c_.dtype))
        .deselect_workspace_greater_than(kMostWorkspace);
    if (graph_.check_support().is_bad() || graph_.build_plans().is_bad()) return false;
    std::int64_t bytes = 0;
    if (graph_.get_workspace_size(bytes).is_bad()) return false;
    graph_bytes_ = aligned(static_cast<std::size_t>(bytes));
    return true;
  }

  std::string describe() const override {
    std::string name;
    if (graph_.get_plan_name(name).is_bad()) name = "an engine without a name";
    return name + (order_ == Order::kChannelsLast ? ", channels last" : ", channels first");
  }

  std::size_t workspace_bytes() const override {
    return graph_bytes_ + bytes_of(kernel_) + bytes_of(images_) + bytes_of(results_);
  }

  void run(cudnnHandle_t handle, std::byte* workspace, cudaStream_t stream) override {
    std::byte* room = workspace + graph_bytes_;
    std::byte* const kernel = place(room, kernel_, c_.kernel);
    std::byte* const images = place(room, images_, c_.images);
    std::byte* const results = place(room, results_, c_.results);
    if (c_.kind != Kind::kToKernel) bring(c_.kernel, kernel, kernel_, stream);
    if (c_.kind != Kind::kToImages) bring(c_.images, images, images_, stream);
    if (c_.kind != Kind::kForward) bring(c_.results, results, results_, stream);
    std::unordered_map<Attributes, void*> arrays;
    arrays[first_] = c_.kind == Kind::kForward ? images : results;
    arrays[second_] = c_.kind == Kind::kToKernel ? images : kernel;
    arrays[made_] = c_.kind == Kind::kForward    ? results
                    : c_.kind == Kind::kToImages ? images
                                                 : kernel;
    auto status = graph_.execute(handle, arrays, workspace);
    if (status.is_bad()) end_process("cuDNN, a correlation: " + status.get_message());
    if (c_.kind == Kind::kToKernel) bring_back(kernel, c_.kernel, kernel_, stream);
    if (c_.kind == Kind::kToImages) bring_back(images, c_.images, images_, stream);
    if (c_.kind == Kind::kForward) bring_back(results, c_.results, results_, stream);
  }

 private:
  static constexpr std::size_t kAlignment = 256;
  static std::size_t aligned(std::size_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
  }

  Passage passage(const Sizes& sizes) const {
    return {sizes, strides_of(sizes, Order::kChannelsLast), strides_of(sizes, order_)};
  }
  // Of an array that is not already as cuDNN has it.
  std::size_t bytes_of(const Passage& p) const {
    if (p.from == p.to) return 0;
    return aligned(static_cast<std::size_t>(product(p.sizes)) * dtype_size(c_.dtype));
  }
  std::byte* take(std::byte*& room, const Passage& p) const {
    return std::exchange(room, room + bytes_of(p));
  }
  std::byte* place(std::byte*& room, const Passage& p, std::byte* own) const {
    return p.from == p.to ? own : take(room, p);
  }
  void bring(const std::byte* from, std::byte* to, const Passage& p, cudaStream_t stream) const {
    if (from != to) launch(moved(c_.dtype, from, p.from, to, p.to, p.sizes), stream);
  }
  void bring_back(const std::byte* from, std::byte* to, const Passage& p,
                  cudaStream_t stream) const {
    if (from != to) launch(moved(c_.dtype, from, p.to, to, p.from, p.sizes), stream);
  }

  const Correlation c_;
  const Geometry geometry_;
  const Order order_;
  Passage images_, results_, kernel_;
  fe::graph::Graph graph_;
  Attributes first_, second_, made_;
  std::size_t graph_bytes_ = 0;
};

}  // namespace

CorrelationTarget described_target(const std::string& json) {
  auto described = std::make_shared<fe::DeviceProperties>();
  auto status = described->deserialize({json.begin(), json.end()});
  if (status.is_bad()) throw std::runtime_error("not a device: " + status.get_message());
  return {nullptr, std::move(described)};
}

std::unique_ptr<PreparedCorrelation> PreparedCorrelation::make(const CorrelationTarget& target,
                                                               const Correlation& correlation) {
  if (!Geometry(correlation).is_regular()) return nullptr;
  for (const Order order : {Order::kChannelsLast, Order::kChannelsFirst}) {
    auto prepared = std::make_unique<Prepared>(correlation, order);
    if (prepared->build(target)) return prepared;
  }
  return nullptr;
}

}  // namespace kassay::optimized::cuda
