// aleator compare: the values of one axis, such as solver methods, side by side.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "experiments/cli/command.hpp"
#include "experiments/cli/print.hpp"
#include "experiments/cli/runs_table.hpp"
#include "experiments/cli/table.hpp"
#include "experiments/config/key.hpp"
#include "experiments/results/netcdf_reader.hpp"

namespace aleator::cli {
namespace {

using results::NetcdfReader;
using results::VariableInfo;

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// One run, as far as comparing needs it.
struct ComparedRun {
  std::size_t variant;  // its value on the compared axis
  std::size_t point;    // its place on all other axes
  bool ok;
  double seconds = missing;
  double transitions = missing;
  double sweeps = missing;
  double error_bound = missing;
  double initial_value = missing;
};

struct Comparison {
  std::string axis;
  std::vector<std::string> variants;
  std::size_t points = 0;
  std::vector<ComparedRun> runs;
};

/// What stands behind a variant in the table.
struct Standing {
  std::size_t runs = 0;
  std::size_t ok = 0;
  std::vector<double> seconds, transitions, sweeps, error_bound;
  std::vector<double> over_fastest;  // of each point: its time over the least of any variant there
  std::size_t compared = 0;
  std::size_t agree = 0;

  double rank() const {
    if (over_fastest.empty()) return std::numeric_limits<double>::infinity();
    double logs = 0;
    for (const double ratio : over_fastest) logs += std::log(ratio);
    return std::exp(logs / static_cast<double>(over_fastest.size()));
  }
};

const VariableInfo* find(const std::vector<VariableInfo>& columns, const std::string& name) {
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const auto& c) { return c.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

/// The columns of /runs that say where a run stands: the axes and the replicate.
std::vector<VariableInfo> place_columns(const std::vector<VariableInfo>& columns) {
  const auto status = std::find_if(columns.begin(), columns.end(), [](const auto& c) { return c.name == "status"; });
  std::vector<VariableInfo> places(columns.begin(), status);
  std::erase_if(places, [](const VariableInfo& c) { return is_axis(c); });  // `run` itself
  return places;
}

/// The column of an axis, named as in the file or by its key.
std::string axis_column(const std::vector<VariableInfo>& places, const std::string& axis) {
  std::string whole = axis;
  std::replace(whole.begin(), whole.end(), '.', '_');
  const std::string last = axis.substr(axis.rfind('.') == std::string::npos ? 0 : axis.rfind('.') + 1);
  std::vector<std::string> names;
  for (const VariableInfo& column : places) names.push_back(column.name);
  for (const std::string& name : {axis, last, whole}) {
    if (std::find(names.begin(), names.end(), name) != names.end()) return name;
  }
  throw UsageError(fmt::format("--axis {}: the file has no such axis{}: it has {}", axis, did_you_mean(last, names),
                               fmt::join(names, ", ")));
}

/// Numbers each distinct text in the order of its first appearance.
struct Numbering {
  std::map<std::string, std::size_t> number;
  std::vector<std::string> texts;

  std::size_t of(const std::string& text) {
    const auto [entry, is_new] = number.emplace(text, texts.size());
    if (is_new) texts.push_back(text);
    return entry->second;
  }
};

Comparison read_comparison(const NetcdfReader& file, const std::string& axis) {
  const auto columns = file.variables("runs");
  const auto places = place_columns(columns);
  Comparison comparison;
  comparison.axis = axis_column(places, axis);
  const auto status = file.read_integers("runs/status");
  std::vector<std::string> point(status.size());
  std::vector<std::string> variant;
  for (const VariableInfo& column : places) {
    auto values = column_texts(file, column);
    if (column.name == comparison.axis) {
      variant = std::move(values);
    } else {
      for (std::size_t i = 0; i < point.size(); ++i) point[i] += values[i] + "\n";
    }
  }
  Numbering variants, points;
  for (std::size_t i = 0; i < status.size(); ++i) {
    comparison.runs.push_back({variants.of(variant[i]), points.of(point[i]), status[i] == 0});
  }
  const auto take = [&](const char* name, double ComparedRun::*member) {
    if (!find(columns, name)) return;
    const auto values = file.read_doubles(std::string("runs/") + name);
    for (std::size_t i = 0; i < values.size(); ++i) comparison.runs[i].*member = values[i];
  };
  take("seconds", &ComparedRun::seconds);
  take("transitions_processed", &ComparedRun::transitions);
  take("sweeps", &ComparedRun::sweeps);
  take("error_bound", &ComparedRun::error_bound);
  take("initial_value", &ComparedRun::initial_value);
  comparison.variants = std::move(variants.texts);
  comparison.points = points.texts.size();
  return comparison;
}

/// Of each point: the least time, and the run whose bound is narrowest.
struct BestOfPoint {
  double seconds = std::numeric_limits<double>::infinity();
  const ComparedRun* narrowest = nullptr;
};

std::vector<BestOfPoint> best_of_points(const Comparison& comparison) {
  std::vector<BestOfPoint> best(comparison.points);
  for (const ComparedRun& run : comparison.runs) {
    if (!run.ok) continue;
    BestOfPoint& here = best[run.point];
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
  const auto best = best_of_points(comparison);
  for (const ComparedRun& run : comparison.runs) {
    Standing& standing = all[run.variant];
    ++standing.runs;
    if (!run.ok) continue;
    ++standing.ok;
    standing.seconds.push_back(run.seconds);
    standing.transitions.push_back(run.transitions);
    standing.sweeps.push_back(run.sweeps);
    standing.error_bound.push_back(run.error_bound);
    const BestOfPoint& here = best[run.point];
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

/// Axes along which every variant solves the same problem, so that the values must agree.
bool same_problem(const std::string& axis) {
  constexpr std::string_view axes[] = {
      "method", "encoding", "order",   "relaxation", "block_states", "evaluation_sweeps",
      "krylov", "restart",  "forcing", "stop",       "tolerance",    "max_sweeps"};
  const std::string key = axis.starts_with("solve_") ? axis.substr(6) : axis;
  return std::find(std::begin(axes), std::end(axes), key) != std::end(axes);
}

void print_comparison(const Comparison& comparison) {
  const bool may_agree = same_problem(comparison.axis);
  const auto all = standings(comparison);
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const bool a_solved_all = all[a].ok == all[a].runs;
    const bool b_solved_all = all[b].ok == all[b].runs;
    return a_solved_all != b_solved_all ? a_solved_all : all[a].rank() < all[b].rank();
  });
  std::vector<std::vector<std::string>> rows = {{comparison.axis, "ok", "x fastest", "seconds", "least", "most",
                                                 "transitions", "sweeps", "worst bound", "agree"}};
  for (const std::size_t i : order) {
    const Standing& of = all[i];
    rows.push_back({comparison.variants[i], fmt::format("{}/{}", of.ok, of.runs),
                    std::isinf(of.rank()) ? "" : fmt::format("{:.2f}", of.rank()),
                    short_number(quantile(of.seconds, 0.5)), short_number(quantile(of.seconds, 0)),
                    short_number(quantile(of.seconds, 1)), short_number(quantile(of.transitions, 0.5)),
                    short_number(quantile(of.sweeps, 0.5)), short_number(quantile(of.error_bound, 1)),
                    of.compared == 0 ? "" : fmt::format("{}/{}", of.agree, of.compared)});
  }
  for (auto& row : rows) {
    if (!may_agree) row.pop_back();
  }
  print_table(rows);
  print(
      "\n{} variants on {} points. Medians of the runs that are ok; those that are not ok on some points come last.\n"
      "x fastest: time over the least time of any variant on the same point, geometric mean. Times leave out making "
      "the model.\n"
      "worst bound: the largest proved error.{}\n",
      comparison.variants.size(), comparison.points,
      may_agree ? " agree: values of the initial states that lie, within both proved bounds, where the narrowest bound "
                  "of the point puts them."
                : "");
}

}  // namespace

int compare_command(const Arguments& arguments) {
  namespace po = boost::program_options;
  po::options_description options("Options");
  options.add_options()("axis,a", po::value<std::string>()->default_value("solve.method"),
                        "the axis whose values are compared, by key or name");
  const auto map = parse(arguments, "compare", options, "OUT");
  if (!map) return done;
  const std::string path = (*map)["OUT"].as<std::string>();
  const NetcdfReader file(path);
  require_results(file, path);
  print_comparison(read_comparison(file, (*map)["axis"].as<std::string>()));
  return done;
}

}  // namespace aleator::cli
