#include "core/mdp/encodings/lanes.hpp"

#include <hwy/aligned_allocator.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/mdp/encodings/lanes_kernel.hpp"
#include "core/text.hpp"

namespace aleator {
namespace {

using Array = std::vector<double> SparseMdp::*;

/// Whether the array is the same in all problems.
bool all_share(std::span<const LaneProblem> problems, Array array) {
  const SparseMdp& first = *problems.front().mdp;
  return std::all_of(problems.begin(), problems.end(), [&](const LaneProblem& problem) {
    return problem.mdp == &first || problem.mdp->*array == first.*array;
  });
}

/// An array of numbers that stand side by side for all lanes, unless they share them.
class Columns {
 public:
  Columns(std::span<const LaneProblem> problems, Array array, std::size_t width)
      : array_(array), width_(width), shared_(&(problems.front().mdp->*array)) {
    if (all_share(problems, array)) return;
    const std::size_t size = shared_->size() * width;
    columns_ = hwy::AllocateAligned<double>(size);
    std::fill_n(columns_.get(), size, 0.0);
    shared_ = nullptr;
  }

  void load(std::size_t lane, const SparseMdp& mdp) {
    if (shared_ != nullptr) return;
    const std::vector<double>& from = mdp.*array_;
    for (std::size_t i = 0; i < from.size(); ++i) columns_[i * width_ + lane] = from[i];
  }

  LaneArray view() const noexcept {
    return shared_ != nullptr ? LaneArray{shared_->data(), true} : LaneArray{columns_.get(), false};
  }

 private:
  Array array_;
  std::size_t width_;
  const std::vector<double>* shared_;  // or nullptr
  hwy::AlignedFreeUniquePtr<double[]> columns_;
};

/// w numbers, one a lane.
using Row = std::vector<double>;

/// The problems that are being solved; lanes 0 ... active - 1 have one each.
class Lanes {
 public:
  Lanes(std::span<const LaneProblem> problems, std::stop_token stop)
      : problems_(problems),
        stop_(std::move(stop)),
        structure_(*problems.front().mdp),
        width_(lanes_width()),
        probability_(problems, &SparseMdp::probability, width_),
        reward_(problems, &SparseMdp::reward, width_),
        v_(allocate()),
        v_next_(allocate()),
        lanes_(width_),
        discount_(width_, 0.0),
        sign_(width_, 1.0),
        all_maximise_(!structure_.is_game() &&
                      std::all_of(problems.begin(), problems.end(),
                                  [](const auto& problem) { return problem.options.sense == Sense::max; })),
        solutions_(problems.size()) {}

  std::vector<Solution> solve() && {
    while (active_ < width_ && waiting_ < problems_.size()) load(active_++, waiting_++);
    while (active_ > 0) {
      const std::vector<Change> changes = sweep();
      std::swap(v_, v_next_);
      for (std::size_t lane = active_; lane-- > 0;) {
        const double before = std::exchange(lanes_[lane].largest_value, largest_value_[lane]);
        const auto largest = [&] { return std::max(before, largest_value_[lane]); };
        if (!lanes_[lane].progress->goes_on(changes[lane], largest, stop_)) retire(lane);
      }
    }
    return std::move(solutions_);
  }

 private:
  struct Lane {
    std::size_t problem = 0;
    std::optional<ValueIterationProgress> progress;
    double largest_value = 0;  // absolute
  };

  hwy::AlignedFreeUniquePtr<double[]> allocate() const {
    const std::size_t size = structure_.fixed_value.size() * width_;
    auto values = hwy::AllocateAligned<double>(size);
    std::fill_n(values.get(), size, 0.0);
    return values;
  }

  /// What problems of one process after the other have in common is computed once.
  const RowFacts& facts_of(const SparseMdp& mdp) {
    if (facts_are_of_ != &mdp) facts_ = row_facts(mdp);
    facts_are_of_ = &mdp;
    return facts_;
  }

  void load(std::size_t lane, std::size_t problem) {
    const auto& [mdp, options] = problems_[problem];
    const std::vector<double>& v = mdp->fixed_value;
    lanes_[lane].problem = problem;
    lanes_[lane].largest_value = detail::largest_absolute(v);
    lanes_[lane].progress.emplace(facts_of(*mdp), options, lanes_[lane].largest_value);
    discount_[lane] = options.discount;
    sign_[lane] = options.sense == Sense::max ? 1.0 : -1.0;
    for (std::size_t s = 0; s < v.size(); ++s) v_[s * width_ + lane] = v[s];
    probability_.load(lane, *mdp);
    reward_.load(lane, *mdp);
  }

