#include "optimized/engine/passages.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace kassay::optimized::engine {
namespace {

class PassageFinder {
 public:
  PassageFinder(std::vector<Link>& links, const std::function<bool(std::size_t)>& is_read_outside,
                VectorCodes& codes)
      : links_(links), is_read_outside_(is_read_outside), codes_(codes) {
    find_makers();
    find_fitting();
    reorder();
  }

  std::vector<Passage> passages() && {
    for (std::size_t begin = 0; begin < links_.size();) {
      std::size_t end = begin + 1;
      if (fits_[begin]) {
        while (end < links_.size() && fits_[end] && dtype(end) == dtype(begin)) ++end;
        add(begin, end);
      }
      begin = end;
    }
    return std::move(passages_);
  }

 private:
  void find_makers() {
    makers_.clear();
    for (std::size_t i = 0; i < links_.size(); ++i) makers_[links_[i].call.first_slot] = i;
  }

  // The link that makes the operand, if it is read at the place where it is made.
  std::optional<std::size_t> maker(std::size_t link, std::size_t operand) const {
    const Call& call = links_[link].call;
    const std::size_t source = links_[link].sources[operand];
    if (source == Link::kConstant) return std::nullopt;
    if (absorbed_layout(call, source) != nullptr) return std::nullopt;
    const auto found = makers_.find(static_cast<std::size_t>(call.arguments[source].slot));
    return found == makers_.end() ? std::nullopt : std::optional(found->second);
  }

  bool makes_condition(std::size_t link) const {
    return links_[link].call.types.front().dtype == DType::kBool;
  }

  // The dtype that the link computes in.
  DType dtype(std::size_t link) const { return links_[link].loop.operands.back().dtype(); }

  static bool has_code(DType dtype) { return dtype == DType::kFloat32 || dtype == DType::kFloat64; }

  bool has_fitting_formula(std::size_t link) const {
    const Loop& loop = links_[link].loop;
    if (links_[link].total || loop.formula == nullptr || !has_code(dtype(link))) return false;
    const auto is_function = [](const Formula::Step& step) {
      return optimized::is_function(step.what);
    };
    if (std::ranges::any_of(loop.formula->steps, is_function)) return false;
    const Formula::Operator last = loop.formula->steps.back().what;
    return last != Formula::Operator::kOperand && last != Formula::Operator::kNumber;
  }

  // A condition may be made and read only by links that fit.
  void find_fitting() {
    fits_.resize(links_.size());
    for (std::size_t i = 0; i < links_.size(); ++i)
      fits_[i] = has_fitting_formula(i) &&
                 !(makes_condition(i) && is_read_outside_(links_[i].call.first_slot));
    for (bool changes = true; changes;) {
      changes = false;
      const auto leave_out = [&](std::size_t link) {
        changes = changes || fits_[link];
        fits_[link] = false;
      };
      for (std::size_t i = 0; i < links_.size(); ++i) {
        for (std::size_t o = 0; o < links_[i].sources.size(); ++o) {
          const auto from = maker(i, o);
          if (from && makes_condition(*from) && !fits_[i]) leave_out(*from);
          const bool reads_condition =
              !links_[i].total && links_[i].loop.operands[o].dtype() == DType::kBool;
          if (reads_condition && !(from && fits_[*from])) leave_out(i);
        }
      }
    }
  }

  bool is_ready(std::size_t link, const std::vector<bool>& is_placed) const {
    for (std::size_t o = 0; o < links_[link].sources.size(); ++o) {
      const auto from = maker(link, o);
      if (from && !is_placed[*from]) return false;
    }
    return true;
  }

