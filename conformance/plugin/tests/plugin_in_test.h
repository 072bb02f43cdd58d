// A plug-in inside the test; each test defines what it does in a call.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "conformance/abi/kassay_backend.h"
#include "conformance/plugin/plugin.h"
#include "spec/lib/error.h"

namespace kassay::plugin {

// Everything is public, because the functions of the table are not members.
class PluginInTest : public testing::Test {
 public:
  using Behaviour = std::function<kassay_error*(const kassay_arguments&, kassay_results*)>;

  PluginInTest() { current = this; }

  // The first call opens the session.
  Backend& backend() {
    if (!backend_) backend_ = make_backend(entry, Edition::kKo);
    return *backend_;
  }

  std::vector<Value> call(Behaviour behaviour, const Arguments& arguments = {}) {
    in_call = std::move(behaviour);
    return backend().call("square", arguments);
  }
  // The value of a call that gives one.
  Value one(Behaviour behaviour, const Arguments& arguments = {}) {
    std::vector<Value> values = call(std::move(behaviour), arguments);
    EXPECT_EQ(values.size(), 1u);
    return values.front();
  }
  // The message of the violation that the call is reported for.
  std::string violation(Behaviour behaviour, const Arguments& arguments = {}) {
    try {
      call(std::move(behaviour), arguments);
    } catch (const Violation& violation) {
      return violation.what();
    }
    return "nothing was found";
  }

  void give(kassay_results* results, const kassay_value& value) {
    host->give(host, results, &value);
  }
  void give(kassay_results* results, const DLTensor* tensor) {
    give(results, kassay_value{KASSAY_TENSOR, {.tensor = tensor}});
  }
  DLTensor* new_floats(const std::vector<std::int64_t>& shape) {
    return host->new_tensor(host, {kDLFloat, 32, 1}, static_cast<std::int32_t>(shape.size()),
                            shape.data());
  }

  static const kassay_plugin* entry(const kassay_host* table) {
    current->host = table;
    return &current->table;
  }

  static inline PluginInTest* current = nullptr;
  const kassay_host* host = nullptr;
  Behaviour in_call, in_call_object;
  int opened = 0, closed = 0, resets = 0;
  kassay_plugin table = {
      sizeof(kassay_plugin),
      KASSAY_ABI_MAJOR,
      KASSAY_ABI_MINOR,
      "in test",
      "1.2",
      "none",
      nullptr,
      nullptr,
      nullptr,
      [](const kassay_settings*, void**) -> kassay_error* {
        ++current->opened;
        return nullptr;
      },
      [](void*) { ++current->closed; },
      [](void*) -> kassay_error* {
        ++current->resets;
        return nullptr;
      },
      [](void*, const char*, const kassay_arguments* arguments, kassay_results* results) {
        return current->in_call(*arguments, results);
      },
      [](void*, kassay_object*, const kassay_arguments* arguments, kassay_results* results) {
        return current->in_call_object(*arguments, results);
      }};

  std::unique_ptr<Backend> backend_;
};

}  // namespace kassay::plugin
