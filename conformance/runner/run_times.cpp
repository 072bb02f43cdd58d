#include "conformance/runner/run_times.h"

namespace kassay::runner {

void RunTimes::add(const RunTimes& thread) {
  reading += thread.reading;
  messages += thread.messages;
  backend += thread.backend;
  comparing += thread.comparing;
  writing += thread.writing;
}

}  // namespace kassay::runner
