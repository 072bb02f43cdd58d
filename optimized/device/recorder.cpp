#include "optimized/device/recorder.h"

#include <algorithm>

#include "optimized/device/arrays.h"
#include "optimized/device/grouping.h"

namespace kassay::optimized::device {
namespace {

bool has_work(const Copy& copy) { return copy.bytes > 0 && copy.from != copy.to; }
bool has_work(const Zero& zero) { return zero.bytes > 0; }
bool has_work(const Each& each) { return each.count > 0; }
bool has_work(const Rows& rows) { return rows.count > 0; }
bool has_work(const Chain& chain) { return chain.count > 0; }
bool has_work(const Product& p) { return p.batch * p.rows * p.columns > 0; }
bool has_work(const Correlation&) { return true; }

}  // namespace

bool detail::has_tensor(const Value& value) {
  const auto* const list = value.get_if<List>();
  return value.get_if<Tensor>() != nullptr ||
         (list != nullptr && std::ranges::any_of(*list, has_tensor));
}

void Recorder::add(Command command) {
  if (const auto* const each = std::get_if<Each>(&command)) command = grouped(*each);
  if (!std::visit([](const auto& one) { return has_work(one); }, command)) return;
  commands_.push_back(std::move(command));
}

Tensor Recorder::scratch(DType dtype, const Shape& shape) {
  return array_in(scratch(lead_of(dtype, aligns_) + byte_size(dtype, shape)), dtype, shape,
                  aligns_);
}

std::shared_ptr<std::byte> Recorder::scratch(std::size_t bytes) {
  const auto fits = [&](const Block& block) { return !block.is_taken && block.bytes >= bytes; };
  auto block = std::ranges::find_if(blocks_, fits);
  if (block == blocks_.end()) {
    blocks_.push_back({device_.allocate(bytes), bytes, false});
    block = blocks_.end() - 1;
  }
  block->is_taken = true;
  return block->memory;
}

Recorder::Scope::Scope(Recorder& recorder) : recorder_(recorder) {
  for (const Block& block : recorder.blocks_) was_taken_.push_back(block.is_taken);
}

Recorder::Scope::~Scope() {
  was_taken_.resize(recorder_.blocks_.size());
  for (std::size_t i = 0; i < was_taken_.size(); ++i) recorder_.blocks_[i].is_taken = was_taken_[i];
}

Tensor Recorder::constant(const Tensor& tensor) {
  for (const auto& [host, copy] : constants_) {
    if (host.dtype() == tensor.dtype() && host.shape() == tensor.shape() &&
        host.bytes().data() == tensor.bytes().data())
      return copy;
  }
  Tensor copy = array_on(device_, tensor.dtype(), tensor.shape(), aligns_);
  device_.upload(tensor.bytes(), copy.mutable_bytes().data());
  constants_.emplace_back(tensor, copy);
  return copy;
}

int* Recorder::refusal() {
  if (refused_.size() == 0)
    refused_ = Tensor(DType::kInt32, {1}, device_.allocate_on_host(sizeof(std::int32_t)));
  return refused_.mutable_data<std::int32_t>().data();
}

const unsigned long long* Recorder::evaluation(std::uint64_t operation) {
  if (evaluations_.size() == 0) {
    const std::size_t bytes = random_calls_ * sizeof(std::int64_t);
    evaluations_ = Tensor(DType::kInt64, {static_cast<std::int64_t>(random_calls_)},
                          device_.allocate_on_host(bytes));
    evaluations_there_ = device_.allocate(bytes);
  }
  random_operations_.push_back(operation);
  return reinterpret_cast<const unsigned long long*>(evaluations_there_.get()) +
         random_operations_.size() - 1;
}

Copy Recorder::bring_evaluations() const {
  return {evaluations_.bytes().data(), evaluations_there_.get(), evaluations_.byte_size()};
}

std::vector<Command> Recorder::take() {
  for (Block& block : blocks_) block.is_taken = false;
  taken_operations_ = random_operations_.size();
  return std::exchange(commands_, {});
}

void Recorder::drop() {
  random_operations_.resize(taken_operations_);
  take();
}

}  // namespace kassay::optimized::device
