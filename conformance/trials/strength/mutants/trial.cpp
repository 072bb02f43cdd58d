#include "conformance/trials/strength/mutants/trial.h"

#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <numeric>
#include <set>
#include <tuple>

#include "conformance/trials/strength/mutants/selector.h"

namespace kassay::mutants {
namespace {

constexpr std::size_t kMemory = std::size_t{1} << 30;
constexpr std::size_t kMessage = 400;  // bytes kept
constexpr std::size_t kKillers = 20;   // results remembered for a function

// A mutant may take ten times as long as the right code, and a second more.
double deadline(double seconds) { return 1 + 10 * seconds; }

// What a child reports, in shared memory.
struct Report {
  std::size_t at;  // the result under way
  bool killed;
  char how[32];
  char message[kMessage];
  char accepted[64];
};

void copy(const std::string& text, char* to, std::size_t size) {
  std::strncpy(to, text.c_str(), size - 1);
}

}  // namespace

struct Trials::Slot {
  Shared report{sizeof(Report)};
  pid_t child = -1;
  std::size_t place = 0;
  std::size_t reached = 0;
  std::string function = {};
  std::chrono::steady_clock::time_point begin = {};
  Report& said() { return *reinterpret_cast<Report*>(report.data()); }
};

Trials::Trials(const Suite& suite, const Reach& reach, unsigned jobs)
    : suite_(suite), reach_(reach), rank_(suite.wanted.size()) {
  for (unsigned i = 0; i < std::max(1U, jobs); ++i) slots_.push_back(std::make_unique<Slot>());
  std::vector<std::size_t> by_time(suite.wanted.size());
  std::iota(by_time.begin(), by_time.end(), std::size_t{0});
  std::ranges::sort(by_time, {}, [&](std::size_t i) { return std::pair(reach.seconds(i), i); });
  std::map<std::string, std::size_t> count;
  for (const std::size_t i : by_time) rank_[i] = count[*suite.wanted[i].function]++;
}

Trials::~Trials() = default;

// First tier smoke, to find out whether it kills the mutant; then results that killed others of the
// file, results of the file's function, and the fastest of each function.
std::vector<std::size_t> Trials::order(const Subject& subject) const {
  std::vector<std::size_t> results = reach_.of(static_cast<std::size_t>(subject.mutant));
  std::map<std::size_t, std::size_t> latest;
  if (const auto found = killers_.find(subject.function); found != killers_.end()) {
    for (std::size_t i = 0; i < found->second.size(); ++i) {
      latest[found->second[i]] = found->second.size() - i;
    }
  }
  std::ranges::sort(results, {}, [&](std::size_t i) {
    const Wanted& wanted = suite_.wanted[i];
    const auto killer = latest.find(i);
    return std::tuple(wanted.tier != Tier::kSmoke,
                      killer == latest.end() ? kKillers : killer->second,
                      *wanted.function != subject.function, rank_[i], reach_.seconds(i), i);
  });
  return results;
}

void Trials::start(Slot& slot, const Subject& subject, std::size_t place) {
  const std::vector<std::size_t> results = order(subject);
  slot.place = place;
  slot.reached = results.size();
  slot.function = subject.function;
  slot.begin = std::chrono::steady_clock::now();
  Report& said = slot.said();
  said = Report{};
  slot.child = start_child(kMemory, [&] {
    active = subject.mutant;
    said.at = results.empty() ? 0 : results.front();
    set_deadline(deadline(0));
    Interpreters interpreters;
    for (const std::size_t i : results) {
      said.at = i;
      set_deadline(deadline(reach_.seconds(i)));
      const auto [result, is_own_error] = interpreters.judged(suite_.wanted[i]);
      // Where any error is right, an own error is not: another backend with this mistake would answer.
      const bool is_refusal = !is_own_error || reach_.is_own_error(i);
      if (result.outcome == Outcome::kPass && is_refusal) continue;
      if (result.outcome == Outcome::kPassAccepted && is_refusal) {
        if (reach_.is_accepted(i) || said.accepted[0] != '\0') continue;
        copy(*suite_.wanted[i].function + "." + result.reading, said.accepted,
             sizeof said.accepted);
        continue;
      }
      copy(is_refusal ? std::string(outcome_name(result.outcome)) : "own error", said.how,
           sizeof said.how);
      copy(result.message, said.message, sizeof said.message);
      said.killed = true;
      return;
    }
  });
}

Verdict Trials::finish(Slot& slot, int status) {
  Report& said = slot.said();
  Verdict verdict;
  verdict.reached = slot.reached;
  verdict.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - slot.begin).count();
  const std::string end = end_of(status);
  verdict.killed = said.killed || !end.empty();
  verdict.by = said.at;
  verdict.how = said.killed ? said.how : end;
  verdict.message = said.message;
  verdict.accepted = said.accepted;
  if (verdict.killed) {
    std::vector<std::size_t>& killers = killers_[slot.function];
    std::erase(killers, verdict.by);
    killers.push_back(verdict.by);
    if (killers.size() > kKillers) killers.erase(killers.begin());
  }
  slot.child = -1;
  return verdict;
}

void Trials::run(const std::vector<Subject>& subjects,
                 const std::function<void(std::size_t, const Verdict&)>& done) {
  std::size_t next = 0, busy = 0;
  while (next < subjects.size() || busy > 0) {
    for (const std::unique_ptr<Slot>& slot : slots_) {
      if (slot->child >= 0 || next >= subjects.size()) continue;
      start(*slot, subjects[next], next);
      ++next;
      ++busy;
    }
    int status = 0;
    const pid_t ended = waitpid(-1, &status, 0);
    for (const std::unique_ptr<Slot>& slot : slots_) {
      if (slot->child != ended) continue;
      --busy;
      const std::size_t place = slot->place;
      done(place, finish(*slot, status));
    }
  }
}

}  // namespace kassay::mutants
