#include "optimized/engine/blocks.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "optimized/engine/elementwise.h"
#include "optimized/threads.h"
#include "spec/lib/memory.h"

namespace kassay::optimized::engine {
namespace {

constexpr std::int64_t kTasksOfAThread = 4;
constexpr std::size_t kBytesOfAnElement = 8;  // at most

// How the rows of an array are those of the chain's shape. Its `axes` first axes are the rows; an operand has all of them or none.
struct Rows {
  std::size_t axes = 0;
  std::int64_t count = 1;
  Shape shape;  // of one row
  std::int64_t elements() const { return element_count(shape); }
};

bool has_rows(const Shape& operand, const Shape& whole, std::size_t axes) {
  return operand.size() == whole.size() &&
         std::equal(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(axes),
                    operand.begin());
}

// Whether it stays the same from row to row.
bool is_repeated(const Shape& operand, const Shape& whole, std::size_t axes) {
  const std::size_t missing = whole.size() - operand.size();
  for (std::size_t d = missing; d < axes; ++d) {
    if (operand[d - missing] != 1) return false;
  }
  return true;
}

Shape behind(const Shape& shape, std::size_t axes) {
  return {shape.begin() + static_cast<std::ptrdiff_t>(std::min(axes, shape.size())), shape.end()};
}

Shape block_shape(std::int64_t rows, const Shape& row) {
  Shape shape{rows};
  shape.insert(shape.end(), row.begin(), row.end());
  return shape;
}

// The most axes that all operands have as rows; none if a row would have more than `most_elements`.
std::optional<Rows> rows_of(const Shape& whole, const std::vector<Shape>& operands,
                            std::int64_t most_elements) {
  for (std::size_t axes = whole.size(); axes > 0; --axes) {
    const bool serves = std::ranges::all_of(operands, [&](const Shape& operand) {
      return has_rows(operand, whole, axes) || is_repeated(operand, whole, axes);
    });
    if (!serves) continue;
    Rows rows{axes, 1, behind(whole, axes)};
    for (std::size_t d = 0; d < axes; ++d) rows.count *= whole[d];
    if (rows.elements() > most_elements) return std::nullopt;
    return rows;
  }
  return std::nullopt;
}

// A call of a chain. Arrays are numbered: first the arguments of the chain, then the results of its calls.
struct Member {
  Call call;
  std::vector<std::size_t> arrays;  // for each open argument
  bool is_output = false;           // somebody outside reads it
  std::size_t buffer = 0;           // otherwise: where its block is
};

class Chain : public Instruction {
 public:
  // Precondition: there are rows that serve.
  Chain(std::vector<Call> calls, const std::function<bool(std::size_t)>& is_read_outside,
        std::int64_t block_elements);

  void run(Frame& frame) override;
  const std::vector<std::size_t>& reads() const override { return reads_; }
  const std::vector<std::size_t>& writes() const override { return writes_; }

 private:
  class Worker;

  void assign_buffers();
  std::size_t bytes_of_block() const {
    return static_cast<std::size_t>(block_elements_) * kBytesOfAnElement;
  }

  Shape shape_;
  std::vector<Member> members_;
  std::vector<std::size_t> reads_,
      writes_;                   // the arguments by number; the outputs in the order of the calls
  std::int64_t block_elements_;  // at most
  Rows rows_;
  std::size_t buffers_ = 0;
};

Chain::Chain(std::vector<Call> calls, const std::function<bool(std::size_t)>& is_read_outside,
             std::int64_t block_elements)
    : shape_(calls.front().types.front().shape), block_elements_(block_elements) {
  std::map<std::size_t, std::size_t> numbers;  // of the arrays, by slot
  std::vector<Shape> shapes;                   // of the arguments
  std::set<std::size_t> made;
  for (const Call& call : calls) made.insert(call.first_slot);
  for (const Call& call : calls) {
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const auto slot = static_cast<std::size_t>(call.arguments[i].slot);
      if (made.contains(slot) || !numbers.try_emplace(slot, reads_.size()).second) continue;
      reads_.push_back(slot);
      shapes.push_back(call.shapes[i]);
    }
  }
  for (Call& call : calls) {
    Member member{std::move(call), {}, false, 0};
    for (const auto& source : member.call.arguments)
      member.arrays.push_back(numbers.at(static_cast<std::size_t>(source.slot)));
    const std::size_t slot = member.call.first_slot;
    numbers.emplace(slot, reads_.size() + members_.size());
    member.is_output = is_read_outside(slot);
    if (member.is_output) writes_.push_back(slot);
    members_.push_back(std::move(member));
  }
  rows_ = rows_of(shape_, shapes, block_elements).value();
  assign_buffers();
}

// The block of a result is free again after the last call that reads it.
void Chain::assign_buffers() {
  std::vector<std::size_t> last_reader(members_.size());
  for (std::size_t i = 0; i < members_.size(); ++i) {
    for (const std::size_t array : members_[i].arrays)
      if (array >= reads_.size()) last_reader[array - reads_.size()] = i;
  }
  std::vector<std::size_t> free;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (!members_[i].is_output) {
      if (free.empty()) free.push_back(buffers_++);
      members_[i].buffer = free.back();
      free.pop_back();
    }
    for (std::size_t other = 0; other < i; ++other) {
      if (last_reader[other] == i && !members_[other].is_output)
        free.push_back(members_[other].buffer);
    }
  }
}

