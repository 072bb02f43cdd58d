#include "optimized/cpu/alignment.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>

#include "optimized/cpu/half.h"
#include "optimized/cpu/integers.h"
#include "optimized/cpu/vector_math.h"

namespace kassay::optimized {
namespace {

constexpr double kImpossible = -std::numeric_limits<double>::infinity();

// log(exp(a) + exp(b) + exp(c))
inline double log_add(double a, double b, double c) {
  const double larger = a > b ? a : b;
  const double largest = larger > c ? larger : c;
  const double shift = largest == kImpossible ? 0 : largest;
  return shift + vlog(vexp(a - shift) + vexp(b - shift) + vexp(c - shift));
}

struct Recording {
  std::int64_t frames = 0;
  std::vector<std::int64_t> labels;
};

// For each frame a row of logarithms, by station: the labels, with blanks before, between and after them. Each row has two unused places
// before its stations and two after them.
class Table {
 public:
  Table(std::int64_t frames, std::int64_t stations)
      : width_(stations + 4), numbers_(static_cast<std::size_t>(frames * width_), kImpossible) {}
  double* row(std::int64_t frame) { return numbers_.data() + frame * width_ + 2; }
  const double* row(std::int64_t frame) const { return numbers_.data() + frame * width_ + 2; }

 private:
  std::int64_t width_;
  std::vector<double> numbers_;
};

// One sample, as logarithms in float64; all stations of a frame at once. Bound by three exponentials and a logarithm for each station.
template <class T>
class Alignment {
 public:
  Alignment(const T* y, const Recording& recording, std::int64_t classes, double epsilon)
      : y_(y),
        frames_(recording.frames),
        classes_(classes),
        epsilon_(epsilon),
        stations_(2 * static_cast<std::int64_t>(recording.labels.size()) + 1),
        class_at_(static_cast<std::size_t>(stations_), classes - 1),
        skip_(static_cast<std::size_t>(stations_) + 2, kImpossible),
        sums_(static_cast<std::size_t>(frames_)),
        log_q_(frames_, stations_),
        to_(frames_, stations_) {
    for (std::size_t i = 0; i < recording.labels.size(); ++i) {
      class_at_[2 * i + 1] = recording.labels[i];
      const bool differs = i > 0 && recording.labels[i] != recording.labels[i - 1];
      if (differs) skip_[2 * i + 1] = 0;
    }
  }

  // The logarithm of the label's probability. None if a prediction does not give a probability.
  std::optional<double> log_likelihood() {
    if (frames_ == 0) return stations_ == 1 ? 0 : kImpossible;
    if (!find_log_probabilities()) return std::nullopt;
    for (std::int64_t s = 0; s < std::min<std::int64_t>(2, stations_); ++s)
      to_.row(0)[s] = log_q_.row(0)[s];
    for (std::int64_t t = 1; t < frames_; ++t) {
      const double* const before = to_.row(t - 1);
      const double* const log_q = log_q_.row(t);
      double* const now = to_.row(t);
#pragma omp simd
      for (std::int64_t s = 0; s < stations_; ++s)
        now[s] = log_add(before[s], before[s - 1], before[s - 2] + skip_[s]) + log_q[s];
    }
    const double* const last = to_.row(frames_ - 1) + stations_;
    return log_add(last[-1], last[-2], kImpossible);
  }

  // Writes the derivative of -log_likelihood() by the predictions of each frame; `all` is that logarithm.
  void write_derivatives(double all, T* result) const {
    std::vector<double> shares(static_cast<std::size_t>(classes_));
    Table from(2, stations_), ahead(1, stations_);
    for (std::int64_t t = frames_; t-- > 0;) {
      double* const now = from.row(t % 2);
      const double* const after = from.row((t + 1) % 2);
      if (t + 1 == frames_) {
        for (std::int64_t s = std::max<std::int64_t>(0, stations_ - 2); s < stations_; ++s)
          now[s] = 0;
      } else {
        double* const on = ahead.row(0);
        const double* const log_q = log_q_.row(t + 1);
        for (std::int64_t s = 0; s < stations_; ++s) on[s] = after[s] + log_q[s];
#pragma omp simd
        for (std::int64_t s = 0; s < stations_; ++s)
          now[s] = log_add(on[s], on[s + 1], on[s + 2] + skip_[s + 2]);
      }
      std::ranges::fill(shares, 0);
      const double* const to = to_.row(t);
      for (std::int64_t s = 0; s < stations_; ++s)
        shares[static_cast<std::size_t>(class_at_[static_cast<std::size_t>(s)])] +=
            std::exp(to[s] + now[s] - all);
      for (std::int64_t c = 0; c < classes_; ++c) {
        const double shifted = static_cast<double>(y_[t * classes_ + c]) + epsilon_;
        const double q = shifted / sums_[static_cast<std::size_t>(t)];
        result[t * classes_ + c] =
            static_cast<T>((q - shares[static_cast<std::size_t>(c)]) / shifted);
      }
    }
  }

