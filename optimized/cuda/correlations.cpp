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
#include "optimized/geometry.h"
#include "optimized/layouts.h"

namespace kassay::optimized::cuda {
namespace {

namespace fe = cudnn_frontend;
using device::Correlation;
using Attributes = std::shared_ptr<fe::graph::Tensor_attributes>;
using Kind = Correlation::Kind;
using Sizes = std::vector<std::int64_t>;

constexpr std::int64_t kMostWorkspace = std::int64_t{1} << 30;  // bytes

// The order of the dimensions. cuDNN names them samples, channels, places.
enum class Order { kChannelsLast, kChannelsFirst };

// cuDNN has two or three spatial dimensions: a sequence is an image of one row.
struct CudnnGeometry {
  explicit CudnnGeometry(const Correlation& c)
      : samples(c.windows.samples),
        channels(c.windows.channels),
        filters(c.filters),
        channels_of_kernel(c.is_depthwise ? 1 : channels) {
    const auto held = axes_of(c.windows, 2);
    axes.assign(held.begin(), held.end());
  }

  std::int64_t samples, channels, filters, channels_of_kernel;
  std::vector<WindowAxis> axes;

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
  // Whether the padding gives that many windows.
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

// The strides of dimensions (first, second, places...), given their order.
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

// An array: its place and layout as kassay stores it, and its dimensions and strides for cuDNN.
struct Passage {
  std::byte* own;
  Layout from;
  Sizes sizes, strides;
  // Whether cuDNN can use the array in place: its engines read 16 bytes at once, but arrays in the turns of a recurrence may begin at any
  // element.
  bool stays;
};

Layout layout_of(const Sizes& sizes, const Sizes& strides) {
  Layout layout{.rank = 0};
  for (std::size_t d = 0; d < sizes.size(); ++d)
    add_dimension(layout, {sizes[d], strides[d], 0, sizes[d]});
  return layout;
}

// `own_strides`: the strides as kassay stores it.
Passage passage_of(std::byte* own, const Sizes& sizes, const Sizes& own_strides, Order order) {
  Passage passage{own, layout_of(sizes, own_strides), sizes, strides_of(sizes, order), false};
  passage.stays = passage.strides == own_strides && reinterpret_cast<std::uintptr_t>(own) % 16 == 0;
  return passage;
}

class Prepared : public PreparedCorrelation {
 public:
  Prepared(const Correlation& correlation, Order order) : c_(correlation), geometry_(correlation) {
    CudnnGeometry& g = geometry_;
    const auto in_rows = [&](std::byte* own, const Sizes& sizes) {
      return passage_of(own, sizes, strides_of(sizes, Order::kChannelsLast), order);
    };
    images_ = in_rows(c_.images, joined(g.samples, g.channels, g.all(&WindowAxis::places)));
    results_ = in_rows(c_.results, joined(g.samples, g.filters, g.all(&WindowAxis::count)));
    const Sizes sizes = joined(g.filters, g.channels_of_kernel, g.all(&WindowAxis::size));
    Sizes strides{1, g.filters};
    strides.resize(sizes.size());
    std::int64_t stride = c_.is_depthwise ? g.filters : g.filters * g.channels_of_kernel;
    for (std::size_t d = sizes.size() - 1; d >= 2; --d) {
      strides[d] = stride;
      stride *= sizes[d];
    }
    kernel_ = passage_of(c_.kernel, sizes, strides, order);
    // Its engines for gradients by kernels also use the padding before an image behind it.
    if (c_.kind == Kind::kToKernel && g.all(&WindowAxis::before) != g.post_padding()) pad(order);
  }

