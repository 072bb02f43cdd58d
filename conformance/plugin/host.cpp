#include "conformance/plugin/host.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "conformance/plugin/breach.h"
#include "conformance/plugin/dlpack.h"
#include "conformance/plugin/read_value.h"
#include "spec/lib/error.h"

namespace kassay::plugin {
namespace {

std::string text_or(const char* text, const char* otherwise) {
  return text == nullptr ? otherwise : text;
}

}  // namespace

kassay_host Host::functions() {
  return {sizeof(kassay_host), KASSAY_ABI_MAJOR, KASSAY_ABI_MINOR, error,  give,
          new_tensor,          object,           object_data,      retain, release,
          call_function};
}

std::vector<Value> Host::call(const std::string& function, const Arguments& arguments,
                              const Invoke& invoke) {
  CallFrame frame(function, ++last_call_, objects_);
  const kassay_arguments lent = frame.lend(arguments);
  kassay_error* returned = nullptr;
  frames_.push_back(&frame);
  note_failure([&] {
    const auto left = [](const std::string& what) {
      return Breach("let an exception leave it: " + what);
    };
    try {
      returned = invoke(&lent, frame.results_handle());
    } catch (const std::exception& exception) {
      throw left(exception.what());
    } catch (...) {
      throw left("one that is not a std::exception");
    }
  });
  if (!failure_) note_failure([&] { frame.check_loans(); });
  if (!failure_ && returned != nullptr) note_failure([&] { frame.raise(returned); });
  frames_.pop_back();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  return frame.take_results();
}

template <class Body>
void Host::note_failure(Body body) noexcept {
  std::exception_ptr failure;
  try {
    body();
  } catch (const Breach& breach) {
    if (frames_.empty()) {  // in `destroy`, where no caller can catch it
      std::cerr << "between calls, the plug-in " << breach.what() << std::endl;
      std::abort();
    }
    failure = std::make_exception_ptr(
        Violation("in " + frames_.back()->function() + ", the plug-in " + breach.what()));
  } catch (...) {
    failure = std::current_exception();
  }
  if (!failure_) failure_ = failure;
}

// Returns the value of `body`, or the zero of its type if it throws.
template <class Body>
auto Host::protect(const kassay_host* host, Body body) noexcept {
  Host& self = *static_cast<const Table*>(host)->host;
  using Result = std::invoke_result_t<Body, Host&>;
  if constexpr (std::is_void_v<Result>) {
    self.note_failure([&] { body(self); });
  } else {
    Result result{};
    self.note_failure([&] { result = body(self); });
    return result;
  }
}

CallFrame& Host::frame() {
  if (frames_.empty()) throw Breach("called the host");
  return *frames_.back();
}

CallFrame& Host::frame_of(const kassay_results* results) {
  const auto found = std::ranges::find(frames_, results, &CallFrame::results_handle);
  if (found == frames_.end()) throw Breach("gave a result to a call that is not in progress");
  return **found;
}

kassay_error* Host::error(const kassay_host* host, std::int32_t kind, const char* message) {
  return protect(host, [&](Host& self) {
    return self.frame().new_error(kind, text_or(message, "(no message)"));
  });
}

void Host::give(const kassay_host* host, kassay_results* results, const kassay_value* value) {
  protect(host, [&](Host& self) {
    self.frame_of(results).give(
        read_value(value, self.objects_, static_cast<bool>(self.call_object_)));
  });
}

DLTensor* Host::new_tensor(const kassay_host* host, DLDataType dtype, std::int32_t rank,
                           const std::int64_t* shape) {
  return protect(host, [&](Host& self) -> DLTensor* {
    const DType type = dtype_of(dtype);
    if (rank < 0 || (rank > 0 && shape == nullptr) ||
        std::any_of(shape, shape + rank, [](auto size) { return size < 0; })) {
      return nullptr;
    }
    try {
      return self.frame().new_tensor(type, Shape(shape, shape + rank));
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
  });
}

kassay_object* Host::object(const kassay_host* host, void* data, void (*destroy)(void*),
                            const char* description) {
  return protect(host, [&](Host& self) {
    return self.frame().hold(
        self.objects_.make(data, destroy, text_or(description, "an object"), self.call_object_));
  });
}

void* Host::object_data(const kassay_host* host, kassay_object* handle) {
  return protect(host, [&](const Host& self) -> void* {
    const auto object = std::dynamic_pointer_cast<const PluginObject>(self.objects_.find(handle));
    return object ? object->data() : nullptr;
  });
}

void Host::retain(const kassay_host* host, kassay_object* handle) {
  protect(host, [&](Host& self) { self.objects_.retain(handle); });
}

void Host::release(const kassay_host* host, kassay_object* handle) {
  protect(host, [&](Host& self) { self.objects_.release(handle); });
}

kassay_error* Host::call_function(const kassay_host* host, kassay_object* handle,
                                  const kassay_arguments* arguments, std::size_t* count,
                                  const kassay_value** values) {
  return protect(host, [&](Host& self) -> kassay_error* {
    CallFrame& frame = self.frame();
    const auto function = self.objects_.find(handle);
    const auto has_calls = static_cast<bool>(self.call_object_);
    try {
      std::vector<Value> returned =
          function->call(read_arguments(arguments, self.objects_, has_calls));
      *count = returned.size();
      *values = frame.lend_returned(std::move(returned));
      return nullptr;
    } catch (const ApiError& error) {
      return frame.new_error(static_cast<std::int32_t>(error.kind()), error.what());
    } catch (const Unsupported& reason) {
      return frame.new_error(KASSAY_ERROR_UNSUPPORTED, reason.what());
    } catch (const std::bad_alloc&) {
      return frame.new_error(KASSAY_ERROR_OUT_OF_MEMORY, "memory has run out");
    }
  });
}

}  // namespace kassay::plugin
