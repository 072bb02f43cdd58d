#include "optimized/cpu/beam_search.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace kassay::optimized {
namespace {

using Real = long double;
using Labels = std::vector<std::int64_t>;

constexpr std::int64_t kNone = -1;

// Sequences as nodes: each extends its parent by one label. Node 0 is the empty sequence.
class Sequences {
 public:
  // A sequence always has the same node.
  std::int64_t longer(std::int64_t node, std::int64_t label) {
    const auto [found, is_new] =
        nodes_[static_cast<std::size_t>(node)].longer.try_emplace(label, count());
    const std::int64_t result = found->second;
    if (is_new) nodes_.push_back({node, label, {}});
    return result;
  }
  std::int64_t count() const { return static_cast<std::int64_t>(nodes_.size()); }
  std::int64_t parent(std::int64_t node) const {
    return nodes_[static_cast<std::size_t>(node)].parent;
  }
  std::int64_t label(std::int64_t node) const {
    return nodes_[static_cast<std::size_t>(node)].label;
  }

  Labels labels(std::int64_t node) const {
    Labels result;
    for (; node != 0; node = parent(node)) result.push_back(label(node));
    std::ranges::reverse(result);
    return result;
  }

 private:
  struct Node {
    std::int64_t parent = kNone, label = kNone;
    std::unordered_map<std::int64_t, std::int64_t> longer;
  };
  std::vector<Node> nodes_{1};
};

// A sequence at a frame, with the probability of its paths that end in blank, and of its other paths.
struct Entry {
  std::int64_t node;
  std::int64_t added = kNone;  // a label that extends it, until the entry is kept
  Real blank = 0, other = 0;

  Real total() const { return blank + other; }
};

Labels labels_of(const Sequences& sequences, const Entry& entry) {
  Labels labels = sequences.labels(entry.node);
  if (entry.added != kNone) labels.push_back(entry.added);
  return labels;
}

// Keeps the `width` most probable entries, sorted; among equal ones those that come first in lexicographic order.
void keep_best(std::vector<Entry>& entries, std::int64_t width, const Sequences& sequences) {
  std::erase_if(entries, [](const Entry& entry) { return !(entry.total() > 0); });
  const auto is_better = [&](const Entry& x, const Entry& y) {
    const Real of_x = x.total(), of_y = y.total();
    return of_x != of_y ? of_x > of_y : labels_of(sequences, x) < labels_of(sequences, y);
  };
  const auto kept = entries.begin() + std::min(width, std::ssize(entries));
  std::partial_sort(entries.begin(), kept, entries.end(), is_better);
  entries.erase(kept, entries.end());
}

class Search {
 public:
  Search(std::int64_t classes, std::int64_t width) : classes_(classes), width_(width) {}

  // Advances one frame, with class probabilities q. Most of the time goes into the candidates: each entry gives one per class.
  void advance(const Real* q) {
    const std::int64_t blank = classes_ - 1;
    std::vector<Entry> next = beam_;
    for (Entry& entry : next) {
      const Real total = entry.total();
      entry.other = entry.node == 0 ? 0 : entry.other * q[sequences_.label(entry.node)];
      entry.blank = total * q[blank];
    }
    const std::vector<std::int64_t> places = places_of_longer();
    for (std::size_t i = 0; i < beam_.size(); ++i) {
      const Entry& entry = beam_[i];
      const Real total = entry.total();
      const std::int64_t last = sequences_.label(entry.node);
      for (std::int64_t c = 0; c < blank; ++c) {
        const Real probability = (c == last ? entry.blank : total) * q[c];
        const std::int64_t there =
            places[i * static_cast<std::size_t>(classes_) + static_cast<std::size_t>(c)];
        if (there != kNone) {
          next[static_cast<std::size_t>(there)].other += probability;
        } else {
          next.push_back({entry.node, c, 0, probability});
        }
      }
    }
    keep_best(next, width_, sequences_);
    beam_ = std::move(next);
    if (beam_.empty()) return;
    const Real largest = beam_.front().total();
    scale_ += std::log(largest);
    for (Entry& entry : beam_) {
      if (entry.added != kNone)
        entry = {sequences_.longer(entry.node, entry.added), kNone, entry.blank, entry.other};
      entry.blank /= largest;
      entry.other /= largest;
    }
  }

  std::vector<DecodedSequence> best(std::int64_t paths) {
    keep_best(beam_, paths, sequences_);
    std::vector<DecodedSequence> result;
    for (const Entry& entry : beam_)
      result.push_back({sequences_.labels(entry.node), scale_ + std::log(entry.total())});
    return result;
  }

 private:
  // (entries, classes): the entry whose sequence extends an entry's by that class; kNone if there is none.
  std::vector<std::int64_t> places_of_longer() const {
    std::unordered_map<std::int64_t, std::size_t> place;
    for (std::size_t i = 0; i < beam_.size(); ++i) place.emplace(beam_[i].node, i);
    std::vector<std::int64_t> result(beam_.size() * static_cast<std::size_t>(classes_), kNone);
    for (std::size_t i = 0; i < beam_.size(); ++i) {
      const std::int64_t node = beam_[i].node;
      const auto shorter = place.find(sequences_.parent(node));
      if (node == 0 || shorter == place.end()) continue;
      result[shorter->second * static_cast<std::size_t>(classes_) +
             static_cast<std::size_t>(sequences_.label(node))] = static_cast<std::int64_t>(i);
    }
    return result;
  }

  const std::int64_t classes_, width_;
  Sequences sequences_;
  std::vector<Entry> beam_{{0, kNone, 1, 0}};
  Real scale_ = 0;  // the logarithm of the product of all scalings
};

}  // namespace

std::vector<DecodedSequence> beam_search(const std::vector<Real>& q, std::int64_t classes,
                                         std::int64_t width, std::int64_t paths) {
  Search search(classes, width);
  for (std::size_t frame = 0; frame < q.size(); frame += static_cast<std::size_t>(classes))
    search.advance(q.data() + frame);
  return search.best(paths);
}

}  // namespace kassay::optimized
