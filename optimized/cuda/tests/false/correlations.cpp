// cuDNN. The real library chooses engines, for a device given by its description (../h100.json). Their work is done here, in plain loops,
// from what the frontend puts into the descriptors, because the library does not return it for an operation.
#include <cudnn.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <vector>

#include "optimized/cuda/tests/false/runtime.h"
#include "optimized/device/functions.h"

namespace kassay::optimized::cuda::false_libraries {
namespace {

using device::Half;
using Numbers = std::vector<std::int64_t>;
using Name = cudnnBackendAttributeName_t;

struct Handle {
  cudaStream_t stream = nullptr;
};
constexpr char kHandle[] = "handle of cuDNN";

void expect(cudnnStatus_t status, const char* what) {
  require(status == CUDNN_STATUS_SUCCESS, std::string("cuDNN, ") + what);
}

// The functions of the real library that the ones below replace.
template <class Function>
Function* real(Function*, const char* name) {
  static void* const library = dlopen("libcudnn.so.9", RTLD_NOW | RTLD_LOCAL);
  require(library != nullptr, "libcudnn.so.9 is not there");
  return reinterpret_cast<Function*>(dlsym(library, name));
}
const auto real_set = real(&cudnnBackendSetAttribute, "cudnnBackendSetAttribute");
const auto real_destroy = real(&cudnnBackendDestroyDescriptor, "cudnnBackendDestroyDescriptor");

// The attributes of a descriptor.
struct Described {
  std::map<Name, std::vector<std::byte>> values;
  std::map<Name, std::shared_ptr<const Described>> parts;

  template <class T = std::int64_t>
  std::vector<T> all(Name name) const {
    const auto& bytes = values.at(name);
    std::vector<T> found(bytes.size() / sizeof(T));
    std::memcpy(found.data(), bytes.data(), bytes.size());
    return found;
  }
  template <class T = std::int64_t>
  T one(Name name) const {
    return all<T>(name).front();
  }
};
std::map<cudnnBackendDescriptor_t, std::shared_ptr<Described>> descriptors;
// The target of the last query for engines: plans belong to it.
std::shared_ptr<const Described> last_graph;

// 0 if attributes of that type are ignored.
std::size_t size_of(cudnnBackendAttributeType_t type) {
  if (type == CUDNN_TYPE_INT64 || type == CUDNN_TYPE_VOID_PTR) return 8;
  return type == CUDNN_TYPE_DATA_TYPE || type == CUDNN_TYPE_CONVOLUTION_MODE ? 4 : 0;
}

void note(cudnnBackendDescriptor_t of, Name name, cudnnBackendAttributeType_t type,
          std::int64_t count, const void* values) {
  auto& described = descriptors[of];
  if (!described) described = std::make_shared<Described>();
  const auto* const bytes = static_cast<const std::byte*>(values);
  if (type == CUDNN_TYPE_BACKEND_DESCRIPTOR) {
    described->parts[name] = descriptors[*static_cast<const cudnnBackendDescriptor_t*>(values)];
  } else {
    described->values[name].assign(bytes, bytes + static_cast<std::size_t>(count) * size_of(type));
  }
  if (name == CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH) last_graph = described->parts[name];
  if (name == CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG) described->parts[name] = last_graph;
}

cudnnBackendDescriptor_t described_device() {
  static const cudnnBackendDescriptor_t device = [] {
    std::ifstream in(KASSAY_FALSE_DEVICE);
    const std::string json{std::istreambuf_iterator<char>(in), {}};
    cudnnBackendDescriptor_t made = nullptr;
    expect(cudnnBackendCreateDescriptor(CUDNN_BACKEND_DEVICEPROP_DESCRIPTOR, &made), "a device");
    expect(real_set(made, CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION, CUDNN_TYPE_CHAR,
                    static_cast<std::int64_t>(json.size()), json.data()),
           "a device");
    expect(cudnnBackendFinalize(made), "a device");
    return made;
  }();
  return device;
}
cudnnStatus_t set_device(cudnnBackendDescriptor_t of, Name name) {
  const cudnnBackendDescriptor_t device = described_device();
  return real_set(of, name, CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &device);
}

struct Array {
  Numbers sizes, strides;
  cudnnDataType_t type;
  std::byte* data;