  // False if cuDNN has no engine.
  bool build(const CorrelationTarget& target) {
    using namespace fe::graph;
    graph_.set_device_properties(target.described);
    // This would query the device, for normalizations.
    if (target.described) graph_.set_sm_version(90);
    graph_.set_io_data_type(type_of(c_.dtype))
        .set_intermediate_data_type(type_of(c_.dtype))
        .set_compute_data_type(c_.dtype == DType::kFloat64 ? fe::DataType_t::DOUBLE
                                                           : fe::DataType_t::FLOAT);
    const auto tensor = [&](const Passage& p, const char* name) {
      return graph_.tensor(
          Tensor_attributes().set_name(name).set_dim(p.sizes).set_stride(p.strides));
    };
    const auto with_windows = [&](auto attributes) {
      const CudnnGeometry& g = geometry_;
      attributes.set_pre_padding(g.all(&WindowAxis::before))
          .set_post_padding(g.post_padding())
          .set_stride(g.all(&WindowAxis::stride))
          .set_dilation(g.all(&WindowAxis::dilation));
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
    made_->set_output(true).set_dim(made->sizes).set_stride(made->strides);
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
    return name + (images_.strides[1] == 1 ? ", channels last" : ", channels first");
  }

  std::size_t workspace_bytes() const override {
    return graph_bytes_ + (keeps() ? 0 : bytes_of(kernel_)) + bytes_of(images_) +
           bytes_of(results_);
  }

  std::size_t kept_bytes() const override { return keeps() ? bytes_of(kernel_) : 0; }
  void keep_kernel(std::shared_ptr<std::byte> memory) override { kept_ = std::move(memory); }
  void bring_kernel(cudaStream_t stream) const override { bring(kernel_, kept_.get(), stream); }

  void run(cudnnHandle_t handle, std::byte* workspace, cudaStream_t stream) override {
    std::byte* room = workspace + graph_bytes_;
    std::byte* const kernel = keeps() ? kept_.get() : place(room, kernel_);
    std::byte* const images = place(room, images_);
    std::byte* const results = place(room, results_);
    if (c_.kind != Kind::kToKernel && !keeps()) bring(kernel_, kernel, stream);
    if (c_.kind != Kind::kToImages) bring(images_, images, stream);
    if (c_.kind != Kind::kForward) bring(results_, results, stream);
    std::unordered_map<Attributes, void*> arrays;
    arrays[first_] = c_.kind == Kind::kForward ? images : results;
    arrays[second_] = c_.kind == Kind::kToKernel ? images : kernel;
    arrays[made_] = c_.kind == Kind::kForward    ? results
                    : c_.kind == Kind::kToImages ? images
                                                 : kernel;
    auto status = graph_.execute(handle, arrays, workspace);
    if (status.is_bad()) end_process("cuDNN, a correlation: " + status.get_message());
    if (c_.kind == Kind::kToKernel) bring_back(kernel, kernel_, stream);
    if (c_.kind == Kind::kToImages) bring_back(images, images_, stream);
    if (c_.kind == Kind::kForward) bring_back(results, results_, stream);
  }

 private:
  static constexpr std::size_t kAlignment = 256;
  static std::size_t aligned(std::size_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
  }

  // Pads the images with zeros for cuDNN.
  void pad(Order order) {
    const Sizes after = geometry_.post_padding();
    Layout& from = images_.from;
    from = {.rank = 0};
    const Sizes strides = strides_of(images_.sizes, Order::kChannelsLast);
    Sizes padded = images_.sizes;
    for (std::size_t d = 0; d < padded.size(); ++d) {
      const bool is_place = d >= 2;
      const std::int64_t before = is_place ? std::exchange(geometry_.axes[d - 2].before, 0) : 0;
      if (is_place) geometry_.axes[d - 2].places = padded[d] += before + after[d - 2];
      add_dimension(from, {padded[d], strides[d], before, before + images_.sizes[d]});
      from.start -= before * strides[d];
    }
    images_.sizes = padded;
    images_.strides = strides_of(padded, order);
    images_.stays = false;
  }
  bool keeps() const { return c_.kernel_stays && !kernel_.stays; }
  // For an array that cuDNN cannot use in place.
  std::size_t bytes_of(const Passage& p) const {
    if (p.stays) return 0;
    return aligned(static_cast<std::size_t>(product(p.sizes)) * dtype_size(c_.dtype));
  }
  std::byte* place(std::byte*& room, const Passage& p) const {
    return p.stays ? p.own : std::exchange(room, room + bytes_of(p));
  }
  void bring(const Passage& p, std::byte* to, cudaStream_t stream) const {
    if (!p.stays) launch(moved(p.own, p.from, to, layout_of(p.sizes, p.strides), p), stream);
  }
  void bring_back(const std::byte* from, const Passage& p, cudaStream_t stream) const {
    if (!p.stays) launch(moved(from, layout_of(p.sizes, p.strides), p.own, p.from, p), stream);
  }
  device::Each moved(const std::byte* x, const Layout& from, std::byte* y, const Layout& to,
                     const Passage& p) const {
    device::Each each{{}, product(p.sizes)};
    device::with_bits(c_.dtype, [&](auto sample) {
      using Bits = decltype(sample);
      each.body = device::Move<Bits>{reinterpret_cast<const Bits*>(x), reinterpret_cast<Bits*>(y),
                                     from, to};
    });
    return each;
  }

  const Correlation c_;
  CudnnGeometry geometry_;
  Passage images_, results_, kernel_;
  fe::graph::Graph graph_;
  Attributes first_, second_, made_;
  std::size_t graph_bytes_ = 0;
  std::shared_ptr<std::byte> kept_;  // the kernel as cuDNN reads it, if it stays
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
  if (!CudnnGeometry(correlation).is_regular()) return nullptr;
  for (const Order order : {Order::kChannelsLast, Order::kChannelsFirst}) {
    auto prepared = std::make_unique<Prepared>(correlation, order);
    if (prepared->build(target)) return prepared;
  }
  return nullptr;
}

}  // namespace kassay::optimized::cuda
