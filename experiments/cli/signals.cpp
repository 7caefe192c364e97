#include "experiments/cli/signals.hpp"

#include <unistd.h>

#include <csignal>

#include "experiments/cli/command.hpp"

namespace aleator::cli {
namespace {

volatile std::sig_atomic_t signals_seen = 0;

extern "C" void note_signal(int) {
  if (signals_seen != 0) _exit(Exit::interrupted);
  signals_seen = 1;
}

}  // namespace

SignalGuard::SignalGuard() {
  std::signal(SIGINT, note_signal);
  std::signal(SIGTERM, note_signal);
  std::signal(SIGUSR1, note_signal);  // by which Slurm warns
  std::signal(SIGPIPE, SIG_IGN);
}

SignalGuard::~SignalGuard() {
  for (const int number : {SIGINT, SIGTERM, SIGUSR1, SIGPIPE}) std::signal(number, SIG_DFL);
}

bool SignalGuard::interrupted() noexcept {
  return signals_seen != 0;
}

}  // namespace aleator::cli