  std::int64_t count() const {
    std::int64_t count = 1;
    for (const std::int64_t size : sizes) count *= size;
    return count;
  }
  std::int64_t place(std::int64_t first, std::int64_t second, const Numbers& rest) const {
    std::int64_t place = first * strides[0] + second * strides[1];
    for (std::size_t d = 0; d < rest.size(); ++d) place += rest[d] * strides[d + 2];
    return place;
  }
  double get(std::int64_t i) const {
    if (type == CUDNN_DATA_DOUBLE) return reinterpret_cast<const double*>(data)[i];
    if (type == CUDNN_DATA_FLOAT) return reinterpret_cast<const float*>(data)[i];
    return device::loaded(reinterpret_cast<const Half*>(data) + i);
  }
  void put(std::int64_t i, double x) const {
    if (type == CUDNN_DATA_DOUBLE) return void(reinterpret_cast<double*>(data)[i] = x);
    if (type == CUDNN_DATA_FLOAT)
      return void(reinterpret_cast<float*>(data)[i] = static_cast<float>(x));
    device::store(reinterpret_cast<Half*>(data) + i, device::Conversion<Half, double>::of(x));
  }
};

struct Operation {
  Array images, kernel, results;
  Array Operation::*made;  // which of them it computes
  Numbers before, strides, dilations;
  std::byte* workspace;
  std::int64_t workspace_bytes;
};

// Calls visit(index) for each index of that shape.
template <class Visit>
void for_each_index(const Numbers& sizes, Visit&& visit) {
  Numbers index(sizes.size());
  const auto next = [&] {
    for (std::size_t d = sizes.size(); d-- > 0; index[d] = 0)
      if (++index[d] < sizes[d]) return true;
    return false;
  };
  do visit(index);
  while (next());
}

void require_sound(const Operation& o) {
  for (const Array* const array : {&o.images, &o.kernel, &o.results}) {
    const std::int64_t bytes =
        array->type == CUDNN_DATA_DOUBLE ? 8 : (array->type == CUDNN_DATA_FLOAT ? 4 : 2);
    require_device_memory(array->data, static_cast<std::size_t>(array->count() * bytes),
                          "an array of cuDNN");
  }
  use_workspace(o.workspace, static_cast<std::size_t>(o.workspace_bytes), 16,
                "the workspace of cuDNN");
}

void run(const Operation& o) {
  require_sound(o);
  const auto places = [](const Array& array) {
    return Numbers(array.sizes.begin() + 2, array.sizes.end());
  };
  const std::int64_t channels = o.kernel.sizes[1], filters = o.kernel.sizes[0],
                     of_group = filters / (o.images.sizes[1] / channels);
  const Array& made = o.*o.made;
  std::vector<double> sums(static_cast<std::size_t>(made.count()));
  const auto add = [&](std::int64_t image, std::int64_t weight, std::int64_t result) {
    const std::int64_t to =
        o.made == &Operation::results ? result : (o.made == &Operation::kernel ? weight : image);
    const double x = o.made == &Operation::images ? o.results.get(result) : o.images.get(image);
    const double y = o.made == &Operation::kernel ? o.results.get(result) : o.kernel.get(weight);
    sums[static_cast<std::size_t>(to)] += x * y;
  };
  Numbers at(o.before.size());
  for_each_index(places(o.results), [&](const Numbers& window) {
    for_each_index(places(o.kernel), [&](const Numbers& element) {
      for (std::size_t d = 0; d < at.size(); ++d) {
        at[d] = window[d] * o.strides[d] + element[d] * o.dilations[d] - o.before[d];
        if (at[d] < 0 || at[d] >= o.images.sizes[d + 2]) return;
      }
      for (std::int64_t sample = 0; sample < o.images.sizes[0]; ++sample)
        for (std::int64_t filter = 0; filter < filters; ++filter)
          for (std::int64_t c = 0; c < channels; ++c)
            add(o.images.place(sample, filter / of_group * channels + c, at),
                o.kernel.place(filter, c, element), o.results.place(sample, filter, window));
    });
  });
  for (std::int64_t i = 0; i < made.count(); ++i) made.put(i, sums[static_cast<std::size_t>(i)]);
}

// The address in the variant pack for a tensor.
Array array_of(const Described& tensor, const Described& pack) {
  const auto ids = pack.all(CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS);
  const auto found = std::ranges::find(ids, tensor.one(CUDNN_ATTR_TENSOR_UNIQUE_ID));
  require(found != ids.end(), "cuDNN: a plan without one of its arrays");
  Array array{
      tensor.all(CUDNN_ATTR_TENSOR_DIMENSIONS), tensor.all(CUDNN_ATTR_TENSOR_STRIDES),
      tensor.one<cudnnDataType_t>(CUDNN_ATTR_TENSOR_DATA_TYPE),
      pack.all<std::byte*>(
          CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS)[static_cast<std::size_t>(found - ids.begin())]};
  require_aligned(array.data,
                  static_cast<std::size_t>(tensor.one(CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT)),
                  "an array of cuDNN");
  return array;
}

struct Names {
  Name windows, images, kernel, results;
  Array Operation::*made;
};
constexpr Names kNames[] = {
    {CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X,
     CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y,
     &Operation::results},
    {CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY, &Operation::images},
    {CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY, &Operation::kernel}};

std::shared_ptr<Operation> operation_of(const Described& plan, const Described& pack) {
  const auto& graph = *plan.parts.at(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG);
  const Described& operation = *graph.parts.at(CUDNN_ATTR_OPERATIONGRAPH_OPS);
  const Names& names = *std::ranges::find_if(
      kNames, [&](const Names& one) { return operation.parts.contains(one.windows); });
  const auto array = [&](Name name) { return array_of(*operation.parts.at(name), pack); };
  const Described& windows = *operation.parts.at(names.windows);
  require(windows.one<int>(CUDNN_ATTR_CONVOLUTION_CONV_MODE) == CUDNN_CROSS_CORRELATION,
          "cuDNN: a convolution, where windows are not reversed");
  // Its engines for gradients by kernels use the padding before an image also behind it.
  require(names.made != &Operation::kernel || windows.all(CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS) ==
                                                  windows.all(CUDNN_ATTR_CONVOLUTION_POST_PADDINGS),
          "cuDNN: a gradient by a kernel with padding that differs before and behind");
  return std::make_shared<Operation>(
      Operation{array(names.images), array(names.kernel), array(names.results), names.made,
                windows.all(CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS),
                windows.all(CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES),
                windows.all(CUDNN_ATTR_CONVOLUTION_DILATIONS),
                pack.one<std::byte*>(CUDNN_ATTR_VARIANT_PACK_WORKSPACE), 0});
}

}  // namespace
}  // namespace kassay::optimized::cuda::false_libraries

