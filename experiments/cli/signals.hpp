// SIGINT, SIGTERM and SIGUSR1 as a flag.
#pragma once

namespace aleator::cli {

/// While it lives, SIGINT, SIGTERM and SIGUSR1 are noted (a second one ends the process at once with code 130) and
/// SIGPIPE is ignored: what ends a run is the user, not a pager that was closed.
class SignalGuard {
 public:
  SignalGuard();
  ~SignalGuard();
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;

  static bool interrupted() noexcept;
};

}  // namespace aleator::cli
