#include "conformance/plugin/call_frame.h"

#include <algorithm>
#include <new>

#include "conformance/plugin/breach.h"
#include "conformance/plugin/dlpack.h"
#include "spec/lib/error.h"

namespace kassay::plugin {
namespace {

// A shape may come from the plug-in, so its size and strides must be checked for overflow.
std::size_t byte_size(DType dtype, const Shape& shape) {
  auto bytes = static_cast<std::int64_t>(dtype_size(dtype));
  for (const std::int64_t size : shape) {
    if (__builtin_mul_overflow(bytes, std::max<std::int64_t>(size, 1), &bytes)) {
      throw std::bad_alloc();
    }
  }
  return element_count(shape) == 0 ? 0 : static_cast<std::size_t>(bytes);
}

}  // namespace

CallFrame::Loan::Loan(std::string name, DType type, Shape extent)
    : what(std::move(name)),
      dtype(type),
      shape(std::move(extent)),
      buffer(byte_size(dtype, shape)),
      strides(compact_strides(shape)),
      tensor{buffer.bytes().data(),
             {kDLCPU, 0},
             static_cast<std::int32_t>(shape.size()),
             dl_dtype(dtype),
             shape.data(),
             strides.data(),
             0} {}

std::string CallFrame::Loan::description() const {
  return what + " (" + std::string(dtype_name(dtype)) + ", shape " + to_string(shape) + ")";
}

struct CallFrame::Lend {
  CallFrame& frame;
  const std::string& what;

  kassay_value operator()(None) const { return {KASSAY_NONE, {}}; }
  kassay_value operator()(bool value) const { return {KASSAY_BOOL, {.boolean = value ? 1 : 0}}; }
  kassay_value operator()(std::int64_t value) const { return {KASSAY_INT, {.integer = value}}; }
  kassay_value operator()(double value) const { return {KASSAY_FLOAT, {.real = value}}; }
  kassay_value operator()(const std::string& value) const {
    return {KASSAY_STRING, {.string = value.c_str()}};
  }
  kassay_value operator()(const Tensor& tensor) const {
    return {KASSAY_TENSOR, {.tensor = frame.lend_tensor(tensor, what)}};
  }
  kassay_value operator()(const List& list) const {
    std::vector<kassay_value> items;
    for (const Value& item : list) items.push_back(frame.lend(item, what));
    const auto& kept = frame.lists_.emplace_back(std::move(items));
    return {KASSAY_LIST, {.list = {kept.size(), kept.data()}}};
  }
  kassay_value operator()(const SparseTensor& sparse) const {
    return {KASSAY_SPARSE,
            {.sparse = {frame.lend_tensor(sparse.coordinates(), what + ", coordinates"),
                        frame.lend_tensor(sparse.values(), what + ", values"),
                        static_cast<std::int32_t>(sparse.shape().size()), sparse.shape().data()}}};
  }
  kassay_value operator()(const Handle& handle) const {
    // Every object of a program comes from the backend that runs it.
    return {KASSAY_OBJECT,
            {.object = frame.hold(std::dynamic_pointer_cast<const PluginObject>(handle))}};
  }
  kassay_value operator()(const Function& function) const {
    return {KASSAY_FUNCTION, {.object = frame.hold(frame.objects_.lend(function))}};
  }
};

kassay_value CallFrame::lend(const Value& value, const std::string& what) {
  return std::visit(Lend{*this, what}, value);
}

const DLTensor* CallFrame::lend_tensor(const Tensor& tensor, const std::string& what) {
  Loan& loan = loans_.emplace_back(what, tensor.dtype(), tensor.shape());
  loan.original = tensor;
  std::ranges::copy(tensor.bytes(), loan.buffer.bytes().begin());
  return &loan.tensor;
}

kassay_arguments CallFrame::lend(const Arguments& arguments) {
  auto& positional = lists_.emplace_back();
  for (const Value& value : arguments.positional) {
    positional.push_back(lend(value, "argument " + std::to_string(positional.size() + 1)));
  }
  auto& keyword = keywords_.emplace_back();
  for (const auto& [name, value] : arguments.keyword) {
    keyword.push_back({name.c_str(), lend(value, "argument " + name)});
  }
  return {positional.size(), positional.data(), keyword.size(), keyword.data()};
}

const kassay_value* CallFrame::lend_returned(std::vector<Value> values) {
  const auto& kept = returned_.emplace_back(std::move(values));
  auto& lent = lists_.emplace_back();
  for (const Value& value : kept) lent.push_back(lend(value, "what a function returned to it"));
  return lent.data();
}

DLTensor* CallFrame::new_tensor(DType dtype, Shape shape) {
  return &loans_.emplace_back("a tensor of new_tensor", dtype, std::move(shape)).tensor;
}

kassay_object* CallFrame::hold(std::shared_ptr<const Referent> referent) {
  return held_.emplace_back(std::move(referent))->handle();
}

kassay_error* CallFrame::new_error(std::int32_t kind, std::string message) {
  if (kind < KASSAY_ERROR_VALUE || kind > KASSAY_ERROR_OUT_OF_MEMORY) {
    throw Breach("made an error of the unknown kind " + std::to_string(kind) + ": " + message);
  }
  Error& error = errors_.emplace_back(kind, std::move(message));
  return reinterpret_cast<kassay_error*>(&error);
}

void CallFrame::check_loans() const {
  for (const Loan& loan : loans_) {
    if (const std::string damage = loan.buffer.damage(); !damage.empty()) {
      throw Breach("wrote " + damage + " of " + loan.description());
    }
  }
  for (const Loan& loan : loans_) {
    if (loan.original && !std::ranges::equal(loan.buffer.bytes(), loan.original->bytes())) {
      throw AlteredInput(function_ + " altered " + loan.description() +
                         ", which belongs to the caller");
    }
  }
}

void CallFrame::raise(const kassay_error* error) const {
  // Only compared, never dereferenced: the pointer may be invalid.
  const auto found = std::ranges::find_if(errors_, [&](const Error& each) {
    return reinterpret_cast<const kassay_error*>(&each) == error;
  });
  if (found == errors_.end()) throw Breach("returned an error that was not made in this call");
  if (found->kind == KASSAY_ERROR_UNSUPPORTED) throw Unsupported(found->message);
  if (found->kind == KASSAY_ERROR_OUT_OF_MEMORY) throw std::bad_alloc();
  static_assert(static_cast<int>(ErrorKind::kOther) == KASSAY_ERROR_OTHER);
  throw ApiError(static_cast<ErrorKind>(found->kind), found->message);
}

std::vector<Value> CallFrame::take_results() {
  if (results_.empty()) return {None{}};
  return std::move(results_);
}

}  // namespace kassay::plugin