// Computes blocks in one thread.
class Chain::Worker {
 public:
  Worker(const Chain& chain, const std::vector<Tensor>& arguments,
         const std::vector<Tensor>& outputs)
      : chain_(chain),
        arguments_(arguments),
        outputs_(outputs),
        room_(
            unspecified_memory(chain.bytes_of_block() * std::max<std::size_t>(1, chain.buffers_))) {
    for (const Member& member : chain.members_) calls_.push_back(member.call);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const Tensor& argument = arguments[i];
      has_rows_.push_back(has_rows(argument.shape(), chain.shape_, chain.rows_.axes));
      arrays_.push_back(has_rows_.back() ? argument : as_row(argument));
    }
    arrays_.resize(arguments.size() + calls_.size());
  }

  void compute(std::int64_t first_row, std::int64_t rows) {
    const Shape shape = block_shape(rows, chain_.rows_.shape);
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      if (!has_rows_[i]) continue;
      const Shape own = behind(arguments_[i].shape(), chain_.rows_.axes);
      arrays_[i] = arguments_[i].part(first_row * element_count(own), block_shape(rows, own));
    }
    std::size_t output = 0;
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      const Member& member = chain_.members_[i];
      const DType dtype = member.call.types.front().dtype;
      Tensor result = member.is_output
                          ? outputs_[output++].part(first_row * chain_.rows_.elements(), shape)
                          : Tensor(dtype, shape, buffer(member.buffer));
      arrays_[arguments_.size() + i] = computed(i, std::move(result));
    }
  }

 private:
  // Without the axes of the rows, along which it stays the same.
  Tensor as_row(const Tensor& argument) const {
    const std::size_t missing = chain_.shape_.size() - argument.shape().size();
    const std::size_t axes = chain_.rows_.axes;
    return argument.reshaped(behind(argument.shape(), axes > missing ? axes - missing : 0));
  }

  std::shared_ptr<std::byte> buffer(std::size_t number) const {
    return {room_, room_.get() + number * chain_.bytes_of_block()};
  }

  Tensor computed(std::size_t i, Tensor place) {
    Call& call = calls_[i];
    for (std::size_t a = 0; a < call.open.size(); ++a)
      call.bound.values[call.open[a]] = arrays_[chain_.members_[i].arrays[a]];
    results_.assign(1, place);
    engine::compute(call, results_);
    // A kernel may have put its argument there instead.
    if (results_.front().bytes().data() != place.bytes().data())
      std::memcpy(place.mutable_bytes().data(), results_.front().bytes().data(), place.byte_size());
    return place;
  }

  const Chain& chain_;
  const std::vector<Tensor>& arguments_;
  const std::vector<Tensor>& outputs_;
  std::shared_ptr<std::byte> room_;
  std::vector<Call> calls_;
  std::vector<bool> has_rows_;
  std::vector<Tensor> arrays_, results_;
};

void Chain::run(Frame& frame) {
  std::vector<Tensor> arguments, outputs;
  for (const std::size_t slot : reads_) arguments.push_back(std::get<Tensor>(frame.slots[slot]));
  for (const Member& member : members_) {
    if (member.is_output)
      outputs.push_back(Tensor::unspecified(member.call.types.front().dtype, shape_));
  }
  const std::int64_t rows = block_elements_ / rows_.elements();
  const std::int64_t blocks = (rows_.count + rows - 1) / rows;
  const std::int64_t tasks = std::min(blocks, kTasksOfAThread * thread_count());
  on_threads(tasks, [&](std::int64_t task) {
    Worker worker(*this, arguments, outputs);
    for (std::int64_t block = task * blocks / tasks; block < (task + 1) * blocks / tasks; ++block) {
      const std::int64_t first = block * rows;
      worker.compute(first, std::min(rows, rows_.count - first));
    }
  });
  for (std::size_t i = 0; i < writes_.size(); ++i) frame.slots[writes_[i]] = std::move(outputs[i]);
}

