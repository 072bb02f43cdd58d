// The paths through the frames of a recording that give its label (reference/internal/alignment.h); each recording is a row.
#pragma once

#include "optimized/device/bodies/listed.h"
#include "optimized/device/functions.h"

namespace kassay::optimized::device {

// log(exp(a) + exp(b) + exp(c))
KASSAY_BOTH inline double logarithm_of_sum(double a, double b, double c) {
  const double larger = a > b ? a : b, largest = larger > c ? larger : c;
  const double shift = largest == -__builtin_huge_val() ? 0 : largest;
  return shift +
         logarithm(exponential(a - shift) + exponential(b - shift) + exponential(c - shift));
}

template <class T>
struct Recordings {
  const T* y;               // (recordings, frames, classes)
  const double* sums;       // (recordings, frames): sums over classes
  const long long* labels;  // (recordings, columns)
  const long long *frame_counts, *label_lengths;
  long long frames, classes, columns;
  double epsilon;
  int* refused;  // 1 if a length or label is an error, or a prediction does not give a probability
};

// One recording. Its stations are the labels, with blanks before, between and after them. Logarithms of probabilities are stored by
// station.
template <class T>
class Alignment {
 public:
  KASSAY_BOTH Alignment(const Recordings<T>& all, long long number)
      : all_(all),
        y_(all.y + number * all.frames * all.classes),
        sums_(all.sums + number * all.frames),
        labels_(all.labels + number * all.columns),
        frames_(all.frame_counts[number]),
        length_(all.label_lengths[number]) {
    if (length_ > all.columns) length_ = all.columns;
  }

  KASSAY_BOTH long long frames() const { return frames_; }
  KASSAY_BOTH long long length() const { return length_; }
  KASSAY_BOTH long long label(long long i) const { return labels_[i]; }
  KASSAY_BOTH long long stations() const { return 2 * length_ + 1; }

  // Whether the lengths and the labels are valid.
  template <class Team>
  KASSAY_BOTH bool is_valid(Team& team) const {
    if (frames_ < 0 || frames_ > all_.frames || length_ < 0) return false;
    const long long blank = all_.classes - 1;
    const int wrong = team.reduce(
        length_, 0, [&](long long i) { return labels_[i] < 0 || labels_[i] >= blank ? 1 : 0; },
        [](int a, int b) { return a | b; });
    return wrong == 0;
  }

  KASSAY_BOTH double shifted(long long frame, long long c) const {
    return static_cast<double>(loaded(y_ + frame * all_.classes + c)) + all_.epsilon;
  }
  // The probability of a class in a frame.
  KASSAY_BOTH double probability(long long frame, long long c) const {
    const double epsilons = static_cast<double>(all_.classes) * all_.epsilon;
    return shifted(frame, c) / (sums_[frame] + epsilons);
  }
  KASSAY_BOTH double log_probability(long long frame, long long station) const {
    const double q = probability(frame, station % 2 == 1 ? labels_[station / 2] : all_.classes - 1);
    if (!(q >= 0 && q <= 1)) *all_.refused = 1;
    return logarithm(q);
  }

  // All paths to the station in the frame, given those to all stations in the frame before.
  KASSAY_BOTH double ways_to(long long frame, long long station, const double* before) const {
    const double here = log_probability(frame, station);
    if (frame == 0) return station < 2 ? here : kImpossible;
    return here + logarithm_of_sum(before[station], station < 1 ? kImpossible : before[station - 1],
                                   skips_to(station) ? before[station - 2] : kImpossible);
  }
  // All paths from the station to the end, given those that begin in the next frame.
  KASSAY_BOTH double ways_from(long long frame, long long station, const double* after) const {
    if (frame + 1 == frames_) return station + 2 >= stations() ? 0 : kImpossible;
    return logarithm_of_sum(after[station],
                            station + 1 < stations() ? after[station + 1] : kImpossible,
                            skips_to(station + 2) ? after[station + 2] : kImpossible);
  }
  // The logarithm of the label's probability. `last`: all paths to the stations in the last frame.
  KASSAY_BOTH double log_likelihood(const double* last) const {
    if (frames_ == 0) return length_ == 0 ? 0 : kImpossible;
    return logarithm_of_sum(last[stations() - 1], length_ == 0 ? kImpossible : last[stations() - 2],
                            kImpossible);
  }

