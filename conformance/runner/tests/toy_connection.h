// The toy backend without a process; counts the programs that it runs.
#pragma once

#include <atomic>

#include "conformance/protocol/execute.h"
#include "conformance/runner/backend_process.h"
#include "conformance/runner/run.h"
#include "conformance/runner/tests/toy_backend.h"
#include "conformance/runner/tests/toy_vectors.h"

namespace kassay::runner {

class CountingConnection : public Connection {
 public:
  explicit CountingConnection(std::atomic<int>& count) : count_(count) {}
  const BackendInfo& info() const override { return info_; }
  CallResult run(const Program& program, const Inputs& inputs, double) override {
    ++count_;
    return protocol::execute(backend_, program, inputs);
  }

 private:
  std::atomic<int>& count_;
  ToyBackend backend_;
  BackendInfo info_ = backend_.info();
};

// A run of the toy backend on these vectors, with results in their folder. `count` gets the number of programs.
inline RunSettings toy_run(const ToyVectors& vectors, std::atomic<int>& count) {
  RunSettings settings;
  settings.vectors_directory = vectors.directory();
  settings.backend = "toy";
  settings.out = vectors.path("results.jsonl");
  settings.earlier = EarlierResults::kReplace;
  settings.open = [&count](const std::string&, const BackendOptions&) {
    return std::make_unique<CountingConnection>(count);
  };
  return settings;
}

}  // namespace kassay::runner
