#include "optimized/cuda/chain_source.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "optimized/cuda/element_sources.h"

namespace kassay::optimized::cuda {
namespace {

using device::Chain;

constexpr std::size_t kPackBytes = 16;  // the most that a thread loads at once

// The type that stores elements.
std::string stored_type(DType dtype) {
  switch (dtype) {
    case DType::kBool:
      return "bool";
    case DType::kUint8:
      return "unsigned char";
    case DType::kInt8:
      return "signed char";
    case DType::kInt16:
      return "short";
    case DType::kInt32:
      return "int";
    case DType::kInt64:
      return "long";
    case DType::kFloat16:
      return "Half";
    case DType::kFloat32:
      return "float";
    default:
      return "double";
  }
}

// The type to compute with.
std::string computed_type(DType dtype) {
  if (dtype == DType::kBool) return "unsigned char";
  return dtype == DType::kFloat16 ? "float" : stored_type(dtype);
}

// The name of the function in optimized/device/functions.h.
std::string function_of(Formula::Operator what) {
  using enum Formula::Operator;
  switch (what) {
    case kAdd:
      return "add";
    case kSubtract:
      return "subtract";
    case kMultiply:
      return "multiply";
    case kDivide:
      return "divide";
    case kMultiplyAdd:
      return "multiply_add";
    case kSquareRoot:
      return "square_root";
    case kNegate:
      return "negate";
    case kAbsolute:
      return "absolute";
    case kRound:
      return "nearest";
    case kExp:
      return "exponential";
    case kExpm1:
      return "exponential_minus_1";
    case kLog:
      return "logarithm";
    case kLog1p:
      return "logarithm_of_1_plus";
    case kSin:
      return "sine";
    case kCos:
      return "cosine";
    case kTanh:
      return "hyperbolic_tangent";
    case kPower:
      return "power";
    case kLess:
      return "less";
    case kLessEqual:
      return "less_equal";
    case kEqual:
      return "equal";
    case kNotEqual:
      return "not_equal";
    default:
      return "choose";
  }
}

std::string cast(const std::string& type, const std::string& expression) {
  return "static_cast<" + type + ">(" + expression + ")";
}

// The approximate number of instructions for a step on the device.
int cost_of(Formula::Operator what, bool is_double) {
  using enum Formula::Operator;
  if (what == kOperand || what == kNumber) return 0;
  if (what == kSin || what == kCos || what == kPower) return is_double ? 256 : 64;
  if (is_function(what) || what == kDivide || what == kSquareRoot) return is_double ? 64 : 16;
  return 1;
}

class Writer {
 public:
  explicit Writer(const Chain& chain) : chain_(chain), is_small_(is_small()) {
    const int cost = cost_of_statements();
    width_ = static_cast<int>(kPackBytes / largest_element());
    while (width_ > 1 && (width_ * cost > kMostCost || !is_aligned())) width_ /= 2;
    packs_ = 2 * width_ * cost > kMostCost ? 1 : 2;
    for (std::size_t i = 0; i < chain.inputs.size(); ++i) load(i);
    for (std::size_t s = 0; s < chain.statements.size(); ++s) compute(s);
    for (std::size_t o = 0; o < chain.outputs.size(); ++o) store(o);
  }

  ChainProgram take() && {
    const std::string inputs = std::to_string(chain_.inputs.size());
    const std::string outputs = std::to_string(chain_.outputs.size());
    const std::string numbers = std::to_string(numbers_.size());
    const std::string index = is_small_ ? "unsigned int" : "long long";
    const std::string width = std::to_string(width_), threads = std::to_string(kThreadsOfChain);
    std::string source(kElementSources);
    source += "\nnamespace kassay::optimized::device {\nstruct Arguments {\n  long long count;\n";
    source += "  const void* inputs[" + inputs + " + 1];\n  void* outputs[" + outputs + " + 1];\n";
    source += "  double numbers[" + numbers + " + 1];\n";
    source += is_small_ ? "  SmallLayout" : "  Layout";
    source += " layouts[" + inputs + " + 1];\n};\n";
    source += "using Index = " + index + ";\n\n";
    source += "// Elements begin, begin + 1, ... end - 1, whose number is a multiple of kWidth.\n";
    source += "template <int kWidth, int kPacks>\n";
    source +=
        "__device__ void compute(const Arguments& arguments, Index begin, Index end) {\n" + before_;
    source += "  const Index apart = static_cast<Index>(blockDim.x) * kWidth;\n";
    source +=
        "  const Index thread = static_cast<Index>(blockIdx.x) * blockDim.x * kPacks + "
        "threadIdx.x;\n";
    source +=
        "  for (Index first = begin + thread * kWidth; first < end; first += apart * kPacks * "
        "gridDim.x) {\n";
    source += declared_ + "#pragma unroll\n    for (int p = 0; p < kPacks; ++p) {\n";
    // Loads beyond the end are not stored: without a condition, all loads are under way before the first use.
    source += "      const Index at = first + p * apart, i = at < end ? at : end - kWidth;\n" +
              loads_ + "    }\n";
    source += "#pragma unroll\n    for (int p = 0; p < kPacks; ++p) {\n";
    source += made_ + "#pragma unroll\n      for (int e = 0; e < kWidth; ++e) {\n" + elements_ +
              stored_ + "      }\n";
    source +=
        "      const Index i = first + p * apart;\n      if (i < end) {\n" + stores_ + "      }\n";
    source += "    }\n  }\n}\n\n}  // namespace kassay::optimized::device\n\n";
    source += "extern \"C\" __global__ void __launch_bounds__(" + threads + ")\n";
    source += "chain(const __grid_constant__ kassay::optimized::device::Arguments arguments) {\n";
    source += "  using namespace kassay::optimized::device;\n";
    source += "  const Index count = static_cast<Index>(arguments.count), rest = count % " + width +
              ";\n";
    source +=
        "  compute<" + width + ", " + std::to_string(packs_) + ">(arguments, 0, count - rest);\n";
    if (width_ > 1) source += "  compute<1, 1>(arguments, count - rest, count);\n";
    source += "}\n";
    return {std::move(source), arguments(), width_ * packs_};
  }

