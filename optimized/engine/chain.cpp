#include "optimized/engine/chain.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "optimized/threads.h"
#include "spec/lib/memory.h"

namespace kassay::optimized::engine {
namespace {

constexpr std::int64_t kTasksOfAThread = 4;
constexpr std::size_t kBytesOfAnElement = 8;  // at most

Shape block_shape(std::int64_t rows, const Shape& row) {
  Shape shape{rows};
  shape.insert(shape.end(), row.begin(), row.end());
  return shape;
}

}  // namespace

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
      shapes.push_back(call.given[i].shape);
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

std::size_t Chain::bytes_of_block() const {
  return static_cast<std::size_t>(block_elements_) * kBytesOfAnElement;
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

std::string Chain::describe() const {
  std::string text = "in blocks of " + std::to_string(block_elements_ / rows_.elements()) + " of " +
                     std::to_string(rows_.count) + " rows:\n";
  for (const Member& member : members_)
    text += (member.is_output ? "  " : "  (block) ") + to_string(member.call) + "\n";
  return text;
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

}  // namespace kassay::optimized::engine
