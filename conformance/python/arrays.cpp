#include "conformance/python/arrays.h"

#include <cstring>
#include <map>
#include <string>
#include <utility>

#include "conformance/python/objects.h"

namespace kassay::python {
namespace {

// `format`: as in Python's module struct. The elements must be in native byte order.
std::optional<DType> dtype_of_format(const char* format, Py_ssize_t item_size) {
  if (format == nullptr) return DType::kUint8;
  if (*format == '@' || *format == '=' || *format == '<') ++format;
  if (std::strlen(format) != 1) return std::nullopt;
  switch (*format) {
    case '?':
      return DType::kBool;
    case 'B':
      return DType::kUint8;
    case 'b':
      return DType::kInt8;
    case 'h':
      return DType::kInt16;
    case 'i':
      return DType::kInt32;
    case 'l':
    case 'q':
      return item_size == 8 ? DType::kInt64 : DType::kInt32;
    case 'e':
      return DType::kFloat16;
    case 'f':
      return DType::kFloat32;
    case 'd':
      return DType::kFloat64;
  }
  return std::nullopt;
}

bool is_swapped(const char* format) {
  return format != nullptr && (*format == '>' || *format == '!');
}

// Elements that another object lends through the buffer protocol.
class Buffer {
 public:
  // Returns false if the object cannot lend them in C order.
  bool take(nb::handle object) {
    taken_ = PyObject_GetBuffer(object.ptr(), &view_, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) == 0;
    if (!taken_) PyErr_Clear();
    return taken_;
  }
  ~Buffer() {
    if (!taken_) return;
    if (const nb::detail::cleanup_guard alive; alive) PyBuffer_Release(&view_);
  }
  const Py_buffer& view() const { return view_; }

 private:
  Py_buffer view_;
  bool taken_ = false;
};

bool is_aligned(const void* data, DType dtype) {
  return reinterpret_cast<std::uintptr_t>(data) % dtype_size(dtype) == 0;
}

const nb::object& numpy_dtype(DType dtype) {
  static std::map<DType, nb::object>& made = *new std::map<DType, nb::object>;
  nb::object& entry = made[dtype];
  if (!entry.is_valid()) entry = numpy("dtype")(std::string(dtype_name(dtype)).c_str());
  return entry;
}

}  // namespace

nb::handle numpy(const char* name) {
  static std::map<std::string, nb::object, std::less<>>& found =
      *new std::map<std::string, nb::object, std::less<>>;
  const auto at = found.find(std::string_view(name));
  if (at != found.end()) return at->second;
  return found.emplace(name, nb::module_::import_("numpy").attr(name)).first->second;
}

std::optional<Tensor> to_tensor(nb::handle array, Arrays arrays) {
  const auto buffer = std::make_shared<Buffer>();
  if (!buffer->take(array)) {
    nb::object contiguous = numpy("ascontiguousarray")(array);
    if (nb::cast<std::size_t>(array.attr("ndim")) == 0)
      contiguous = contiguous.attr("reshape")(nb::tuple());
    // Only this function owns the copy, so it can be borrowed.
    if (!contiguous.is(array)) return to_tensor(contiguous, Arrays::kBorrowed);
    return std::nullopt;  // the buffer protocol does not have its dtype
  }
  const Py_buffer& view = buffer->view();
  if (is_swapped(view.format)) {
    const nb::object native = array.attr("dtype").attr("newbyteorder")("=");
    return to_tensor(array.attr("astype")(native), Arrays::kBorrowed);
  }
  const auto dtype = dtype_of_format(view.format, view.itemsize);
  if (!dtype) return std::nullopt;
  Shape shape(view.shape, view.shape + view.ndim);
  if (arrays == Arrays::kBorrowed && is_aligned(view.buf, *dtype)) {
    return Tensor(*dtype, std::move(shape),
                  std::shared_ptr<std::byte>(buffer, static_cast<std::byte*>(view.buf)));
  }
  Tensor copy = Tensor::unspecified(*dtype, std::move(shape));
  if (view.len > 0)
    std::memcpy(copy.mutable_bytes().data(), view.buf, static_cast<std::size_t>(view.len));
  return copy;
}

nb::object to_array(Tensor tensor) {
  if (tensor.is_shared()) {
    Tensor copy = Tensor::unspecified(tensor.dtype(), tensor.shape());
    if (tensor.byte_size() > 0) {
      std::memcpy(copy.mutable_bytes().data(), tensor.bytes().data(), tensor.byte_size());
    }
    tensor = std::move(copy);
  }
  const nb::object shape = nb::steal(PyTuple_New(tensor.rank()));
  for (std::size_t d = 0; d < tensor.shape().size(); ++d) {
    NB_TUPLE_SET_ITEM(shape.ptr(), static_cast<Py_ssize_t>(d),
                      PyLong_FromLongLong(tensor.shape()[d]));
  }
  const nb::object& dtype = numpy_dtype(tensor.dtype());
  if (tensor.size() == 0) return numpy("empty")(shape, dtype);
  return numpy("ndarray")(shape, dtype, nb::cast(MemoryObject{std::move(tensor)}));
}

}  // namespace kassay::python