 private:
  static constexpr int kMostCost = 512;  // of a thread: longer formulas do not need wide loads

  bool is_small() const {
    constexpr std::int64_t kSmall = std::int64_t{1} << 30;  // a grid goes on behind the last one
    if (chain_.count >= kSmall) return false;
    for (const Chain::Input& input : chain_.inputs) {
      long long last = std::abs(input.layout.start);
      for (int d = 0; d < input.layout.rank; ++d)
        last += input.layout.dimensions[d].size * std::abs(input.layout.dimensions[d].stride);
      if (last >= kSmall) return false;
    }
    return true;
  }

  int cost_of_statements() const {
    int cost = 1;
    for (const Chain::Statement& statement : chain_.statements) {
      for (const Formula::Step& step : statement.formula->steps)
        cost += cost_of(step.what, step.is_wide || statement.computed == DType::kFloat64);
      // A conversion to integers wraps.
      if (statement.result != statement.computed) cost += is_floating(statement.result) ? 1 : 16;
    }
    return cost;
  }

  // For arrays that are read or written in order.
  std::size_t largest_element() const {
    std::size_t largest = 1;
    for_each_in_order(
        [&](const std::byte*, DType dtype) { largest = std::max(largest, dtype_size(dtype)); });
    return largest;
  }
  // Whether all packs begin at places from which a pack can be loaded at once.
  bool is_aligned() const {
    bool all = true;
    for_each_in_order(
        [&](const std::byte* data, DType dtype) { all = all && is_aligned(data, dtype); });
    return all;
  }
  bool is_aligned(const std::byte* data, DType dtype) const {
    const std::size_t bytes =
        std::min(kPackBytes, static_cast<std::size_t>(width_) * dtype_size(dtype));
    return reinterpret_cast<std::uintptr_t>(data) % bytes == 0;
  }
  template <class Visit>
  void for_each_in_order(Visit&& visit) const {
    for (const Chain::Input& input : chain_.inputs)
      if (input.layout.rank < 0) visit(input.data, input.dtype);
    for (const Chain::Output& output : chain_.outputs)
      visit(output.data, chain_.statements[output.statement].result);
  }

  // The function of packs.h that loads the elements of a layout.
  std::string loader(const Chain::Input& input) const {
    const Layout& layout = input.layout;
    const int last = layout.rank - 1;
    const Layout::Dimension& row = layout.dimensions[last];
    if (width_ == 1 || row.size % width_ != 0 || !row.is_full()) return "elements";
    if (row.stride == 0) return "repeated";
    bool is_pack =
        row.stride == 1 && layout.start % width_ == 0 && is_aligned(input.data, input.dtype);
    for (int d = 0; d < last; ++d) is_pack = is_pack && layout.dimensions[d].stride % width_ == 0;
    return is_pack ? "neighbours_of_row" : "elements_of_row";
  }

  void load(std::size_t i) {
    const Chain::Input& input = chain_.inputs[i];
    const std::string number = std::to_string(i), stored = stored_type(input.dtype);
    const std::string array = cast("const " + stored + "*", "arguments.inputs[" + number + "]");
    const std::string layout = "arguments.layouts[" + number + "]";
    const std::string x = "const " + computed_type(input.dtype) + " x" + number + " = ";
    if (input.layout.rank == 0) {
      before_ += "  " + x + "loaded(" + array + " + " + layout + ".start);\n";
      return;
    }
    declared_ += "    Pack<" + stored + ", kWidth> p" + number + "[kPacks];\n";
    elements_ += "        " + x + "loaded(p" + number + "[p].elements + e);\n";
    std::string loaded = "neighbours<kWidth>(" + array + " + i)";
    if (input.layout.rank > 0) {
      loaded = loader(input) + "<kWidth, " + std::to_string(input.layout.rank) + ">(" + array +
               ", " + layout + ", i)";
    }
    loads_ += "      p" + number + "[p] = " + loaded + ";\n";
  }