using namespace kassay::optimized::cuda::false_libraries;

extern "C" {

cudnnStatus_t cudnnCreate(cudnnHandle_t* handle) {
  return make<Handle>(handle, kHandle), CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnDestroy(cudnnHandle_t handle) {
  return give_back<Handle>(handle, kHandle), CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetStream(cudnnHandle_t handle, cudaStream_t stream) {
  return the<Handle>(handle, kHandle).stream = stream, CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetStream(cudnnHandle_t handle, cudaStream_t* stream) {
  return *stream = the<Handle>(handle, kHandle).stream, CUDNN_STATUS_SUCCESS;
}

// If a handle is given, the library gets the described device.
cudnnStatus_t cudnnBackendSetAttribute(cudnnBackendDescriptor_t of, Name name,
                                       cudnnBackendAttributeType_t type, std::int64_t count,
                                       const void* values) {
  note(of, name, type, count, values);
  if (type == CUDNN_TYPE_HANDLE) {
    require_made(*static_cast<const cudnnHandle_t*>(values), kHandle);
    if (name == CUDNN_ATTR_OPERATIONGRAPH_HANDLE) return CUDNN_STATUS_SUCCESS;
    return set_device(of, CUDNN_ATTR_EXECUTION_PLAN_DEVICEPROP);
  }
  const cudnnStatus_t status = real_set(of, name, type, count, values);
  if (name != CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH || status != CUDNN_STATUS_SUCCESS)
    return status;
  return set_device(of, CUDNN_ATTR_ENGINEHEUR_DEVICEPROP);
}
cudnnStatus_t cudnnBackendDestroyDescriptor(cudnnBackendDescriptor_t descriptor) {
  descriptors.erase(descriptor);
  return real_destroy(descriptor);
}
cudnnStatus_t cudnnBackendExecute(cudnnHandle_t handle, cudnnBackendDescriptor_t plan,
                                  cudnnBackendDescriptor_t pack) {
  const auto operation = operation_of(*descriptors.at(plan), *descriptors.at(pack));
  std::int64_t count = 0;
  expect(cudnnBackendGetAttribute(plan, CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE, CUDNN_TYPE_INT64,
                                  1, &count, &operation->workspace_bytes),
         "the size of a workspace");
  enqueue(the<Handle>(handle, kHandle).stream, [operation] { run(*operation); });
  return CUDNN_STATUS_SUCCESS;
}

}  // extern "C"