 private:
  static constexpr double kImpossible = -__builtin_huge_val();

  // Whether a path may skip the blank before the station.
  KASSAY_BOTH bool skips_to(long long station) const {
    return station % 2 == 1 && station >= 3 && station < stations() &&
           labels_[station / 2] != labels_[station / 2 - 1];
  }

  const Recordings<T>& all_;
  const T* y_;
  const double* sums_;
  const long long* labels_;
  long long frames_, length_;
};

// -log of the probability of each label.
template <class T>
struct LabelCostRows {
  static constexpr const char* kName = "label costs";
  static constexpr long long kRows = 2;  // of `width` numbers, for each recording
  Recordings<T> recordings;
  T* y;
  double* room;
  long long width;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    const Alignment<T> alignment(recordings, row);
    if (!alignment.is_valid(team)) {
      *recordings.refused = 1;
      return;
    }
    double *now = room + row * kRows * width, *before = now + width;
    for (long long t = 0; t < alignment.frames(); ++t) {
      double* const last = now;
      now = before;
      before = last;
      team.each(alignment.stations(),
                [&](long long s) { now[s] = alignment.ways_to(t, s, before); });
    }
    if (team.rank() == 0)  // never -0
      store(y + row, Conversion<T, double>::of(0 - alignment.log_likelihood(now)));
  }
};

// The derivatives of the costs by each prediction.
template <class T>
struct LabelCostDerivativeRows {
  static constexpr const char* kName = "derivatives of label costs";
  static constexpr long long kRows = 3;  // plus one for each frame
  Recordings<T> recordings;
  T* y;
  double* room;
  long long width;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long row) const {
    const Alignment<T> alignment(recordings, row);
    if (!alignment.is_valid(team)) {
      *recordings.refused = 1;
      return;
    }
    const long long frames = alignment.frames(), stations = alignment.stations();
    double* const to = room + row * (recordings.frames + kRows) * width;
    double* const from = to + recordings.frames * width;  // two rows
    double* const shares = from + 2 * width;
    for (long long t = 0; t < frames; ++t) {
      const double* const before = to + (t > 0 ? t - 1 : 0) * width;
      team.each(stations,
                [&](long long s) { to[t * width + s] = alignment.ways_to(t, s, before); });
    }
    const long long classes = recordings.classes;
    T* const derivatives = y + row * recordings.frames * classes;
    const double all = alignment.log_likelihood(to + (frames > 0 ? frames - 1 : 0) * width);
    for (long long t = frames; t-- > 0;) {
      double* const now = from + t % 2 * width;
      const double* const after = from + (t + 1) % 2 * width;
      team.each(stations, [&](long long s) {
        const double on = alignment.ways_from(t, s, after);
        shares[s] = exponential(to[t * width + s] + on - all);
        now[s] = on + alignment.log_probability(t, s);
      });
      team.each(classes, [&](long long c) {
        double share = 0;
        if (c == classes - 1)
          for (long long s = 0; s < stations; s += 2) share += shares[s];
        for (long long i = 0; i < alignment.length(); ++i)
          if (alignment.label(i) == c) share += shares[2 * i + 1];
        store(derivatives + t * classes + c,
              Conversion<T, double>::of((alignment.probability(t, c) - share) /
                                        alignment.shifted(t, c)));
      });
    }
    team.each((recordings.frames - frames) * classes,
              [&](long long i) { store(derivatives + frames * classes + i, ComputedOf<T>{0}); });
  }
};

using AlignmentRowBodies = Listed<LabelCostRows<Half>, LabelCostRows<float>, LabelCostRows<double>,
                                  LabelCostDerivativeRows<Half>, LabelCostDerivativeRows<float>,
                                  LabelCostDerivativeRows<double>>;

}  // namespace kassay::optimized::device
