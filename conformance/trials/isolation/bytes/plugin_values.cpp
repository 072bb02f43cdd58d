// Values that a plug-in gives: any kind, nested, with tensors of any type, shape and strides. The host cannot know the size of a plug-in's
// buffer, so the data of a tensor that would exceed its buffer is null here, as is that of a tensor with too many elements.
#include <fuzzer/FuzzedDataProvider.h>

#include <deque>
#include <new>
#include <utility>
#include <vector>

#include "conformance/plugin/breach.h"
#include "conformance/plugin/read_value.h"
#include "conformance/trials/isolation/bytes/input.h"

namespace {

using namespace kassay;

constexpr int kDeepest = 40;
constexpr std::size_t kMostItems = 6;
constexpr std::int64_t kBytes = 4096;
constexpr long double kMostElements = 1 << 16;
constexpr int kMostDimensions = 70;  // more than the host accepts

// Makes values; they are valid as long as the Giver is.
class Giver {
 public:
  explicit Giver(FuzzedDataProvider& bytes) : bytes_(bytes) {}

  kassay_value value(int depth = 0) {
    kassay_value value{bytes_.ConsumeIntegralInRange<std::int32_t>(-1, KASSAY_FUNCTION + 1), {}};
    switch (value.kind) {
      case KASSAY_BOOL:
        value.as.boolean = bytes_.ConsumeIntegral<std::int32_t>();
        break;
      case KASSAY_INT:
        value.as.integer = bytes_.ConsumeIntegral<std::int64_t>();
        break;
      case KASSAY_FLOAT:
        value.as.real = bytes_.ConsumeFloatingPoint<double>();
        break;
      case KASSAY_STRING:
        value.as.string =
            maybe(strings_.emplace_back(bytes_.ConsumeRandomLengthString(64)).c_str());
        break;
      case KASSAY_TENSOR:
        value.as.tensor = maybe(tensor());
        break;
      case KASSAY_LIST:
        value.as.list = list(depth);
        break;
      case KASSAY_SPARSE:
        value.as.sparse = sparse();
        break;
      default:
        value.as.object =
            reinterpret_cast<kassay_object*>(bytes_.ConsumeIntegral<std::uintptr_t>());
    }
    return value;
  }

 private:
  template <class T>
  const T* maybe(const T* pointer) {
    return bytes_.ConsumeIntegralInRange(0, 15) == 0 ? nullptr : pointer;
  }

  kassay_list list(int depth) {
    if (depth == kDeepest) return {0, nullptr};
    const auto count = bytes_.ConsumeIntegralInRange<std::size_t>(0, kMostItems);
    std::vector<kassay_value> items;
    for (std::size_t i = 0; i < count; ++i) items.push_back(value(depth + 1));
    return {count, maybe(lists_.emplace_back(std::move(items)).data())};
  }

  kassay_sparse sparse() {
    const DLTensor* const coordinates = tensor();
    const DLTensor* const values = tensor();
    const auto rank = bytes_.ConsumeIntegralInRange<std::int32_t>(-1, kMostDimensions);
    return {maybe(coordinates), maybe(values), rank, maybe(numbers(rank).data())};
  }

  std::vector<std::int64_t>& numbers(int count) {
    std::vector<std::int64_t>& numbers = numbers_.emplace_back();
    for (int i = 0; i < count; ++i) {
      numbers.push_back(bytes_.ConsumeBool() ? bytes_.ConsumeIntegralInRange<std::int64_t>(-1, 4)
                                             : bytes_.ConsumeIntegral<std::int64_t>());
    }
    return numbers;
  }

  const DLTensor* tensor() {
    DLTensor& tensor = tensors_.emplace_back();
    tensor.device = {static_cast<DLDeviceType>(bytes_.ConsumeBool() ? kDLCPU : kDLCUDA), 0};
    tensor.ndim = bytes_.ConsumeIntegralInRange(-1, kMostDimensions);
    tensor.dtype.code = bytes_.ConsumeIntegralInRange<std::uint8_t>(0, 7);
    tensor.dtype.bits = std::uint16_t{8} << bytes_.ConsumeIntegralInRange(0, 4);
    tensor.dtype.lanes = bytes_.ConsumeBool() ? 1 : bytes_.ConsumeIntegral<std::uint16_t>();
    tensor.shape = numbers(tensor.ndim).data();
    tensor.strides = bytes_.ConsumeBool() ? nullptr : numbers(tensor.ndim).data();
    tensor.byte_offset = bytes_.ConsumeIntegralInRange<std::uint64_t>(0, kBytes);
    if (is_inside(tensor)) tensor.data = buffer_.data() + kBytes;
    return &tensor;
  }

  // Whether the elements are few, and all within kBytes of the first one.
  static bool is_inside(const DLTensor& tensor) {
    long double low = 0, high = 0, step = 1;
    for (int d = tensor.ndim - 1; d >= 0; --d) {
      const auto size = static_cast<long double>(tensor.shape[d]);
      if (size <= 0) return true;  // refused, or without elements
      const long double reach =
          (size - 1) *
          (tensor.strides == nullptr ? step : static_cast<long double>(tensor.strides[d]));
      (reach < 0 ? low : high) += reach;
      step *= size;
    }
    const long double bytes = tensor.dtype.bits / 8.0L;
    return step <= kMostElements &&
           -low * bytes + static_cast<long double>(tensor.byte_offset) <= kBytes &&
           (high + 1) * bytes + static_cast<long double>(tensor.byte_offset) <= kBytes;
  }

  FuzzedDataProvider& bytes_;
  std::vector<std::byte> buffer_{static_cast<std::size_t>(2 * kBytes)};
  std::deque<std::string> strings_;
  std::deque<DLTensor> tensors_;
  std::deque<std::vector<std::int64_t>> numbers_;
  std::deque<std::vector<kassay_value>> lists_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider bytes(data, size);
  Giver giver(bytes);
  const kassay_value value = giver.value();
  const plugin::Objects objects;
  try {
    describe(plugin::read_value(&value, objects, bytes.ConsumeBool()));
  } catch (const plugin::Breach&) {  // the plug-in broke the contract
  } catch (const std::bad_alloc&) {  // too many elements for the memory
  }
  return 0;
}
