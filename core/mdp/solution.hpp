// What a solver of decision processes answers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace aleator {

enum class SolveStatus : std::uint8_t {
  converged,        // the stopping rule was met
  max_sweeps,       // it was not, after as many sweeps as were allowed
  precision_limit,  // it cannot be met in double precision
  not_certified,    // nothing is proved; Solution::message says why
  stopped           // the caller asked to stop
};

struct Solution {
  std::vector<double> value;  // |S|
  std::vector<double> lower;  // |S| proved bounds, where they are not just value -+ error_bound; else empty
  std::vector<double> upper;
  double error_bound = 0;                  // proved: no finite value is farther than this from the optimum
  std::vector<double> residual;            // the largest absolute change of each sweep
  std::int64_t transitions_processed = 0;  // in all sweeps: what methods can be compared by
  SolveStatus status = SolveStatus::converged;
  std::string message;  // why it is not certified

  std::int64_t sweeps() const noexcept { return static_cast<std::int64_t>(residual.size()); }

  /// Takes what ended the solver for the status; but where error_bound meets the tolerance, the rule is met, although
  /// the solver counted more for rounding than was there. What is stopped or not certified stays so.
  void settle(SolveStatus ended, double tolerance) noexcept {
    if (status == SolveStatus::not_certified) return;
    const bool limited = ended == SolveStatus::precision_limit || ended == SolveStatus::max_sweeps;
    status = limited && error_bound <= tolerance ? SolveStatus::converged : ended;
  }
};

}  // namespace aleator
