// One call of a plug-in: the values that the host lends to it until it returns, and its results.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/abi/kassay_backend.h"
#include "conformance/plugin/guarded_buffer.h"
#include "conformance/plugin/objects.h"
#include "spec/lib/value.h"

namespace kassay::plugin {

class CallFrame {
 public:
  // `number` is unique, so that results given to a call that has ended are detected.
  CallFrame(std::string function, std::uintptr_t number, Objects& objects)
      : function_(std::move(function)),
        results_handle_(reinterpret_cast<kassay_results*>(number)),
        objects_(objects) {}
  CallFrame(const CallFrame&) = delete;

  const std::string& function() const { return function_; }  // for messages

  kassay_results* results_handle() const { return results_handle_; }

  // The lent values live as long as both the frame and `arguments`.
  kassay_arguments lend(const Arguments& arguments);
  // The values that a function returned to the plug-in.
  const kassay_value* lend_returned(std::vector<Value> values);
  DLTensor* new_tensor(DType dtype, Shape shape);
  // Keeps it alive; returns its handle.
  kassay_object* hold(std::shared_ptr<const Referent> referent);
  kassay_error* new_error(std::int32_t kind, std::string message);

  void give(Value value) { results_.push_back(std::move(value)); }

  // Throws Breach if the plug-in wrote outside the lent tensors, and AlteredInput if it changed a
  // tensor of the caller.
  void check_loans() const;
  // Throws the exception for an error of this frame, or Breach if the error is not from this frame.
  [[noreturn]] void raise(const kassay_error* error) const;
  // The given results; the value None if the call gave nothing.
  std::vector<Value> take_results();

 private:
  struct Loan {
    Loan(std::string what, DType dtype, Shape shape);
    std::string description() const;
    std::string what;
    DType dtype;
    Shape shape;
    GuardedBuffer buffer;
    std::vector<std::int64_t> strides;
    DLTensor tensor;
    std::optional<Tensor> original;  // of the caller, never to be changed
  };
  struct Error {
    std::int32_t kind;
    std::string message;
  };

  struct Lend;
  kassay_value lend(const Value& value, const std::string& what);
  const DLTensor* lend_tensor(const Tensor& tensor, const std::string& what);

  std::string function_;
  kassay_results* results_handle_;
  Objects& objects_;
  // Deques, because their elements never move.
  std::deque<Loan> loans_;
  std::deque<std::vector<kassay_value>> lists_;
  std::deque<std::vector<kassay_keyword>> keywords_;
  std::deque<std::vector<Value>> returned_;
  std::deque<Error> errors_;
  std::vector<std::shared_ptr<const Referent>> held_;
  std::vector<Value> results_;
};

}  // namespace kassay::plugin
