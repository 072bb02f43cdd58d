#include "optimized/engine/chain.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "optimized/layouts.h"
#include "optimized/threads.h"

namespace kassay::optimized::engine {
namespace {

constexpr std::int64_t kTasksOfAThread = 4;
// The number of tasks is fixed when there are sums, so that the order of additions is the same for any number of threads.
constexpr std::int64_t kTasksWithSums = 32;
// With fewer elements of results than this, waking the threads costs more than it saves.
constexpr std::int64_t kWorthThreads = std::int64_t{1} << 15;
constexpr std::size_t kBytesOfAnElement = 8;  // at most
// No operation has more operands.
constexpr std::size_t kMostOperands = 4;

template <class Byte>
Byte* at(Byte* array, std::int64_t element, std::size_t element_size) {
  return array + static_cast<std::size_t>(element) * element_size;
}

// The array of the variable if only the frame shares it, or else a new one. It never comes from a room, which would share it.
Tensor array_for(const Update& update, const reference::TensorType& type, const Frame& frame) {
  const auto& own = std::get<Tensor>(update.variable->value());
  const bool is_in_frame = update.old && !frame.slots[*update.old].is_none();
  const bool is_shared = own.owner_count() > (is_in_frame ? 2 : 1);
  return is_shared ? Tensor::unspecified(type.dtype, type.shape) : own;
}

}  // namespace

Chain::Chain(std::vector<Link> links, const std::function<bool(std::size_t)>& is_read_outside,
             std::int64_t run_length, VectorCodes& codes)
    : shape_(links.front().shape()),
      size_(element_count(shape_)),
      run_length_(std::min(run_length, kLongestRun)) {
  if (codes.makes_any()) passages_ = make_passages(links, is_read_outside, codes);
  add_arguments(links);
  for (Link& link : links) {
    const bool is_output = link.total || is_read_outside(link.call.first_slot);
    add_member(std::move(link), is_output);
  }
  rooms_.resize(writes_.size());
  arrays_.outputs.resize(members_.size());
  assign_buffers();
}

void Chain::add_arguments(const std::vector<Link>& links) {
  std::set<std::size_t> made;
  for (const Link& link : links) made.insert(link.call.first_slot);
  for (const Link& link : links) {
    const Call& call = link.call;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const auto slot = static_cast<std::size_t>(call.arguments[i].slot);
      const Layout* const absorbed = absorbed_layout(call, i);
      if (absorbed == nullptr && made.contains(slot)) continue;
      if (!argument_numbers_.emplace(std::pair(slot, absorbed), arguments_.size()).second) continue;
      reads_.push_back(slot);
      arguments_.push_back(
          {absorbed != nullptr ? *absorbed : *broadcast(call.given[i].shape, shape_), absorbed,
           dtype_size(call.given[i].dtype), 0});
    }
  }
}

void Chain::add_member(Link link, bool is_output) {
  const Call& call = link.call;
  Member member;
  member.element_size = dtype_size(call.types.front().dtype);
  member.is_output = is_output;
  member.first_sum = sums_;
  if (link.total) sums_ += link.total->results;
  for (std::size_t o = 0; o < link.sources.size(); ++o) {
    const std::size_t argument = link.sources[o];
    if (argument == Link::kConstant) {
      member.operands.push_back(
          {Operand::From::kConstant, 0, link.loop.operands[o].bytes().data()});
      continue;
    }
    const auto slot = static_cast<std::size_t>(call.arguments[argument].slot);
    const auto outside = argument_numbers_.find({slot, absorbed_layout(call, argument)});
    if (outside != argument_numbers_.end()) {
      member.operands.push_back({Operand::From::kArgument, outside->second, nullptr});
      arguments_[outside->second].last_reader = members_.size();
    } else {
      member.operands.push_back({Operand::From::kResult, makers_.at(slot), nullptr});
    }
  }
  makers_[call.first_slot] = members_.size();
  if (is_output) writes_.push_back(call.first_slot);
  member.call = std::move(link.call);
  member.loop = std::move(link.loop);
  member.total = std::move(link.total);
  members_.push_back(std::move(member));
}

