#include "conformance/cli/progress.h"

#include <algorithm>
#include <iostream>
#include <sstream>

#include "conformance/cli/terminal.h"

namespace kassay::cli {
namespace {

using std::chrono::duration;
using std::chrono::steady_clock;

constexpr auto kRedrawInterval = std::chrono::milliseconds(100);
constexpr int kBarColumns = 30;
constexpr char kClearLine[] = "\r\x1b[K";

}  // namespace

Progress::Progress() : shown_(error_is_terminal()) {}

void Progress::begin(const runner::RunReport& report) {
  selected_ = report.header.selected;
  resumed_ = report.resumed;
  begin_ = steady_clock::now();
}

void Progress::advance(const runner::Summary& summary) {
  auto now = steady_clock::now();
  if (!shown_ || now - drawn_ < kRedrawInterval) return;
  drawn_ = now;
  draw(summary);
}

void Progress::draw(const runner::Summary& summary) {
  std::int64_t done = summary.total();
  auto filled = static_cast<std::size_t>(kBarColumns * done / std::max<std::int64_t>(selected_, 1));
  std::string bar(filled, '=');
  bar.resize(kBarColumns, ' ');
  std::ostringstream line;
  line << "[" << bar << "] " << done << "/" << selected_;
  if (summary.against() > 0) line << ", " << summary.against() << " against";
  std::int64_t here = done - resumed_;
  if (here > 0) {
    double elapsed = duration<double>(steady_clock::now() - begin_).count();
    line << ", "
         << seconds_text(elapsed * static_cast<double>(selected_ - done) /
                         static_cast<double>(here))
         << " left";
  }
  std::cerr << kClearLine
            << line.str().substr(0, static_cast<std::size_t>(std::max(terminal_columns() - 1, 0)))
            << std::flush;
}

void Progress::clear() {
  if (shown_ && drawn_ != steady_clock::time_point{}) std::cerr << kClearLine << std::flush;
}

}  // namespace kassay::cli
