// The format of every command's help.
#pragma once

#include <memory>

namespace CLI {
class FormatterBase;
}

namespace kassay::cli {

// The format of CLI11, but the condition on a value follows the description of its option, and examples
// begin with the program as it was started.
std::shared_ptr<CLI::FormatterBase> help_formatter();

}  // namespace kassay::cli
