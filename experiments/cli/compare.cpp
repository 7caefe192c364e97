// aleator compare: the values of one axis, such as solver methods, side by side.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "experiments/cli/command.hpp"
#include "experiments/cli/comparison.hpp"
#include "experiments/cli/print.hpp"
#include "experiments/cli/runs_table.hpp"
#include "experiments/cli/table.hpp"
#include "experiments/results/netcdf_reader.hpp"

namespace aleator::cli {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// What stands behind a variant in the table.
struct Standing {
  std::size_t runs = 0;
  std::size_t ok = 0;
  bool has_peers = false;  // other variants solved a problem of its runs
  std::vector<double> seconds, transitions, sweeps, error_bound;
  std::vector<double> over_fastest;  // of each problem with peers: its time over the least time of any variant
  std::size_t compared = 0;
  std::size_t agree = 0;

  double rank() const {
    if (over_fastest.empty()) return std::numeric_limits<double>::infinity();
    double logs = 0;
    for (const double ratio : over_fastest) logs += std::log(ratio);
    return std::exp(logs / static_cast<double>(over_fastest.size()));
  }
};

/// Of each problem: the least time, the run whose bound is narrowest, and whether several variants solved it.
struct BestOfProblem {
  double seconds = std::numeric_limits<double>::infinity();
  const ComparedRun* narrowest = nullptr;
  const ComparedRun* first = nullptr;
  bool has_peers = false;
};

std::vector<BestOfProblem> best_of_problems(const Comparison& comparison) {
  std::vector<BestOfProblem> best(comparison.problems);
  for (const ComparedRun& run : comparison.runs) {
    BestOfProblem& here = best[run.problem];
    if (!here.first) here.first = &run;
    here.has_peers = here.has_peers || here.first->variant != run.variant;
    if (!run.ok) continue;
    if (run.seconds < here.seconds) here.seconds = run.seconds;
    const bool bounded = run.error_bound >= 0 && !std::isnan(run.initial_value);
    if (bounded && (!here.narrowest || run.error_bound < here.narrowest->error_bound)) here.narrowest = &run;
  }
  return best;
}

bool agrees(const ComparedRun& run, const ComparedRun& reference) {
  if (run.initial_value == reference.initial_value) return true;  // infinite ones too
  const double rounding = 1e-15 * std::abs(reference.initial_value);
  return std::abs(run.initial_value - reference.initial_value) <= run.error_bound + reference.error_bound + rounding;
}

std::vector<Standing> standings(const Comparison& comparison) {
  std::vector<Standing> all(comparison.variants.size());
  const auto best = best_of_problems(comparison);
  for (const ComparedRun& run : comparison.runs) {
    Standing& standing = all[run.variant];
    const BestOfProblem& here = best[run.problem];
    ++standing.runs;
    standing.has_peers = standing.has_peers || here.has_peers;
    if (!run.ok) continue;
    ++standing.ok;
    standing.seconds.push_back(run.seconds);
    standing.transitions.push_back(run.transitions);
    standing.sweeps.push_back(run.sweeps);
    standing.error_bound.push_back(run.error_bound);
    if (!here.has_peers) continue;
    if (here.seconds > 0 && run.seconds > 0) standing.over_fastest.push_back(run.seconds / here.seconds);
    if (!here.narrowest || std::isnan(run.initial_value)) continue;
    ++standing.compared;
    standing.agree += agrees(run, *here.narrowest);
  }
  return all;
}

double quantile(std::vector<double> values, double q) {
  std::erase_if(values, [](double x) { return std::isnan(x); });
  if (values.empty()) return missing;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1) + 0.5)];
}

std::string short_number(double value) {
  return std::isnan(value) ? "" : fmt::format("{:.3g}", value);
}

/// The best first, those that are not ok on some problems last; where variants are different problems, as in the file.
std::vector<std::size_t> order_of(const Comparison& comparison, const std::vector<Standing>& all) {
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!comparison.is_way) return order;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const bool a_solved_all = all[a].ok == all[a].runs;
    const bool b_solved_all = all[b].ok == all[b].runs;
    return a_solved_all != b_solved_all ? a_solved_all : all[a].rank() < all[b].rank();
  });
  return order;
}

std::vector<std::string> row_of(const std::string& variant, const Standing& of) {
  return {variant,
          fmt::format("{}/{}", of.ok, of.runs),
          std::isinf(of.rank()) ? "" : fmt::format("{:.2f}", of.rank()),
          short_number(quantile(of.seconds, 0.5)),
          short_number(quantile(of.seconds, 0)),
          short_number(quantile(of.seconds, 1)),
          short_number(quantile(of.transitions, 0.5)),
          short_number(quantile(of.sweeps, 0.5)),
          short_number(quantile(of.error_bound, 1)),
          of.compared == 0 ? "" : fmt::format("{}/{}", of.agree, of.compared)};
}

std::string counted(std::size_t number, const char* what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

void print_legend(const Comparison& comparison, const std::vector<Standing>& all) {
  const std::string variants = counted(comparison.variants.size(), "variant");
  constexpr const char* columns = "Times leave out making the model.\nworst bound: the largest proved error.";
  if (!comparison.is_way) {
    return print(
        "\n{}, in the order of the file. They are different problems: neither ranked nor checked against one another.\n"
        "Medians of the runs that are ok. {}\n",
        variants, columns);
  }
  print(
      "\n{} on {}. Medians of the runs that are ok; those that are not ok on some problems come last.\n"
      "x fastest: time over the least time of any variant on the same problem, geometric mean. {}\n"
      "agree: values of the initial states that lie, within both proved bounds, where the narrowest bound on the "
      "problem puts them.\n",
      variants, counted(comparison.problems, "problem"), columns);
  std::string alone;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].has_peers) alone += (alone.empty() ? "" : ", ") + comparison.variants[i];
  }
  if (!alone.empty()) print("Not compared, as no other variant solved the same problem: {}.\n", alone);
}

void print_comparison(const Comparison& comparison) {
  const auto all = standings(comparison);
  std::vector<std::vector<std::string>> rows = {{comparison.axis, "ok", "x fastest", "seconds", "least", "most",
                                                 "transitions", "sweeps", "worst bound", "agree"}};
  for (const std::size_t i : order_of(comparison, all)) rows.push_back(row_of(comparison.variants[i], all[i]));
  for (auto& row : rows) {
    if (comparison.is_way) continue;
    row.pop_back();              // agree
    row.erase(row.begin() + 2);  // x fastest
  }
  print_table(rows);
  print_legend(comparison, all);
}

}  // namespace

int compare_command(const Arguments& arguments) {
  namespace po = boost::program_options;
  po::options_description options("Options");
  options.add_options()("axis,a", po::value<std::string>(),
                        "the axis whose values are compared, by key or name; solve.method unless given");
  const auto map = parse(arguments, "compare", options, "OUT");
  if (!map) return done;
  const std::string path = (*map)["OUT"].as<std::string>();
  const results::NetcdfReader file(path);
  require_results(file, path);
  std::optional<std::string> axis;
  if (map->count("axis")) axis = (*map)["axis"].as<std::string>();
  print_comparison(read_comparison(file, axis));
  return done;
}

}  // namespace aleator::cli