// The buffer of a result is free again after the last call that reads it.
void Chain::assign_buffers() {
  for (Argument& argument : arguments_) {
    if (!argument.is_gathered()) continue;
    argument.buffer = buffers_++;
    const auto period = optimized::period(argument.layout);
    if (!period || *period > run_length_) continue;
    argument.period = *period;
    ++buffers_;
  }
  for (const Passage& passage : passages_) {
    for (std::size_t i = passage.begin; i < passage.end; ++i) members_[i].stays_in_registers = true;
    for (const std::size_t i : passage.outputs) members_[i].stays_in_registers = false;
  }
  std::map<std::size_t, std::size_t> last_readers;  // by result
  for (std::size_t i = 0; i < members_.size(); ++i) {
    for (const Operand& operand : members_[i].operands)
      if (operand.from == Operand::From::kResult) last_readers[operand.number] = i;
  }
  std::multimap<std::size_t, std::size_t> read_last;  // results, by their last reader
  for (const auto& [result, reader] : last_readers) read_last.emplace(reader, result);
  std::vector<std::size_t> free;
  const auto has_buffer = [&](std::size_t i) {
    return !members_[i].is_output && !members_[i].stays_in_registers;
  };
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (has_buffer(i)) {
      if (free.empty()) free.push_back(buffers_++);
      members_[i].buffer = free.back();
      free.pop_back();
    }
    const auto [begin, end] = read_last.equal_range(i);
    for (auto read = begin; read != end; ++read)
      if (has_buffer(read->second)) free.push_back(members_[read->second].buffer);
  }
}

std::size_t Chain::bytes_of_a_buffer() const {
  return static_cast<std::size_t>(run_length_) * kBytesOfAnElement;
}

std::vector<std::size_t> Chain::sizes() const {
  std::vector<std::size_t> sizes;
  for (const Member& member : members_) {
    if (member.is_output) sizes.push_back(member.update ? 0 : byte_size(member.call.types.front()));
  }
  return sizes;
}

std::string Chain::describe() const {
  std::string text, indent;
  if (members_.size() > 1) {
    text = "chain of " + std::to_string(members_.size()) + " calls, " +
           std::to_string(std::min(run_length_, size_)) + " elements at a time:\n";
    indent = "  ";
  }
  for (const Member& member : members_) {
    const char* const place = member.is_output            ? ""
                              : member.stays_in_registers ? "(register) "
                                                          : "(buffer) ";
    text += indent + place + to_string(member.call) + (member.update ? "  in place\n" : "\n");
  }
  return text;
}

bool Chain::can_update_in_place(const Update& update) const {
  const auto maker = makers_.find(update.value);
  if (maker == makers_.end() || !members_[maker->second].is_output || members_[maker->second].total)
    return false;
  if (!update.old) return true;
  for (auto read = argument_numbers_.lower_bound({*update.old, nullptr});
       read != argument_numbers_.end() && read->first.first == *update.old; ++read) {
    const Argument& argument = arguments_[read->second];
    if (argument.absorbed != nullptr || !argument.layout.is_whole() ||
        argument.last_reader > maker->second)
      return false;
  }
  return true;
}

void Chain::update_in_place(const Update& update) {
  members_[makers_.at(update.value)].update = update;
}

void Chain::compute(const Arrays& arrays, std::int64_t begin, std::int64_t end,
                    double* sums) const {
  static thread_local std::vector<std::byte> buffers;
  buffers.resize(std::max(buffers.size(), bytes_of_a_buffer() * buffers_));
  std::byte* const room = buffers.data();
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    const Argument& argument = arguments_[i];
    if (argument.period == 0) continue;
    const std::int64_t all = begin % argument.period + end - begin;
    gather(argument.layout, arrays.arguments[i], argument.element_size, 0,
           std::min(all, argument.period + run_length_),
           room + argument.buffer * bytes_of_a_buffer());
  }
  for (std::int64_t first = begin; first < end; first += run_length_) {
    const std::int64_t count = std::min(run_length_, end - first);
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      const Argument& argument = arguments_[i];
      if (!argument.is_gathered() || argument.period > 0) continue;
      gather(argument.layout, arrays.arguments[i], argument.element_size, first, count,
             room + argument.buffer * bytes_of_a_buffer());
    }
    auto passage = passages_.begin();
    for (std::size_t i = 0; i < members_.size(); ++i) {
      if (passage != passages_.end() && passage->begin == i) {
        compute(*passage, arrays, room, first, count);
        i = passage->end - 1;
        ++passage;
        continue;
      }
      const Member& member = members_[i];
      std::array<const std::byte*, kMostOperands> operands;
      for (std::size_t o = 0; o < member.operands.size(); ++o)
        operands[o] = operand_at(member.operands[o], arrays, room, first);
      if (member.total) {
        member.total->add(operands[0], first, count, sums + member.first_sum);
        continue;
      }
      member.loop.compute(operands.data(), result_at(i, arrays, room, first), count);
    }
  }
}

