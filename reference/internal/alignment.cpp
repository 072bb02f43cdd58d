#include "reference/internal/alignment.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

constexpr Real kImpossible = -std::numeric_limits<Real>::infinity();

// log(exp(x) + exp(y))
Real log_add(Real x, Real y) {
  const Real larger = std::max(x, y);
  if (larger == kImpossible) return kImpossible;
  return larger + std::log1p(std::exp(std::min(x, y) - larger));
}

// The stations of a path, in this order: the labels with a blank before, between and after them. A path stays at a station or moves one
// station on, or two if it skips a blank between different labels.
class Stations {
 public:
  Stations(const std::vector<std::int64_t>& labels, std::int64_t blank) : classes_{blank} {
    for (const std::int64_t label : labels) {
      classes_.push_back(label);
      classes_.push_back(blank);
    }
  }

  std::size_t size() const { return classes_.size(); }
  std::int64_t class_at(std::size_t station) const { return classes_[station]; }
  // A path comes to a station from 0 to this many stations back.
  std::size_t longest_step_to(std::size_t station) const {
    const bool skips =
        station >= 2 && station % 2 == 1 && classes_[station] != classes_[station - 2];
    return skips ? 2 : std::min<std::size_t>(station, 1);
  }
  // A path begins at one of the first two stations, and ends at one of the last two.
  bool is_start(std::size_t station) const { return station < 2; }
  bool is_end(std::size_t station) const { return station + 2 >= size(); }

 private:
  std::vector<std::int64_t> classes_;
};

// One sample.
struct Sample {
  const Array& q;
  std::int64_t number;
  std::int64_t frames;
  Stations stations;

  Real log_probability(std::int64_t frame, std::size_t station) const {
    return std::log(q[{number, frame, stations.class_at(station)}]);
  }
};

// By frame and station, a logarithm.
using Table = std::vector<std::vector<Real>>;

Table impossible_table(const Sample& sample) {
  return Table(static_cast<std::size_t>(sample.frames),
               std::vector<Real>(sample.stations.size(), kImpossible));
}

// The probability of all paths from the first frame to the station in that frame.
Table ways_to(const Sample& sample) {
  Table to = impossible_table(sample);
  for (std::size_t t = 0; t < to.size(); ++t) {
    for (std::size_t s = 0; s < sample.stations.size(); ++s) {
      Real sum = kImpossible;
      if (t == 0) {
        sum = sample.stations.is_start(s) ? 0 : kImpossible;
      } else {
        for (std::size_t step = 0; step <= sample.stations.longest_step_to(s); ++step)
          sum = log_add(sum, to[t - 1][s - step]);
      }
      to[t][s] = sum + sample.log_probability(static_cast<std::int64_t>(t), s);
    }
  }
  return to;
}

// The probability of all paths from the station, after that frame, to the end.
Table ways_from(const Sample& sample) {
  Table from = impossible_table(sample);
  for (std::size_t t = from.size(); t-- > 0;) {
    for (std::size_t s = 0; s < sample.stations.size(); ++s) {
      if (t + 1 == from.size()) {
        from[t][s] = sample.stations.is_end(s) ? 0 : kImpossible;
        continue;
      }
      const Real here =
          from[t + 1][s] + sample.log_probability(static_cast<std::int64_t>(t) + 1, s);
      for (std::size_t step = 0; step <= sample.stations.longest_step_to(s); ++step)
        from[t][s - step] = log_add(from[t][s - step], here);
    }
  }
  return from;
}

Real log_likelihood(const Sample& sample, const Table& to) {
  if (to.empty()) return sample.stations.size() == 1 ? 0 : kImpossible;
  Real sum = kImpossible;
  for (std::size_t s = 0; s < sample.stations.size(); ++s) {
    if (sample.stations.is_end(s)) sum = log_add(sum, to.back()[s]);
  }
  return sum;
}

// Calls visit(sample) for each sample.
template <class Visit>
void for_each_sample(const LabelledFrames& arguments, const Array& q, Visit&& visit) {
  const Shape& shape = q.shape();
  const std::int64_t blank = shape[2] - 1, columns = arguments.y_true.shape()[1];
  for (std::int64_t number = 0; number < shape[0]; ++number) {
    const std::int64_t length =
        length_of(arguments.label_length, number, std::numeric_limits<std::int64_t>::max());
    std::vector<std::int64_t> labels;
    for (std::int64_t i = 0; i < std::min(length, columns); ++i) {
      const std::int64_t label = whole_number(arguments.y_true[{number, i}], "y_true");
      if (label < 0 || label >= blank) {
        throw ApiError(ErrorKind::kValue, "label " + std::to_string(label) + " of sample " +
                                              std::to_string(number) + "; there are " +
                                              std::to_string(blank) + ", and the blank");
      }
      labels.push_back(label);
    }
    visit(Sample{q, number, length_of(arguments.input_length, number, shape[1]),
                 Stations(labels, blank)});
  }
}

