// The toy backend without a process, counting what it runs.
#pragma once

#include <atomic>

#include "conformance/runner/backend_process.h"
#include "conformance/runner/execute.h"
#include "conformance/runner/tests/toy_backend.h"

namespace kassay::runner {

class CountingConnection : public Connection {
 public:
  explicit CountingConnection(std::atomic<int>& count) : count_(count) {}
  const BackendInfo& info() const override { return info_; }
  CallResult run(const Program& program, const Inputs& inputs, double) override {
    ++count_;
    return execute(backend_, program, inputs);
  }

 private:
  std::atomic<int>& count_;
  ToyBackend backend_;
  BackendInfo info_ = backend_.info();
};

}  // namespace kassay::runner
