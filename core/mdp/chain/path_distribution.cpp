#include "core/mdp/chain/path_distribution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/text.hpp"

namespace aleator {

namespace {

void require_cells(std::int64_t cells, const DistributionLimits& limits) {
  if (cells > limits.max_cells) {
    throw std::invalid_argument(
        text("the distribution needs more than ", limits.max_cells, " cells (", 8 * limits.max_cells, " bytes)"));
  }
}

/// Mass on the values first ... first + mass.size() - 1.
struct Window {
  std::int64_t first = 0;
  std::vector<double> mass;

  bool empty() const noexcept { return mass.empty(); }
  std::int64_t size() const noexcept { return static_cast<std::int64_t>(mass.size()); }
  std::int64_t end() const noexcept { return first + size(); }

  /// Adds the masses of `from`, moved up by `shift` and scaled. @pre they fit in.
  void add(const Window& from, std::int64_t shift, double scale) noexcept {
    double* to = mass.data() + (from.first + shift - first);
    for (std::size_t i = 0; i < from.mass.size(); ++i) to[i] += scale * from.mass[i];
  }

  /// Makes room for the values begin ... end - 1.
  void cover(std::int64_t begin, std::int64_t end_value) {
    if (empty()) {
      first = begin;
      mass.assign(static_cast<std::size_t>(end_value - begin), 0);
      return;
    }
    // What grows at the front step by step is moved only so often.
    if (begin < first) {
      const std::int64_t room = std::max(first - begin, size() / 2);
      mass.insert(mass.begin(), static_cast<std::size_t>(room), 0);
      first -= room;
    }
    if (end_value > end()) mass.resize(static_cast<std::size_t>(end_value - first), 0);
  }

  /// Cuts cells of no more than `least` from both ends, as many as have `budget` together; returns their mass.
  double trim(double least, double budget) {
    double cut = 0;
    const auto goes = [&](double p) { return p <= least && cut + p <= budget; };
    while (!mass.empty() && goes(mass.back())) {
      cut += mass.back();
      mass.pop_back();
    }
    std::size_t front = 0;
    for (; front < mass.size() && goes(mass[front]); ++front) cut += mass[front];
    mass.erase(mass.begin(), mass.begin() + static_cast<std::ptrdiff_t>(front));
    first += static_cast<std::int64_t>(front);
    return cut;
  }
};

Distribution as_distribution(Window window) {
  window.trim(0, 0);
  return {window.empty() ? 0 : window.first, std::move(window.mass), 0, 0, 0};
}

/// One vector of probabilities, carried forward.
class StepCount {
 public:
  StepCount(const SparseMdp& chain, std::vector<Fate> fates, const DistributionLimits& limits)
      : chain_(chain), fates_(std::move(fates)), limits_(limits), next_(fates_.size(), 0) {}

  Distribution run(const std::vector<double>& initial, const std::stop_token& stop) {
    now_ = initial;
    settle(now_);
    while (on_the_way_ > limits_.tail_mass && steps() < limits_.max_steps && !stop.stop_requested()) {
      require_cells(steps() + 2, limits_);
      step();
    }
    Distribution result = as_distribution({0, std::move(arrived_)});
    result.infinite_mass = infinite_;
    result.tail_mass = on_the_way_;
    return result;
  }

 private:
  std::int64_t steps() const noexcept { return static_cast<std::int64_t>(arrived_.size()) - 1; }

  /// Takes out what has arrived or never will.
  void settle(std::vector<double>& mass) {
    double arrived = 0;
    on_the_way_ = 0;
    for (std::size_t s = 0; s < mass.size(); ++s) {
      if (fates_[s] == Fate::open) {
        on_the_way_ += mass[s];
        continue;
      }
      (fates_[s] == Fate::ended ? arrived : infinite_) += mass[s];
      mass[s] = 0;
    }
    arrived_.push_back(arrived);
  }

  void step() {
    std::fill(next_.begin(), next_.end(), 0);
    for (State s = 0; s < chain_.num_states(); ++s) {
      if (now_[s] == 0) continue;
      const std::int64_t row = chain_.action_begin[s];
      for (std::int64_t i = chain_.row_begin[row]; i < chain_.row_begin[row + 1]; ++i) {
        next_[chain_.next_state[i]] += now_[s] * chain_.probability[i];
      }
    }
    now_.swap(next_);
    settle(now_);
  }

