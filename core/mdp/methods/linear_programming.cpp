#include "core/mdp/methods/linear_programming.hpp"

#include <glpk.h>

#include <memory>
#include <optional>
#include <stdexcept>

#include "core/mdp/methods/progress.hpp"
#include "core/mdp/methods/sweep.hpp"
#include "core/text.hpp"

namespace aleator {
namespace {

using Program = std::unique_ptr<glp_prob, decltype(&glp_delete_prob)>;

/// Column s + 1 is V(s), fixed in a state without actions; row r + 1 is V(s) - discount * sum P V >= reward.
Program program_of(const BellmanEquation& equation) {
  const SparseMdp& mdp = equation.mdp;
  const bool max = equation.sense == Sense::max;
  Program program(glp_create_prob(), glp_delete_prob);
  glp_set_obj_dir(program.get(), max ? GLP_MIN : GLP_MAX);
  glp_add_cols(program.get(), mdp.num_states());
  glp_add_rows(program.get(), static_cast<int>(mdp.num_rows()));
  std::vector<int> columns;
  std::vector<double> factors;
  std::vector<double> of_state(static_cast<std::size_t>(mdp.num_states()));
  std::vector<std::int64_t> row_of(of_state.size(), -1);  // that of_state is about
  for (State s = 0; s < mdp.num_states(); ++s) {
    const bool ends = mdp.num_actions(s) == 0;
    glp_set_col_bnds(program.get(), s + 1, ends ? GLP_FX : GLP_FR, mdp.fixed_value[s], mdp.fixed_value[s]);
    glp_set_obj_coef(program.get(), s + 1, ends ? 0 : 1);
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
      columns.assign(1, 0);  // GLPK counts from 1
      factors.assign(1, 0);
      const auto add = [&](State t, double factor) {
        if (row_of[t] != row) columns.push_back(t + 1);
        of_state[t] = (row_of[t] == row ? of_state[t] : 0.0) + factor;
        row_of[t] = row;
      };
      add(s, 1);
      for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
        add(mdp.next_state[i], -equation.discount * mdp.probability[i]);
      }
      for (std::size_t k = 1; k < columns.size(); ++k) factors.push_back(of_state[columns[k] - 1]);
      const auto at = static_cast<int>(row) + 1;
      glp_set_mat_row(program.get(), at, static_cast<int>(columns.size()) - 1, columns.data(), factors.data());
      glp_set_row_bnds(program.get(), at, max ? GLP_LO : GLP_UP, mdp.reward[row], mdp.reward[row]);
    }
  }
  return program;
}

/// GLPK writes nothing while this lives.
class Silence {
 public:
  Silence() : before_(glp_term_out(GLP_OFF)) {}
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  ~Silence() { glp_term_out(before_); }

 private:
  int before_;
};

/// Runs the simplex method in short stretches, to ask in between whether to stop.
/// @return why there is no optimum, if there is none: every programme has one, so that rounding must have hidden it
std::optional<SolveStatus> optimise(glp_prob* program, const Effort& effort) {
  glp_smcp parameters;
  glp_init_smcp(&parameters);
  parameters.msg_lev = GLP_MSG_OFF;
  parameters.meth = GLP_DUALP;
  parameters.tol_bnd = 1e-10;
  parameters.tol_dj = 1e-10;
  parameters.it_lim = 1000;
  glp_adv_basis(program, 0);
  for (;;) {
    const int failure = glp_simplex(program, &parameters);
    if (failure == 0 && glp_get_status(program) == GLP_OPT) return std::nullopt;
    if (failure != GLP_EITLIM) return SolveStatus::precision_limit;
    if (effort.stop.stop_requested()) return SolveStatus::stopped;
  }
}

}  // namespace

SolveStatus linear_programming(const BellmanEquation& equation, const LinearProgrammingOptions& options, double target,
                               std::vector<double>& value, Effort& effort) {
  const SparseMdp& mdp = equation.mdp;
  if (mdp.is_game()) throw std::invalid_argument("a game is no linear program");
  if (mdp.num_rows() > options.max_rows) {
    throw std::invalid_argument(text("linear programming is a check for small processes: ", mdp.num_rows(),
                                     " rows, at most ", options.max_rows));
  }
  Progress progress(equation, target, value, effort);
  if (effort.exhausted()) return SolveStatus::max_sweeps;
  if (mdp.num_rows() > 0) {
    const Silence silence;
    const Program program = program_of(equation);
    if (const auto end = optimise(program.get(), effort)) return *end;
    for (State s = 0; s < mdp.num_states(); ++s) {
      if (mdp.num_actions(s) > 0) value[s] = glp_get_col_prim(program.get(), s + 1);
    }
  }
  std::vector<double> next(value.size());
  SerialExecutor executor;
  const double residual = detail::sweep(equation, value, next, executor).absolute();
  const auto end = progress.after_sweep(residual, residual, 2 * mdp.num_transitions(), value);
  return end.value_or(SolveStatus::precision_limit);
}

}  // namespace aleator