// Finds chains in a list of calls.
class Finder {
 public:
  Finder(std::vector<Call> calls, const std::vector<bool>& read_later, const Options& options)
      : options_(options), calls_(std::move(calls)), readers_(read_later.size()) {
    for (std::size_t slot = 0; slot < read_later.size(); ++slot) readers_[slot] = read_later[slot];
    for (const Call& call : calls_)
      for_each_slot(call, [&](std::size_t slot) { ++readers_[slot]; });
  }

  std::vector<std::unique_ptr<Instruction>> instructions() && {
    std::vector<std::size_t> all(calls_.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    add(all);
    return std::move(instructions_);
  }

 private:
  static constexpr std::size_t kLookAhead = 128;  // calls that do not belong to a chain

  bool may_join(const Call& call) const {
    return options_.makes_blocks && !call.types.empty() &&
           element_count(call.types.front().shape) >= options_.large_elements &&
           is_elementwise(call);
  }

  // The calls at these places, in an order in which arguments come first.
  void add(const std::vector<std::size_t>& places) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      const std::vector<std::size_t> members = chain_from(places, i);
      if (members.size() < 2) {
        instructions_.push_back(std::make_unique<Step>(std::move(calls_[places[i]])));
        continue;
      }
      // None of those between depends on the chain, which would have ended there.
      std::vector<std::size_t> between;
      std::size_t end = i;
      for (std::size_t m = 0; m < members.size(); ++end) {
        if (places[end] == members[m]) {
          ++m;
        } else {
          between.push_back(places[end]);
        }
      }
      add(between);
      add_chain(members);
      i = end - 1;
    }
  }

  std::vector<std::size_t> chain_from(const std::vector<std::size_t>& places, std::size_t i) const {
    const Call& first = calls_[places[i]];
    if (!may_join(first)) return {};
    std::vector<std::size_t> members;
    std::set<std::size_t> made, read;
    std::vector<Shape> arguments;
    const auto take = [&](std::size_t place) {
      const Call& call = calls_[place];
      members.push_back(place);
      arguments.insert(arguments.end(), call.shapes.begin(), call.shapes.end());
      for_each_slot(call, [&](std::size_t slot) { read.insert(slot); });
      made.insert(call.first_slot);
    };
    take(places[i]);
    const Shape& shape = first.types.front().shape;
    if (!rows_of(shape, arguments, options_.block_elements)) return {};
    for (std::size_t j = i + 1; j < places.size() && j - i - members.size() < kLookAhead; ++j) {
      const Call& call = calls_[places[j]];
      bool depends = false, related = false;
      for_each_slot(call, [&](std::size_t slot) {
        depends = depends || made.contains(slot);
        related = related || read.contains(slot);
      });
      if (!depends && !related) continue;
      bool joins = may_join(call) && call.types.front().shape == shape;
      if (joins) {
        std::vector<Shape> all = arguments;
        all.insert(all.end(), call.shapes.begin(), call.shapes.end());
        joins = rows_of(shape, all, options_.block_elements).has_value();
      }
      if (joins) {
        take(places[j]);
      } else if (depends) {
        break;
      }
    }
    return members;
  }

  void add_chain(const std::vector<std::size_t>& members) {
    std::vector<Call> calls;
    std::map<std::size_t, std::int64_t> inside;  // the readers within the chain, by slot
    for (const std::size_t place : members) {
      for_each_slot(calls_[place], [&](std::size_t slot) { ++inside[slot]; });
      calls.push_back(std::move(calls_[place]));
    }
    const auto is_read_outside = [&](std::size_t slot) { return readers_[slot] > inside[slot]; };
    instructions_.push_back(
        std::make_unique<Chain>(std::move(calls), is_read_outside, options_.block_elements));
  }

  const Options& options_;
  std::vector<Call> calls_;
  std::vector<std::int64_t> readers_;  // by slot
  std::vector<std::unique_ptr<Instruction>> instructions_;
};

}  // namespace

std::vector<std::unique_ptr<Instruction>> in_blocks(std::vector<Call> calls,
                                                    const std::vector<bool>& read_later,
                                                    const Options& options) {
  return Finder(std::move(calls), read_later, options).instructions();
}

}  // namespace kassay::optimized::engine