  const SparseMdp& chain_;
  std::vector<Fate> fates_;
  DistributionLimits limits_;
  std::vector<double> now_;
  std::vector<double> next_;
  std::vector<double> arrived_;  // [steps]
  double on_the_way_ = 0;
  double infinite_ = 0;
};

/// The whole number that a reward is.
/// @throws std::invalid_argument if it is none.
std::int64_t whole(double reward, const char* what, State s) {
  const double rounded = std::round(reward);
  if (!(std::abs(reward - rounded) <= 1e-12)) {
    throw std::invalid_argument(text(what, " ", reward, " in state ", s, " is not a whole number"));
  }
  if (std::abs(rounded) > 2147483648.0) {
    throw std::invalid_argument(text(what, " ", reward, " in state ", s, " is larger than 2^31"));
  }
  return static_cast<std::int64_t>(rounded);
}

/// A window of rewards for every state, carried forward.
class RewardSum {
 public:
  RewardSum(const SparseMdp& chain, const PathTotal& total, std::vector<Fate> fates, const DistributionLimits& limits)
      : chain_(chain),
        total_(total),
        fates_(std::move(fates)),
        limits_(limits),
        now_(fates_.size()),
        next_(fates_.size()),
        begin_(fates_.size()),
        end_(fates_.size()) {}

  Distribution run(const std::vector<double>& initial, const std::stop_token& stop) {
    read_rewards(initial);
    for (State s = 0; s < chain_.num_states(); ++s) {
      if (initial[s] > 0) start(s, initial[s]);
    }
    // Half of the tail is for the windows, half for what is still on its way.
    for (std::int64_t step = 0; on_the_way_ > limits_.tail_mass / 2; ++step) {
      if (step >= limits_.max_steps || stop.stop_requested()) break;
      advance();
    }
    Distribution result = as_distribution(std::move(arrived_));
    result.infinite_mass = plus_;
    result.minus_infinite_mass = minus_;
    result.tail_mass = cut_ + on_the_way_;
    result.tail_anywhere = true;
    return result;
  }

 private:
  /// The rewards as whole numbers, wherever a path from `initial` comes.
  void read_rewards(const std::vector<double>& initial) {
    reward_.resize(chain_.next_state.size());
    end_value_.resize(fates_.size());
    std::vector<std::uint8_t> seen(fates_.size(), 0);
    std::vector<State> to_do;
    const auto see = [&](State s) {
      if (std::exchange(seen[s], 1) == 0) to_do.push_back(s);
    };
    for (State s = 0; s < chain_.num_states(); ++s) {
      if (initial[s] > 0) see(s);
    }
    while (!to_do.empty()) {
      const State s = to_do.back();
      to_do.pop_back();
      if (fates_[s] == Fate::ended) end_value_[s] = whole(end_value(chain_, total_, s), "fixed value", s);
      if (fates_[s] != Fate::open) continue;
      const std::int64_t row = chain_.action_begin[s];
      for (std::int64_t i = chain_.row_begin[row]; i < chain_.row_begin[row + 1]; ++i) {
        reward_[i] = whole(added(chain_, total_, row, i), "reward", s);
        see(chain_.next_state[i]);
      }
    }
  }

  void start(State s, double mass) {
    const Window at_zero{0, {mass}};
    if (fates_[s] == Fate::open) {
      now_[s] = at_zero;
      active_.push_back(s);
      on_the_way_ += mass;
    } else {
      settle(s, at_zero, 0, 1);
    }
  }

  void settle(State s, const Window& mass, std::int64_t shift, double scale) {
    double moved = 0;
    for (const double p : mass.mass) moved += p * scale;
    settled_ += moved;
    if (fates_[s] == Fate::plus_infinity) plus_ += moved;
    if (fates_[s] == Fate::minus_infinity) minus_ += moved;
    if (fates_[s] != Fate::ended) return;
    shift += end_value_[s];
    const std::int64_t begin = std::min(arrived_.empty() ? mass.first + shift : arrived_.first, mass.first + shift);
    const std::int64_t end = std::max(arrived_.empty() ? mass.end() + shift : arrived_.end(), mass.end() + shift);
    require_cells(cells_ + end - begin, limits_);
    arrived_.cover(begin, end);
    arrived_.add(mass, shift, scale);
  }

