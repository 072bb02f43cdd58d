#include "spec/lib/case_outline.h"

#include <algorithm>

#include "spec/lib/backend.h"
#include "spec/lib/json_scan.h"
#include "spec/lib/modes.h"

namespace kassay {
namespace {

using StringSet = std::set<std::string, std::less<>>;

template <class T>
T known(const std::optional<T>& value) {
  if (!value) throw JsonScan::Unexpected{};
  return *value;
}

std::vector<std::string> read_texts(JsonScan& scan) {
  std::vector<std::string> texts;
  scan.elements([&] { texts.push_back(scan.text()); });
  return texts;
}

// The names in a program.
struct ProgramNames {
  StringSet calls;  // functions of the API
  StringSet used;   // by reference
  StringSet made;   // of results and parameters
  std::size_t returned = 0;
};

void scan_patterns(JsonScan& scan, StringSet& names) {
  scan.elements([&] {
    if (scan.first() == '[') {
      scan_patterns(scan, names);
    } else {
      names.insert(scan.text());
    }
  });
}

// The references in an argument, or in a list of arguments.
void scan_references(JsonScan& scan, StringSet& names) {
  const char first = scan.first();
  if (first == '[') {
    scan.elements([&] { scan_references(scan, names); });
  } else if (first == '{') {
    scan.members([&](const std::string& key) {
      if (key == "ref") {
        names.insert(scan.text());
      } else {
        scan.skip();
      }
    });
  } else {
    scan.skip();
  }
}

void scan_calls(JsonScan& scan, ProgramNames& names) {
  scan.elements([&] {
    scan.members([&](const std::string& key) {
      if (key == "let") {
        scan_patterns(scan, names.made);
      } else if (key == "args") {
        scan_references(scan, names.used);
      } else if (key == "kwargs") {
        scan.members([&](const std::string&) { scan_references(scan, names.used); });
      } else if (key == "call" && scan.first() == '"') {
        std::string function = scan.text();
        if (!function.starts_with("operator.")) names.calls.insert(std::move(function));
      } else {
        scan.skip();
      }
    });
  });
}

ProgramNames scan_program(JsonScan& scan) {
  ProgramNames names;
  scan.members([&](const std::string& key) {
    if (key == "calls") {
      scan_calls(scan, names);
    } else if (key == "return") {
      for (std::string& name : read_texts(scan)) {
        names.used.insert(std::move(name));
        ++names.returned;
      }
    } else if (key == "functions") {
      scan.members([&](const std::string&) {
        scan.members([&](const std::string& part) {
          if (part == "parameters") {
            scan_patterns(scan, names.made);
          } else if (part == "calls") {
            scan_calls(scan, names);
          } else if (part == "return") {
            scan_references(scan, names.used);
          } else {
            scan.skip();
          }
        });
      });
    } else {
      scan.skip();
    }
  });
  return names;
}

// Which expected outputs are tensors, which go through `eval`; nothing if an error is expected.
std::optional<std::vector<bool>> scan_tensors(JsonScan& scan) {
  std::optional<std::vector<bool>> tensors;
  scan.members([&](const std::string& key) {
    if (key != "outputs") {
      scan.skip();
      return;
    }
    tensors.emplace();
    scan.elements([&] {
      bool tensor = false;
      scan.members([&](const std::string& member) {
        if (member != "kind") {
          scan.skip();
          return;
        }
        const std::string kind = scan.text();
        tensor = kind == "tensor" || kind == "sample";
      });
      tensors->push_back(tensor);
    });
  });
  return tensors;
}

bool any_evaluated(std::size_t returned, const std::vector<bool>& tensors) {
  return returned > tensors.size() ||
         std::ranges::find(tensors.begin(), tensors.begin() + static_cast<std::ptrdiff_t>(returned),
                           true) != tensors.begin() + static_cast<std::ptrdiff_t>(returned);
}

}  // namespace

CaseOutline outline_of(const Case& test_case) {
  CaseOutline outline;
  outline.id = test_case.id;
  outline.function = test_case.function;
  outline.tier = test_case.tier;
  outline.dtype = test_case.dtype;
  outline.editions = test_case.editions;
  outline.clauses = test_case.clauses;
  outline.modes = test_case.modes;
  outline.calls = functions_called(test_case.program);
  outline.takes_inputs = !referenced_inputs(test_case.program, test_case.inputs).empty();
  outline.evaluates = any_evaluated(test_case.program.returned.size(), tensor_results(test_case));
  return outline;
}

StringSet functions_called(const CaseOutline& outline, Mode mode) {
  StringSet called = outline.calls;
  switch (mode) {
    case Mode::kEager:
      if (outline.takes_inputs) called.insert("constant");
      if (outline.evaluates) called.insert("eval");
      break;
    case Mode::kFunction:
    case Mode::kDynamic:
      if (outline.takes_inputs) called.insert("placeholder");
      called.insert("function");
      break;
    case Mode::kGradient:  // the weights are placeholders too
    case Mode::kSecondGradient:
      called.insert({"placeholder", "sum", "gradients", "function"});
      break;
    case Mode::kProgram:
      break;
  }
  return called;
}

CaseOutline scan_outline(std::string_view json, const std::string& function) {
  JsonScan scan(json);
  CaseOutline outline;
  outline.function = function;
  StringSet inputs;
  ProgramNames names;
  std::optional<std::vector<bool>> tensors, tensors_of_reading;
  std::vector<std::string> missing = {"id",    "tier",   "dtype",   "editions", "clauses",
                                      "modes", "inputs", "program", "expect"};
  scan.members([&](const std::string& key) {
    std::erase(missing, key);
    if (key == "id") {
      outline.id = scan.text();
    } else if (key == "tier") {
      outline.tier = known(parse_tier(scan.text()));
    } else if (key == "dtype") {
      outline.dtype = scan.text();
    } else if (key == "editions") {
      for (const std::string& edition : read_texts(scan)) {
        outline.editions.emplace_back(edition_name(known(parse_edition(edition))));
      }
    } else if (key == "clauses") {
      outline.clauses = read_texts(scan);
    } else if (key == "modes") {
      for (const std::string& mode : read_texts(scan)) {
        outline.modes.push_back(known(parse_mode(mode)));
      }
    } else if (key == "inputs") {
      scan.members([&](const std::string& name) {
        inputs.insert(name);
        scan.skip();
      });
    } else if (key == "program") {
      names = scan_program(scan);
    } else if (key == "expect") {
      tensors = scan_tensors(scan);
    } else if (key == "readings") {
      scan.elements([&] {
        const auto of_reading = scan_tensors(scan);
        if (!tensors_of_reading) tensors_of_reading = of_reading;
      });
    } else {
      scan.skip();
    }
  });
  scan.end();
  const auto is_input = [&](const std::string& name) { return inputs.contains(name); };
  if (!missing.empty() || outline.id.empty() || outline.editions.empty() || outline.modes.empty() ||
      std::ranges::any_of(names.made, is_input)) {
    throw JsonScan::Unexpected{};
  }
  outline.calls = std::move(names.calls);
  outline.takes_inputs = std::ranges::any_of(names.used, is_input);
  if (!tensors) tensors = tensors_of_reading;
  outline.evaluates = any_evaluated(names.returned, tensors.value_or(std::vector<bool>{}));
  return outline;
}

}  // namespace kassay