const std::byte* Chain::operand_at(const Operand& operand, const Arrays& arrays, std::byte* room,
                                   std::int64_t first) const {
  if (operand.from == Operand::From::kConstant) return operand.constant;
  if (operand.from == Operand::From::kResult) return result_at(operand.number, arrays, room, first);
  const Argument& argument = arguments_[operand.number];
  const std::byte* const array = arrays.arguments[operand.number];
  std::byte* const buffer = room + argument.buffer * bytes_of_a_buffer();
  if (argument.layout.is_single()) return at(array, argument.layout.start, argument.element_size);
  if (argument.layout.is_whole()) return at(array, first, argument.element_size);
  return argument.period > 0 ? at(buffer, first % argument.period, argument.element_size) : buffer;
}

std::byte* Chain::result_at(std::size_t member, const Arrays& arrays, std::byte* room,
                            std::int64_t first) const {
  const Member& maker = members_[member];
  return maker.is_output ? at(arrays.outputs[member], first, maker.element_size)
                         : room + maker.buffer * bytes_of_a_buffer();
}

void Chain::compute(const Passage& passage, const Arrays& arrays, std::byte* room,
                    std::int64_t first, std::int64_t count) const {
  static thread_local std::vector<const std::byte*> inputs;
  static thread_local std::vector<std::byte*> outputs;
  inputs.clear();
  outputs.clear();
  for (const auto& [link, operand] : passage.inputs)
    inputs.push_back(operand_at(members_[link].operands[operand], arrays, room, first));
  for (const std::size_t link : passage.outputs)
    outputs.push_back(result_at(link, arrays, room, first));
  passage.code->run(inputs.data(), outputs.data(), count);
}

void Chain::reserve(Frame& frame) {
  results_.clear();
  for (const Member& member : members_) {
    if (!member.is_output) continue;
    const reference::TensorType& type = member.call.types.front();
    results_.push_back(member.update
                           ? array_for(*member.update, type, frame)
                           : frame.take(writes_[results_.size()], type, rooms_[results_.size()]));
  }
  is_reserved_ = true;
}

void Chain::compute_in_tasks(const Arrays& arrays, std::vector<double>& sums) const {
  const std::int64_t runs = (size_ + run_length_ - 1) / run_length_;
  if (runs < 2 || size_ * static_cast<std::int64_t>(members_.size()) < kWorthThreads) {
    sums.resize(sums_);
    compute(arrays, 0, size_, sums.data());
    return;
  }
  const std::int64_t tasks =
      std::min(runs, sums_ > 0 ? kTasksWithSums : kTasksOfAThread * thread_count());
  sums.resize(static_cast<std::size_t>(tasks) * sums_);
  on_threads(tasks, [&](std::int64_t task) {
    compute(arrays, task * runs / tasks * run_length_,
            std::min(size_, (task + 1) * runs / tasks * run_length_),
            sums.data() + static_cast<std::size_t>(task) * sums_);
  });
}

void Chain::store_totals(std::vector<double>& sums, Frame& frame) const {
  if (sums_ == 0) return;
  for (std::size_t i = sums_; i < sums.size(); ++i) sums[i % sums_] += sums[i];
  for (const Member& member : members_) {
    if (!member.total) continue;
    member.total->store(sums.data() + member.first_sum,
                        std::get<Tensor>(frame.slots[member.call.first_slot]));
  }
}

void Chain::run(Frame& frame) {
  if (!is_reserved_) reserve(frame);
  is_reserved_ = false;
  arrays_.arguments.clear();
  for (const std::size_t slot : reads_)
    arrays_.arguments.push_back(std::get<Tensor>(frame.slots[slot]).bytes().data());
  std::size_t output = 0;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (!members_[i].is_output) continue;
    arrays_.outputs[i] = results_[output].mutable_bytes().data();
    frame.slots[writes_[output]] = std::move(results_[output]);
    ++output;
  }
  std::vector<double> sums;
  compute_in_tasks(arrays_, sums);
  store_totals(sums, frame);
}

}  // namespace kassay::optimized::engine
