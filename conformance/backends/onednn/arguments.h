// One call of a function: its arguments by name, and its results.
#ifndef KASSAY_BACKENDS_ONEDNN_ARGUMENTS_H_
#define KASSAY_BACKENDS_ONEDNN_ARGUMENTS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tensor.h"

namespace kassay_onednn {

// The state that lasts from one call to the next.
struct Settings {
  std::string floatx = "float32";
  double epsilon = 1e-7;
  std::string image_data_format = "channels_last";
};

// An error from a function of the program, returned unchanged.
struct ErrorOfHost {
  kassay_error* error;
};

// Throws a Failure if an argument is missing or of the wrong kind.
class Call {
 public:
  // `parameters` are the names of the function's parameters in order, separated by blanks.
  Call(const kassay_host* host, Settings& settings, std::string_view parameters,
       const kassay_arguments& arguments, kassay_results* results);

  Settings& settings() const { return settings_; }

  // The value of an argument; null if it was left out or is None.
  const kassay_value* find(std::string_view name) const;
  const kassay_value& value(std::string_view name) const;
  Tensor tensor(std::string_view name) const;
  std::vector<Tensor> tensors(std::string_view name) const;
  std::optional<double> number(std::string_view name) const;
  bool boolean(std::string_view name) const;
  std::string string(std::string_view name, std::string_view otherwise) const;
  Dtype dtype(std::string_view name, Dtype otherwise) const;
  Dtype floatx() const { return dtype_named(settings_.floatx); }
  // One number, or several in a list or tensor. None in a list becomes -1.
  std::vector<int64_t> integers(std::string_view name) const;
  // Axes of a tensor, counted from the start; all axes for None.
  std::vector<int64_t> axes(std::string_view name, int64_t rank) const;
  int64_t axis(std::string_view name, int64_t rank, int64_t otherwise) const;

  // The object of a value. The content of a variable may be replaced.
  Tensor& object(const kassay_value& value) const;
  // A tensor, or a number or list converted to a tensor of this type.
  Tensor as_tensor(const kassay_value& value, Dtype dtype) const;
  // A tensor, or the tensor returned by a function of the program.
  Tensor tensor_or_called(std::string_view name) const;

  // `give` keeps the tensor in the plug-in; `give_array` copies it to the host.
  void give(const Tensor& x) const;
  void give_array(const Tensor& x) const;
  void give(int64_t integer) const;
  void give(double real) const;
  void give(bool boolean) const;
  void give(const std::string& string) const;
  void give_integers(const std::vector<int64_t>& integers) const;

 private:
  void give(const kassay_value& value) const { host_->give(host_, results_, &value); }

  const kassay_host* host_;
  Settings& settings_;
  std::vector<std::string_view> parameters_;
  const kassay_arguments& arguments_;
  kassay_results* results_;
};

}  // namespace kassay_onednn

#endif  // KASSAY_BACKENDS_ONEDNN_ARGUMENTS_H_
