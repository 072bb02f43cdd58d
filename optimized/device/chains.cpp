#include "optimized/device/chains.h"

#include <algorithm>
#include <set>
#include <utility>

#include "optimized/layouts.h"

namespace kassay::optimized::device {
namespace {

using engine::Call;
using engine::Link;
using engine::Part;

constexpr std::size_t kMostLinks = 32;

std::set<std::size_t> made_by(const std::vector<Link>& links) {
  std::set<std::size_t> made;
  for (const Link& link : links) made.insert(link.call.first_slot);
  return made;
}

Part part_of(std::vector<Link> links, const std::vector<Link>& others,
             const std::set<std::size_t>& read_outside) {
  Part part;
  const auto made = made_by(links);
  for (const std::size_t slot : made)
    if (read_outside.contains(slot)) part.read_outside.insert(slot);
  for (const Link& other : others) {
    engine::for_each_slot(other.call, [&](std::size_t slot) {
      if (made.contains(slot)) part.read_outside.insert(slot);
    });
  }
  part.links = std::move(links);
  return part;
}

class Translation {
 public:
  Translation(const Part& part, const std::map<std::size_t, Tensor>& arrays, Recorder& recorder)
      : part_(part), arrays_(arrays), recorder_(recorder) {}

  bool add_all() {
    chain_.count = element_count(part_.links.front().shape());
    return std::ranges::all_of(part_.links, [&](const Link& link) { return add(link); });
  }
  Chain take() && { return std::move(chain_); }

 private:
  bool add(const Link& link) {
    if (link.loop.formula == nullptr) return false;
    Chain::Statement statement{
        link.loop.formula, {}, link.loop.operands.back().dtype(), link.call.types.front().dtype};
    for (std::size_t o = 0; o < link.sources.size(); ++o) {
      const auto source = source_of(link, o);
      if (!source) return false;
      statement.operands.push_back(*source);
    }
    const std::size_t slot = link.call.first_slot;
    made_[slot] = chain_.statements.size();
    if (part_.read_outside.contains(slot))
      chain_.outputs.push_back(
          {chain_.statements.size(), Tensor(arrays_.at(slot)).mutable_bytes().data()});
    chain_.statements.push_back(std::move(statement));
    return true;
  }

  std::optional<Chain::Source> source_of(const Link& link, std::size_t operand) {
    const std::size_t source = link.sources[operand];
    if (source == Link::kConstant) {
      if (link.loop.moves[operand]) return std::nullopt;
      const Tensor constant = recorder_.constant(link.loop.operands[operand]);
      return input({constant.bytes().data(), constant.dtype(), {.rank = 0}});
    }
    const Call& call = link.call;
    const auto slot = static_cast<std::size_t>(call.arguments[source].slot);
    const Layout* const absorbed = absorbed_layout(call, source);
    const auto maker = made_.find(slot);
    if (absorbed == nullptr && maker != made_.end()) return Chain::Source{true, maker->second};
    const Tensor& array = arrays_.at(slot);
    return input(
        {array.bytes().data(), array.dtype(),
         absorbed != nullptr ? *absorbed : *broadcast(call.given[source].shape, link.shape())});
  }

  Chain::Source input(const Chain::Input& input) {
    for (std::size_t i = 0; i < chain_.inputs.size(); ++i)
      if (chain_.inputs[i] == input) return {false, i};
    chain_.inputs.push_back(input);
    return {false, chain_.inputs.size() - 1};
  }

  const Part& part_;
  const std::map<std::size_t, Tensor>& arrays_;
  Recorder& recorder_;
  Chain chain_{};
  std::map<std::size_t, std::size_t> made_;  // statements, by slot
};

}  // namespace

std::vector<Part> in_small_parts(std::vector<Part> parts) {
  std::vector<Part> small;
  for (Part& part : parts) {
    while (part.links.size() > kMostLinks) {
      std::vector<Link> first(std::make_move_iterator(part.links.begin()),
                              std::make_move_iterator(part.links.begin() + kMostLinks));
      std::vector<Link> rest(std::make_move_iterator(part.links.begin() + kMostLinks),
                             std::make_move_iterator(part.links.end()));
      small.push_back(part_of(std::move(first), rest, part.read_outside));
      part = part_of(std::move(rest), {}, part.read_outside);
    }
    small.push_back(std::move(part));
  }
  return small;
}

bool record_chain(const Part& part, const std::map<std::size_t, Tensor>& arrays,
                  Recorder& recorder) {
  Translation translation(part, arrays, recorder);
  if (!translation.add_all()) return false;
  recorder.add(std::move(translation).take());
  return true;
}

}  // namespace kassay::optimized::device