Array derivatives(const Array& y_true, const Array& y_pred, const WholeNumbers& input_length,
                  const WholeNumbers& label_length, const Settings& settings) {
  return label_cost_derivatives({y_true, y_pred, input_length, label_length}, settings.epsilon);
}

TensorType type_of_predictions(const TensorType&, const TensorType& y_pred, const TensorType&,
                               const TensorType&) {
  return y_pred;
}

Gradients no_second_derivative(const Expression&, const Expression&, const Expression&,
                               const Expression&, const Expression&, const Expression&) {
  throw ApiError(ErrorKind::kValue, "ctc_batch_cost has no second derivative here");
}

}  // namespace

Array class_probabilities(const Array& y_pred, double epsilon) {
  Array q(y_pred.shape());
  const auto classes = static_cast<std::size_t>(y_pred.shape().back());
  for (std::size_t frame = 0; frame < q.flat().size(); frame += classes) {
    Real sum = 0;
    for (std::size_t c = 0; c < classes; ++c) sum += y_pred.flat()[frame + c] + epsilon;
    for (std::size_t c = 0; c < classes; ++c)
      q.flat()[frame + c] = (y_pred.flat()[frame + c] + epsilon) / sum;
  }
  return q;
}

std::int64_t length_of(const WholeNumbers& lengths, std::int64_t sample, std::int64_t most) {
  const auto length = static_cast<std::int64_t>(lengths.flat()[static_cast<std::size_t>(sample)]);
  if (length >= 0 && length <= most) return length;
  throw ApiError(ErrorKind::kValue, "length " + std::to_string(length) + " of sample " +
                                        std::to_string(sample) + "; there are " +
                                        std::to_string(most) + " time steps");
}

void require_equal_samples(const Shape& x, const Shape& lengths) {
  if (lengths.size() > 1 && lengths[1] != 1 && lengths[1] != kUnknown) {
    throw ApiError(ErrorKind::kValue,
                   "lengths of shape " + to_string(lengths) + "; expected one for each sample");
  }
  const std::int64_t samples = x.front(), given = lengths.front();
  if (samples == given || samples == kUnknown || given == kUnknown) return;
  throw ApiError(ErrorKind::kValue,
                 std::to_string(given) + " lengths for " + std::to_string(samples) + " samples");
}

Array label_costs(const LabelledFrames& arguments, double epsilon) {
  const Array q = class_probabilities(arguments.y_pred, epsilon);
  Array costs({q.shape()[0], 1});
  for_each_sample(arguments, q, [&](const Sample& sample) {
    costs[{sample.number, 0}] = 0 - log_likelihood(sample, ways_to(sample));  // never -0
  });
  return costs;
}

// The derivative by log q is minus the share of the paths that have the class in that frame. These shares add up to 1, so the division by
// the sum s of the frame contributes 1 / s for every class.
Array label_cost_derivatives(const LabelledFrames& arguments, double epsilon) {
  const Array q = class_probabilities(arguments.y_pred, epsilon);
  const std::int64_t classes = q.shape().back();
  Array result(q.shape());
  for_each_sample(arguments, q, [&](const Sample& sample) {
    const Table to = ways_to(sample), from = ways_from(sample);
    const Real all = log_likelihood(sample, to);
    for (std::int64_t t = 0; t < sample.frames; ++t) {
      std::vector<Real> shares(static_cast<std::size_t>(classes));
      const auto frame = static_cast<std::size_t>(t);
      for (std::size_t s = 0; s < sample.stations.size(); ++s) {
        shares[static_cast<std::size_t>(sample.stations.class_at(s))] +=
            std::exp(to[frame][s] + from[frame][s] - all);
      }
      for (std::int64_t c = 0; c < classes; ++c) {
        const Index at{sample.number, t, c};
        const Real shifted = arguments.y_pred[at] + epsilon;
        // 1 / s is q / (y + epsilon).
        result[at] = (q[at] - shares[static_cast<std::size_t>(c)]) / shifted;
      }
    }
  });
  return result;
}

Kernel ctc_gradient_kernel() {
  return define(type_of_predictions, derivatives, no_second_derivative);
}

}  // namespace kassay::reference