  // Links that fit come as soon as possible; the others follow when these are used up.
  void reorder() {
    std::vector<std::size_t> order;
    std::vector<bool> is_placed(links_.size());
    while (order.size() < links_.size()) {
      std::optional<std::size_t> next;
      for (std::size_t i = 0; i < links_.size(); ++i) {
        if (is_placed[i] || (next && !fits_[i]) || !is_ready(i, is_placed)) continue;
        next = i;
        if (fits_[i]) break;
      }
      order.push_back(*next);
      is_placed[*next] = true;
    }
    std::vector<Link> links;
    std::vector<bool> fits;
    for (const std::size_t i : order) {
      links.push_back(std::move(links_[i]));
      fits.push_back(fits_[i]);
    }
    links_ = std::move(links);
    fits_ = std::move(fits);
    find_makers();
  }

  // Adds the links begin..end as one passage, or as several if there are too few registers.
  void add(std::size_t begin, std::size_t end) {
    if (end - begin < 2) return;
    if (auto passage = passage_of(begin, end)) {
      passages_.push_back(std::move(*passage));
      return;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    add(begin, middle);
    add(middle, end);
  }

  bool is_read_behind(std::size_t link, std::size_t end) const {
    for (std::size_t i = end; i < links_.size(); ++i) {
      for (std::size_t o = 0; o < links_[i].sources.size(); ++o)
        if (maker(i, o) == link) return true;
    }
    return false;
  }

  std::optional<Passage> passage_of(std::size_t begin, std::size_t end) const {
    Passage passage{begin, end, nullptr, {}, {}};
    Routine routine{dtype(begin), {}, {}};
    std::map<const void*, std::size_t> constants;
    std::map<std::pair<std::int64_t, const Layout*>, std::size_t> arrays;
    for (std::size_t i = begin; i < end; ++i) {
      const Link& link = links_[i];
      Routine::Statement statement{link.loop.formula, {}, false};
      for (std::size_t o = 0; o < link.sources.size(); ++o) {
        const auto from = maker(i, o);
        if (from && *from >= begin) {
          statement.operands.push_back({true, *from - begin});
          continue;
        }
        if (link.loop.operands[o].dtype() == DType::kBool) return std::nullopt;
        const auto [place, is_new] = add_input(link, o, routine.moves.size(), constants, arrays);
        statement.operands.push_back({false, place});
        if (!is_new) continue;
        routine.moves.push_back(link.loop.moves[o]);
        passage.inputs.push_back({i, o});
      }
      statement.is_stored = is_read_outside_(link.call.first_slot) || is_read_behind(i, end);
      if (statement.is_stored && makes_condition(i)) return std::nullopt;
      if (statement.is_stored) passage.outputs.push_back(i);
      routine.statements.push_back(std::move(statement));
    }
    passage.code = codes_.find(routine);
    return passage.code == nullptr ? std::nullopt : std::optional(std::move(passage));
  }

  // The number of the input for the operand, and whether it is new.
  static std::pair<std::size_t, bool> add_input(
      const Link& link, std::size_t operand, std::size_t next,
      std::map<const void*, std::size_t>& constants,
      std::map<std::pair<std::int64_t, const Layout*>, std::size_t>& arrays) {
    const std::size_t source = link.sources[operand];
    if (source == Link::kConstant) {
      const auto [place, is_new] =
          constants.emplace(link.loop.operands[operand].bytes().data(), next);
      return {place->second, is_new};
    }
    const auto [place, is_new] = arrays.emplace(
        std::pair(link.call.arguments[source].slot, absorbed_layout(link.call, source)), next);
    return {place->second, is_new};
  }

  std::vector<Link>& links_;
  const std::function<bool(std::size_t)>& is_read_outside_;
  VectorCodes& codes_;
  std::map<std::size_t, std::size_t> makers_;  // links, by the slot of their result
  std::vector<bool> fits_;                     // by link
  std::vector<Passage> passages_;
};

}  // namespace

std::vector<Passage> make_passages(std::vector<Link>& links,
                                   const std::function<bool(std::size_t)>& is_read_outside,
                                   VectorCodes& codes) {
  return PassageFinder(links, is_read_outside, codes).passages();
}

}  // namespace kassay::optimized::engine
