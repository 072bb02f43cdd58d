#include "optimized/cuda/chain_source.h"

#include <cstring>
#include <limits>
#include <utility>

#include "optimized/cuda/element_sources.h"

namespace kassay::optimized::cuda {
namespace {

using device::Chain;
using device::Spread;

// As elements are stored.
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

// As elements are computed with.
std::string computed_type(DType dtype) {
  if (dtype == DType::kBool) return "unsigned char";
  return dtype == DType::kFloat16 ? "float" : stored_type(dtype);
}

// The function of optimized/device/functions.h.
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

class Writer {
 public:
  explicit Writer(const Chain& chain) : chain_(chain) {
    // The places of smaller arrays take half the time.
    index_ =
        chain.count < std::numeric_limits<std::int32_t>::max() && is_small() ? "int" : "long long";
    for (std::size_t i = 0; i < chain.inputs.size(); ++i) load(i);
    for (std::size_t s = 0; s < chain.statements.size(); ++s) compute(s);
    for (std::size_t o = 0; o < chain.outputs.size(); ++o) store(o);
  }

  ChainProgram take() && {
    const std::string inputs = std::to_string(chain_.inputs.size());
    const std::string outputs = std::to_string(chain_.outputs.size());
    const std::string numbers = std::to_string(numbers_.size());
    std::string source(kElementSources);
    source += "\nnamespace kassay::optimized::device {\nstruct Arguments {\n  long long count;\n";
    source += "  const void* inputs[" + inputs + " + 1];\n  void* outputs[" + outputs + " + 1];\n";
    source += "  double numbers[" + numbers + " + 1];\n  Spread spreads[" + inputs + " + 1];\n};\n";
    source += "}  // namespace kassay::optimized::device\n\n";
    source += "extern \"C\" __global__ void __launch_bounds__(256)\n";
    source += "chain(const __grid_constant__ kassay::optimized::device::Arguments arguments) {\n";
    source += "  using namespace kassay::optimized::device;\n";
    source += "  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;\n";
    source += before_;
    source +=
        "  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;\n";
    source += "       i < arguments.count; i += step) {\n" + body_ + "  }\n}\n";
    return {std::move(source), arguments()};
  }

 private:
  bool is_small() const {
    for (const Chain::Input& input : chain_.inputs) {
      long long last = input.spread.start;
      for (int d = 0; d < input.spread.rank; ++d)
        last += input.spread.sizes[d] * std::abs(input.spread.strides[d]);
      if (last >= std::numeric_limits<std::int32_t>::max()) return false;
    }
    return true;
  }

  void load(std::size_t i) {
    const Chain::Input& input = chain_.inputs[i];
    const std::string number = std::to_string(i), type = computed_type(input.dtype);
    const std::string array =
        cast("const " + stored_type(input.dtype) + "*", "arguments.inputs[" + number + "]");
    const std::string declared = "const " + type + " x" + number + " = ";
    if (input.spread.rank < 0) {
      body_ += "    " + declared + "loaded(" + array + " + i);\n";
    } else if (input.spread.rank == 0) {
      before_ +=
          "  " + declared + "loaded(" + array + " + arguments.spreads[" + number + "].start);\n";
    } else {
      const std::string place = "p" + number;
      body_ += "    const " + index_ + " " + place + " = arguments.spreads[" + number +
               "].place_of<" + std::to_string(input.spread.rank) + ", " + index_ + ">(i);\n";
      body_ += "    " + declared + place + " < 0 ? " + cast(type, "0") + " : loaded(" + array +
               " + " + place + ");\n";
    }
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
      body_ += "    const " + result + " " + names.back() + " = " +
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
    body_ += "    const " + (is_condition(last.what) ? "bool" : computed_type(statement.result)) +
             " s" + std::to_string(s) + " = " + result + ";\n";
  }

  void store(std::size_t o) {
    const Chain::Output& output = chain_.outputs[o];
    const DType dtype = chain_.statements[output.statement].result;
    body_ += "    store(" +
             cast(stored_type(dtype) + "*", "arguments.outputs[" + std::to_string(o) + "]") +
             " + i, s" + std::to_string(output.statement) + ");\n";
  }

  // As the struct of the source has them.
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
    for (const Chain::Input& input : chain_.inputs) add(input.spread);
    add(Spread{});
    return bytes;
  }

  const Chain& chain_;
  std::string index_, before_, body_;
  std::vector<double> numbers_;
};

}  // namespace

ChainProgram program_of(const device::Chain& chain) { return Writer(chain).take(); }

}  // namespace kassay::optimized::cuda