  /// Calls visit(s, t, i) for every transition of the states that have mass.
  template <class Visit>
  void for_each_transition(Visit&& visit) const {
    for (const State s : active_) {
      const std::int64_t row = chain_.action_begin[s];
      for (std::int64_t i = chain_.row_begin[row]; i < chain_.row_begin[row + 1]; ++i)
        visit(s, chain_.next_state[i], i);
    }
  }

  /// How wide the windows of the next step must be, and for which states.
  std::vector<State> measure() {
    std::vector<State> reached;
    for_each_transition([&](State s, State t, std::int64_t i) {
      if (fates_[t] != Fate::open) return;
      const std::int64_t begin = now_[s].first + reward_[i];
      const std::int64_t end = now_[s].end() + reward_[i];
      if (begin_[t] == end_[t]) {
        reached.push_back(t);
        begin_[t] = begin;
        end_[t] = end;
      }
      begin_[t] = std::min(begin_[t], begin);
      end_[t] = std::max(end_[t], end);
    });
    return reached;
  }

  void advance() {
    std::vector<State> reached = measure();
    cells_ = 0;
    for (const State s : active_) cells_ += now_[s].size();
    const std::int64_t cells_now = cells_;
    for (const State t : reached) cells_ += end_[t] - begin_[t];
    require_cells(cells_ + arrived_.size(), limits_);
    for (const State t : reached) {
      next_[t].mass.clear();
      next_[t].cover(begin_[t], end_[t]);
      begin_[t] = end_[t] = 0;
    }
    for_each_transition([&](State s, State t, std::int64_t i) {
      if (fates_[t] == Fate::open) {
        next_[t].add(now_[s], reward_[i], chain_.probability[i]);
      } else {
        settle(t, now_[s], reward_[i], chain_.probability[i]);
      }
    });
    for (const State s : active_) now_[s] = {};
    now_.swap(next_);
    trim(reached, cells_ - cells_now);
    active_ = std::move(reached);
  }

  /// What may be cut grows with what has settled, so that late windows are cut too.
  void trim(std::vector<State>& reached, std::int64_t cells) {
    const double budget = limits_.tail_mass * (0.05 + 0.4 * std::min(settled_, 1.0)) - cut_;
    const double least = std::max(0.0, budget / static_cast<double>(cells + 1));
    on_the_way_ = 0;
    for (const State t : reached) {
      cut_ += now_[t].trim(least, least * static_cast<double>(now_[t].size()));
      for (const double p : now_[t].mass) on_the_way_ += p;
    }
    std::erase_if(reached, [&](State t) { return now_[t].empty(); });
    std::sort(reached.begin(), reached.end());
  }

  const SparseMdp& chain_;
  PathTotal total_;
  std::vector<Fate> fates_;
  DistributionLimits limits_;
  std::vector<std::int64_t> reward_;     // nnz
  std::vector<std::int64_t> end_value_;  // |S|
  std::vector<Window> now_;              // |S|
  std::vector<Window> next_;
  std::vector<std::int64_t> begin_;  // |S|: of the window to come; begin == end if there is none
  std::vector<std::int64_t> end_;
  std::vector<State> active_;  // the states with mass
  Window arrived_;
  std::int64_t cells_ = 0;  // of the windows
  double on_the_way_ = 0;
  double settled_ = 0;
  double cut_ = 0;
  double plus_ = 0;
  double minus_ = 0;
};

}  // namespace

Distribution path_distribution(const SparseMdp& chain, const PathTotal& total, const std::vector<double>& initial,
                               const DistributionLimits& limits, std::stop_token stop) {
  require_distribution(initial, chain.num_states());
  if (!(limits.tail_mass > 0)) throw std::invalid_argument(text("tail_mass ", limits.tail_mass, " is not above 0"));
  std::vector<Fate> fate = fates(chain, total);
  if (total.counted == Counted::steps) return StepCount(chain, std::move(fate), limits).run(initial, stop);
  return RewardSum(chain, total, std::move(fate), limits).run(initial, stop);
}

}  // namespace aleator
