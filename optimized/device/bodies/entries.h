// Entries and classes that integers choose: rows of a tensor, and places of ones.
#pragma once

#include "optimized/device/bodies/bits.h"
#include "optimized/device/bodies/listed.h"
#include "optimized/device/functions.h"
#include "optimized/device/integers.h"

namespace kassay::optimized::device {

// The entries, of so many, that the indices choose; negative indices count from the end.
struct EntryNumbers {
  Integers indices;
  long long entries;
  int* refusal;
  // Refuses an index that is out of range, and returns -1.
  KASSAY_BOTH long long at(long long i) const {
    const long long index = indices.at(i);
    if (index >= 0 && index < entries) return index;
    if (index < 0 && index >= -entries) return index + entries;
    *refusal = 1;
    return -1;
  }
};

// y[i] = x[numbers[i]], where entries and rows of y have `length` elements.
template <class Bits>
struct GatherEntries {
  static constexpr const char* kName = "gather";
  const Bits* x;
  Bits* y;
  EntryNumbers numbers;
  long long length;
  KASSAY_BOTH void operator()(long long i) const {
    const long long entry = numbers.at(i / length);
    y[i] = entry < 0 ? Bits{} : x[entry * length + i % length];
  }
};

// A sort key for each row of g: by entry, and within an entry by place.
struct NumberRows {
  static constexpr const char* kName = "order of rows";
  EntryNumbers numbers;
  long long* keys;
  long long rows;
  KASSAY_BOTH void operator()(long long i) const {
    const long long entry = numbers.at(i);
    keys[i] = (entry < 0 ? 0 : entry) * rows + i;
  }
};

// How many of the ascending keys are below the key.
KASSAY_BOTH inline long long count_below(const long long* keys, long long count, long long key) {
  long long begin = 0;
  while (begin < count) {
    const long long middle = begin + (count - begin) / 2;
    if (keys[middle] < key) {
      begin = middle + 1;
    } else {
      count = middle;
    }
  }
  return begin;
}

// A step of sorting: merges each kMerged ascending runs of that length in `from` into one. All keys differ.
struct MergeRuns {
  static constexpr const char* kName = "merge";
  static constexpr long long kMerged = 16;
  const long long* from;
  long long* to;
  long long count, length;
  KASSAY_BOTH void operator()(long long i) const {
    const long long key = from[i], begin = i / (length * kMerged) * (length * kMerged);
    long long place = begin;
    for (long long r = 0; r < kMerged && begin + r * length < count; ++r) {
      const long long first = begin + r * length;
      const long long held = count - first < length ? count - first : length;
      place += i >= first && i < first + held ? i - first : count_below(from + first, held, key);
    }
    to[place] = key;
  }
};

// x[i] is the sum, in their order, of the elements in the rows of g that belong to its entry.
template <class T>
struct CollectRows {
  static constexpr const char* kName = "rows of entries";
  const T* g;
  T* x;
  const long long* keys;  // from NumberRows, ascending
  long long rows, length;
  KASSAY_BOTH void operator()(long long i) const {
    const long long key = i / length * rows;
    double sum = 0;
    for (long long place = count_below(keys, rows, key); place < rows && keys[place] < key + rows;
         ++place)
      sum += static_cast<double>(loaded(g + (keys[place] - key) * length + i % length));
    store(x + i, Conversion<T, double>::of(sum));
  }
};

// Writes a row for each index: 1 at its class, 0 elsewhere.
struct MarkClasses {
  static constexpr const char* kName = "one of classes";
  Integers indices;
  float* y;
  long long classes;
  KASSAY_BOTH void operator()(long long i) const {
    y[i] = indices.at(i / classes) == i % classes ? 1.0F : 0.0F;
  }
};

using EntryBodies =
    Listed<GatherEntries<unsigned char>, GatherEntries<unsigned short>, GatherEntries<unsigned int>,
           GatherEntries<unsigned long long>, GatherEntries<Bits16>, NumberRows, MergeRuns,
           CollectRows<Half>, CollectRows<float>, CollectRows<double>, MarkClasses>;

}  // namespace kassay::optimized::device
