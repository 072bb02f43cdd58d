// The worker's side of the protocol (conformance/PROTOCOL.md): a Backend behind two pipes.
#pragma once

#include <functional>
#include <memory>

#include "spec/lib/backend.h"

namespace kassay::worker {

// The pipes of the original standard input and output.
struct ProtocolStreams {
  int input = -1;
  int output = -1;
};

// Moves the protocol away from the standard streams. From now on, everything that a backend prints goes
// to standard error, and standard input is empty.
ProtocolStreams take_standard_streams();

// Ends this process when the other side of `input` is closed, even in the middle of a call, so that a
// worker does not outlive its runner.
void end_with_runner(int input);

// Called once for each thread if several threads run programs. May throw Unsupported, if the backend is not available on
// this machine, or any other exception.
using MakeBackend = std::function<std::unique_ptr<Backend>(Edition)>;

// Answers requests until "stop" or the end of the input. Returns the exit status of the worker.
int serve(const MakeBackend& make_backend, ProtocolStreams streams);

}  // namespace kassay::worker