  /// Takes the solution out of the lane, which gets the next problem, or that of the last lane in use.
  void retire(std::size_t lane) {
    const std::size_t problem = lanes_[lane].problem;
    std::vector<double> value(structure_.fixed_value.size());
    for (std::size_t s = 0; s < value.size(); ++s) value[s] = v_[s * width_ + lane];
    solutions_[problem] = std::move(*lanes_[lane].progress).finish(*problems_[problem].mdp, std::move(value));
    if (waiting_ < problems_.size()) {
      load(lane, waiting_++);
    } else if (--active_ != lane) {
      move_last_to(lane);
    }
  }

  void move_last_to(std::size_t lane) {
    const std::size_t last = active_;
    const SparseMdp& mdp = *problems_[lanes_[last].problem].mdp;
    lanes_[lane] = std::move(lanes_[last]);
    discount_[lane] = discount_[last];
    sign_[lane] = sign_[last];
    for (std::size_t s = 0; s < mdp.fixed_value.size(); ++s) v_[s * width_ + lane] = v_[s * width_ + last];
    probability_.load(lane, mdp);
    reward_.load(lane, mdp);
  }

  /// By the blocks of detail::sweep(), so that the sums of changes are the same; fills largest_value_.
  std::vector<Change> sweep() {
    const LaneBackup backup{structure_,   probability_.view(), reward_.view(), discount_.data(),
                            sign_.data(), all_maximise_,       active_};
    std::vector<Change> changes(active_);
    std::fill(largest_value_.begin(), largest_value_.end(), 0.0);
    Row smallest(width_), largest(width_), total(width_), largest_value(width_);
    const State n = structure_.num_states();
    for (State begin = 0; begin < n; begin += std::min(detail::states_per_block, n - begin)) {
      lanes_backup(backup, {begin, begin + std::min(detail::states_per_block, n - begin)}, v_.get(), v_next_.get(),
                   {smallest.data(), largest.data(), total.data(), largest_value.data()});
      for (std::size_t lane = 0; lane < active_; ++lane) {
        changes[lane].merge({smallest[lane], largest[lane], total[lane]});
        largest_value_[lane] = std::max(largest_value_[lane], largest_value[lane]);
      }
    }
    return changes;
  }

  std::span<const LaneProblem> problems_;
  std::stop_token stop_;
  const SparseMdp& structure_;
  std::size_t width_;
  Columns probability_;
  Columns reward_;
  hwy::AlignedFreeUniquePtr<double[]> v_;       // |S| w
  hwy::AlignedFreeUniquePtr<double[]> v_next_;  // |S| w
  std::vector<Lane> lanes_;
  Row discount_;
  Row sign_;
  bool all_maximise_;
  Row largest_value_ = Row(width_);
  std::size_t active_ = 0;
  std::size_t waiting_ = 0;  // the next problem
  RowFacts facts_;
  const SparseMdp* facts_are_of_ = nullptr;
  std::vector<Solution> solutions_;
};

}  // namespace

bool share_structure(const SparseMdp& a, const SparseMdp& b) {
  return &a == &b || (a.action_begin == b.action_begin && a.row_begin == b.row_begin && a.next_state == b.next_state &&
                      a.owner == b.owner);
}

std::vector<Solution> value_iteration_lanes(std::span<const LaneProblem> problems, std::stop_token stop) {
  if (problems.empty()) return {};
  for (std::size_t i = 1; i < problems.size(); ++i) {
    if (!share_structure(*problems[0].mdp, *problems[i].mdp)) {
      throw std::invalid_argument(text("processes 0 and ", i, " have different transitions"));
    }
  }
  if (problems.front().mdp->num_states() == 0) {
    std::vector<Solution> solutions;
    SerialExecutor executor;
    for (const auto& [mdp, options] : problems) solutions.push_back(value_iteration(*mdp, options, executor, stop));
    return solutions;
  }
  return Lanes(problems, std::move(stop)).solve();
}

}  // namespace aleator