 private:
  bool find_log_probabilities() {
    for (std::int64_t t = 0; t < frames_; ++t) {
      const T* const y = y_ + t * classes_;
      double sum = 0;
      for (std::int64_t c = 0; c < classes_; ++c) sum += static_cast<double>(y[c]) + epsilon_;
      sums_[static_cast<std::size_t>(t)] = sum;
      double* const log_q = log_q_.row(t);
      bool valid = true;
      for (std::int64_t s = 0; s < stations_; ++s) {
        log_q[s] =
            (static_cast<double>(y[class_at_[static_cast<std::size_t>(s)]]) + epsilon_) / sum;
        valid = valid && log_q[s] >= 0 && log_q[s] <= 1;
      }
      if (!valid) return false;
#pragma omp simd
      for (std::int64_t s = 0; s < stations_; ++s) log_q[s] = vlog(log_q[s]);
    }
    return true;
  }

  const T* y_;
  std::int64_t frames_, classes_;
  double epsilon_;
  std::int64_t stations_;
  std::vector<std::int64_t> class_at_;
  // 0 where a path may come from two stations back, otherwise -Inf.
  std::vector<double> skip_;
  std::vector<double> sums_;
  Table log_q_, to_;
};

// None if a length or a label is an error.
std::optional<std::vector<Recording>> recordings_of(const LabelledFrames& arguments) {
  const Shape& shape = arguments.y_pred.shape();
  const std::int64_t columns = arguments.y_true.shape()[1], blank = shape[2] - 1;
  std::vector<Recording> recordings(static_cast<std::size_t>(shape[0]));
  for (std::int64_t sample = 0; sample < shape[0]; ++sample) {
    Recording& recording = recordings[static_cast<std::size_t>(sample)];
    const auto frames = whole_element(arguments.input_length, sample);
    const auto length = whole_element(arguments.label_length, sample);
    if (!frames || *frames < 0 || *frames > shape[1] || !length || *length < 0) return std::nullopt;
    recording.frames = *frames;
    for (std::int64_t i = 0; i < std::min(*length, columns); ++i) {
      const auto label = whole_element(arguments.y_true, sample * columns + i);
      if (!label || *label < 0 || *label >= blank) return std::nullopt;
      recording.labels.push_back(*label);
    }
  }
  return recordings;
}

// Calls work(sample, alignment) for each sample, on all cores; returns false if a call does.
template <class T, class Work>
bool for_each_alignment(const LabelledFrames& arguments, const Tensor& y_pred, double epsilon,
                        Work&& work) {
  const auto recordings = recordings_of(arguments);
  if (!recordings) return false;
  const std::int64_t frames = y_pred.shape()[1], classes = y_pred.shape()[2];
  constexpr std::int64_t kCostOfFrame = 256;  // elements
  std::atomic<bool> served = true;
  parallel_blocks(
      y_pred.shape()[0], 1, frames * kCostOfFrame, [&](std::int64_t sample, std::int64_t /*end*/) {
        Alignment<T> alignment(y_pred.data<T>().data() + sample * frames * classes,
                               (*recordings)[static_cast<std::size_t>(sample)], classes, epsilon);
        if (!work(sample, alignment)) served = false;
      });
  return served;
}

}  // namespace

bool label_costs(const LabelledFrames& arguments, double epsilon, Tensor& result) {
  bool served = false;
  const auto kernel = [&](const Tensor& y_pred, Tensor& costs) {
    with_float_type(y_pred.dtype(), [&](auto sample_type) {
      using T = decltype(sample_type);
      T* const to = costs.mutable_data<T>().data();
      served = for_each_alignment<T>(arguments, y_pred, epsilon,
                                     [=](std::int64_t sample, Alignment<T>& alignment) {
                                       const auto likelihood = alignment.log_likelihood();
                                       if (likelihood)
                                         to[sample] = static_cast<T>(0 - *likelihood);  // never -0
                                       return likelihood.has_value();
                                     });
    });
  };
  compute_wide(result, kernel, arguments.y_pred);
  return served;
}

bool label_cost_derivatives(const LabelledFrames& arguments, double epsilon, Tensor& result) {
  bool served = false;
  const auto kernel = [&](const Tensor& y_pred, Tensor& derivatives) {
    with_float_type(y_pred.dtype(), [&](auto sample_type) {
      using T = decltype(sample_type);
      const std::int64_t size = y_pred.shape()[1] * y_pred.shape()[2];
      std::ranges::fill(derivatives.mutable_data<T>(), T{0});
      T* const to = derivatives.mutable_data<T>().data();
      served = for_each_alignment<T>(arguments, y_pred, epsilon,
                                     [=](std::int64_t sample, Alignment<T>& alignment) {
                                       const auto likelihood = alignment.log_likelihood();
                                       if (!likelihood || *likelihood == kImpossible) return false;
                                       alignment.write_derivatives(*likelihood, to + sample * size);
                                       return true;
                                     });
    });
  };
  compute_wide(result, kernel, arguments.y_pred);
  return served;
}

}  // namespace kassay::optimized
