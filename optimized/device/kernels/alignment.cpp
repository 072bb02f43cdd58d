// The costs of labels (connectionist temporal classification), and their derivatives.
#include <memory>
#include <utility>

#include "optimized/device/kernels/kernels.h"
#include "optimized/device/kernels/lines.h"

namespace kassay::optimized::device {
namespace {

using reference::Settings;

// The numbers as int64. A fraction becomes -1, which is neither a valid length nor a valid label.
Tensor whole(const Tensor& x, Recorder& recorder) {
  if (x.dtype() == DType::kInt64) return x;
  using Operator = Formula::Operator;
  static const auto same =
      std::make_shared<const Formula>(Formula{{{.what = Operator::kOperand, .operand = 0}}});
  static const auto checked =
      std::make_shared<const Formula>(Formula{{{.what = Operator::kOperand, .operand = 0},
                                               {.what = Operator::kRound, .from = {0}},
                                               {.what = Operator::kEqual, .from = {1, 0}},
                                               {.what = Operator::kNumber, .number = -1},
                                               {.what = Operator::kChoose, .from = {2, 0, 3}}}});
  Tensor numbers = recorder.scratch(DType::kInt64, x.shape());
  Chain chain;
  chain.inputs = {{x.bytes().data(), x.dtype(), {}}};
  chain.statements = {
      {is_floating(x.dtype()) ? checked : same, {{false, 0}}, x.dtype(), DType::kInt64}};
  chain.outputs = {{0, numbers.mutable_bytes().data()}};
  chain.count = x.size();
  recorder.add(std::move(chain));
  return numbers;
}

// `rows`: the number of rows in the work memory of each recording.
template <template <class> class Body>
bool add_alignment(const Tensor& y_true, const Tensor& y_pred, const Tensor& input_length,
                   const Tensor& label_length, const Settings& settings, std::int64_t rows,
                   Tensor& result, Recorder& recorder) {
  const std::int64_t samples = y_pred.shape()[0], frames = y_pred.shape()[1];
  const std::int64_t classes = y_pred.shape()[2], columns = y_true.shape()[1];
  if (classes == 0) return false;
  const auto numbers = [&](const Tensor& x) {
    return reinterpret_cast<const long long*>(whole(x, recorder).bytes().data());
  };
  return with_float(y_pred.dtype(), [&](auto sample) {
    using T = decltype(sample);
    Tensor sums = recorder.scratch(DType::kFloat64, {samples, frames});
    recorder.add(
        Rows{SumRows<T, double>{elements<T>(y_pred), elements<double>(sums), {classes, 1}, 1},
             samples * frames, classes});
    const Recordings<T> recordings{elements<T>(y_pred),
                                   elements<double>(std::as_const(sums)),
                                   numbers(y_true),
                                   numbers(input_length),
                                   numbers(label_length),
                                   frames,
                                   classes,
                                   columns,
                                   settings.epsilon,
                                   recorder.refusal()};
    const std::int64_t stations = 2 * columns + 1;
    Tensor room = recorder.scratch(DType::kFloat64, {samples, rows, stations});
    recorder.add(Rows{Body<T>{recordings, elements<T>(result), elements<double>(room), stations},
                      samples, frames * classes});
  });
}

bool ctc_batch_cost(const Tensor& y_true, const Tensor& y_pred, const Tensor& input_length,
                    const Tensor& label_length, const Settings& settings, Tensor& result,
                    Recorder& recorder) {
  return add_alignment<LabelCostRows>(y_true, y_pred, input_length, label_length, settings,
                                      LabelCostRows<float>::kRows, result, recorder);
}

bool ctc_gradient(const Tensor& y_true, const Tensor& y_pred, const Tensor& input_length,
                  const Tensor& label_length, const Settings& settings, Tensor& result,
                  Recorder& recorder) {
  const std::int64_t rows = LabelCostDerivativeRows<float>::kRows + y_pred.shape()[1];
  return add_alignment<LabelCostDerivativeRows>(y_true, y_pred, input_length, label_length,
                                                settings, rows, result, recorder);
}

}  // namespace

const KernelTable& alignment_kernels() {
  static const KernelTable table = {{"ctc_batch_cost", define(ctc_batch_cost)},
                                    {"internal.ctc_gradient", define(ctc_gradient)}};
  return table;
}

}  // namespace kassay::optimized::device
