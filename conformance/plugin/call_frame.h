// One call of a plug-in: what the host lends to it until it returns, and what it gives.
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
  // `number` is never used again, so that what is given to a call that is over is found.
  CallFrame(std::string function, std::uintptr_t number, Objects& objects)
      : function_(std::move(function)),
        results_handle_(reinterpret_cast<kassay_results*>(number)),
        objects_(objects) {}
  CallFrame(const CallFrame&) = delete;

  const std::string& function() const { return function_; }  // for messages

  kassay_results* results_handle() const { return results_handle_; }

  // What is lent lives as long as the frame, and as `arguments`.
  kassay_arguments lend(const Arguments& arguments);
  // The values that a function returned to the plug-in.
  const kassay_value* lend_returned(std::vector<Value> values);
  DLTensor* new_tensor(DType dtype, Shape shape);
  // Keeps it alive; returns its handle.
  kassay_object* hold(std::shared_ptr<const Referent> referent);
  kassay_error* new_error(std::int32_t kind, std::string message);

  void give(Value value) { results_.push_back(std::move(value)); }

  // Throws Breach where something was written beside what was lent, and AlteredInput where
  // something of the caller was changed.
  void check_loans() const;
  // Throws what an error of this frame means, and Breach where it has no such error.
  [[noreturn]] void raise(const kassay_error* error) const;
  // What was given; None where nothing was.
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
  // Deques: what they hold never moves.
  std::deque<Loan> loans_;
  std::deque<std::vector<kassay_value>> lists_;
  std::deque<std::vector<kassay_keyword>> keywords_;
  std::deque<std::vector<Value>> returned_;
  std::deque<Error> errors_;
  std::vector<std::shared_ptr<const Referent>> held_;
  std::vector<Value> results_;
};

}  // namespace kassay::plugin