  std::string number(double value) {
    numbers_.push_back(value);
    return "arguments.numbers[" + std::to_string(numbers_.size() - 1) + "]";
  }

  // A step's name, or a number itself.
  std::string operand(const Formula& formula, std::size_t step,
                      const std::vector<std::string>& names, const std::string& type) {
    const Formula::Step& made = formula.steps[step];
    const bool is_number = made.what == Formula::Operator::kNumber;
    return is_number ? cast(type, number(made.number)) : names[step];
  }

  void compute(std::size_t s) {
    const Chain::Statement& statement = chain_.statements[s];
    const Formula& formula = *statement.formula;
    const std::string type = computed_type(statement.computed);
    std::vector<std::string> names;
    for (const Formula::Step& step : formula.steps) {
      if (step.what == Formula::Operator::kOperand) {
        const Chain::Source& source = statement.operands[step.operand];
        names.push_back((source.is_statement ? "s" : "x") + std::to_string(source.number));
        continue;
      }
      if (step.what == Formula::Operator::kNumber) {
        names.emplace_back();
        continue;
      }
      const bool is_wide = step.is_wide && type == "float";
      const std::string operated = is_wide ? "double" : type;
      std::string call = function_of(step.what) + "(";
      for (std::size_t i = 0; i < operand_count(step.what); ++i) {
        const bool is_choice = step.what == Formula::Operator::kChoose && i == 0;
        const std::string value = operand(formula, step.from[i], names, operated);
        call += (i > 0 ? ", " : "") + (is_choice ? value : cast(operated, value));
      }
      call += ")";
      names.push_back("s" + std::to_string(s) + "_" + std::to_string(names.size()));
      const std::string result = is_condition(step.what) ? "bool" : type;
      elements_ += "        const " + result + " " + names.back() + " = " +
                   (is_wide ? cast(type, call) : call) + ";\n";
    }
    const Formula::Step& last = formula.steps.back();
    const std::string value = operand(formula, formula.steps.size() - 1, names, type);
    std::string result = "rounded<" + stored_type(statement.result) + ">(" + value + ")";
    if (is_condition(last.what)) {
      result = value;
    } else if (statement.result != statement.computed) {
      result = "Conversion<" + stored_type(statement.result) + ", " + type + ">::of(" + value + ")";
    }
    elements_ += "        const " +
                 (is_condition(last.what) ? "bool" : computed_type(statement.result)) + " s" +
                 std::to_string(s) + " = " + result + ";\n";
  }

  void store(std::size_t o) {
    const Chain::Output& output = chain_.outputs[o];
    const std::string number = std::to_string(o);
    const std::string stored = stored_type(chain_.statements[output.statement].result);
    made_ += "      Pack<" + stored + ", kWidth> r" + number + ";\n";
    stored_ +=
        "        store(r" + number + ".elements + e, s" + std::to_string(output.statement) + ");\n";
    stores_ += "        store_neighbours<kWidth>(" +
               cast(stored + "*", "arguments.outputs[" + number + "]") + " + i, r" + number +
               ");\n";
  }

  // In the order of the struct in the source.
  std::vector<std::byte> arguments() const {
    std::vector<std::byte> bytes;
    const auto add = [&](const auto& value) {
      const auto* const begin = reinterpret_cast<const std::byte*>(&value);
      bytes.insert(bytes.end(), begin, begin + sizeof value);
    };
    add(static_cast<long long>(chain_.count));
    for (const Chain::Input& input : chain_.inputs) add(input.data);
    add(static_cast<const void*>(nullptr));
    for (const Chain::Output& output : chain_.outputs) add(output.data);
    add(static_cast<const void*>(nullptr));
    for (const double value : numbers_) add(value);
    add(0.0);
    for (const Chain::Input& input : chain_.inputs) {
      if (is_small_) {
        add(SmallLayout(input.layout));
      } else {
        add(input.layout);
      }
    }
    if (is_small_) {
      add(SmallLayout());
    } else {
      add(Layout());
    }
    bytes.resize((bytes.size() + sizeof(double) - 1) / sizeof(double) * sizeof(double));
    return bytes;
  }

  const Chain& chain_;
  const bool is_small_;
  int width_ = 1, packs_ = 1;  // of a thread at a time: elements per pack, and packs
  // Parts of the program: before the loop, declarations in it, loads of packs, work for an element, results of packs, stores.
  std::string before_, declared_, loads_, elements_, stored_, made_, stores_;
  std::vector<double> numbers_;
};

}  // namespace

ChainProgram program_of(const device::Chain& chain) { return Writer(chain).take(); }

}  // namespace kassay::optimized::cuda
