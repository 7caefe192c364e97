#include "experiments/models/perfect/ask.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "experiments/models/perfect/search.hpp"
#include "experiments/models/perfect/table_file.hpp"
#include "experiments/models/perfect/time_limit.hpp"
#include "experiments/run/ask.hpp"
#include "experiments/run/memory.hpp"

namespace aleator::perfect {
namespace {

std::string plies_text(std::int64_t plies) {
  return fmt::format("{} {}", plies, plies == 1 ? "ply" : "plies");
}

/// "win in 5 plies", "draw", "evaluation 12", ...
std::string worth_text(const Searched& worth) {
  const Found& result = worth.result;
  if (result.status != SearchStatus::complete) return "not known: the search was given up";
  if (!result.is_proven && result.simulations > 0) {
    return fmt::format("mean {:.4f} of {} games", result.mean.value_or(0), result.simulations);
  }
  if (!result.is_proven) return fmt::format("evaluation {}", result.score);
  std::string told = result.value() > 0 ? "win" : result.value() < 0 ? "loss" : "draw";
  if (result.value() != 0 && result.distance >= 0) told += " in " + plies_text(result.distance);
  if (worth.score) told += fmt::format(", score {}", *worth.score);
  return told;
}

/// Whether a is worth more than b.
bool is_better(const Searched& a, const Searched& b) {
  if (a.result.is_proven && b.result.is_proven && a.result.distance >= 0 && b.result.distance >= 0) {
    return aleator::is_better(Outlook{a.result.value(), static_cast<std::int32_t>(a.result.distance)},
                              Outlook{b.result.value(), static_cast<std::int32_t>(b.result.distance)});
  }
  if (a.result.is_proven != b.result.is_proven && (a.result.mean || b.result.mean)) {  // of mcts
    return a.result.is_proven ? a.result.value() > 0 : b.result.value() < 0;
  }
  if (!a.result.is_proven && a.result.mean && b.result.mean) return a.result.simulations > b.result.simulations;
  return a.result.score > b.result.score;
}

}  // namespace

Answer ask(Run& run, const std::string& state) {
  if (!run.config.has("search")) throw std::invalid_argument("the experiment has no [search], which gives the values");
  const auto& keys = run.config.as<SearchKeys>("search");
  const TimeLimit limit(keys.time_limit, run.stop);
  const auto moves = searcher_of(run)->moves(state, limit.token());
  Answer answer;
  answer.state = game_of(run).drawn(state);
  if (moves.empty()) {
    answer.notes = {"the game is over"};
    return answer;
  }
  const bool all_known = std::all_of(moves.begin(), moves.end(), [](const MoveWorth& move) {
    return move.worth.result.status == SearchStatus::complete;
  });
  answer.columns = {"move", "value", "", "principal variation"};
  for (const MoveWorth& move : moves) {
    const bool is_best = all_known && std::none_of(moves.begin(), moves.end(), [&](const MoveWorth& other) {
                           return is_better(other.worth, move.worth);
                         });
    answer.lines.push_back({move.move, worth_text(move.worth), is_best ? "best" : "", move.worth.line});
  }
  return answer;
}

Answer ask_table(const std::filesystem::path& file, const std::string& state) {
  const std::string search = fmt::format("search.book_file = {}\n", toml_string(file.string()));
  Experiment experiment =
      read_experiment_text(file.string(), "name = \"table\"\n" + rules_of_table_file(file) + search, {});
  experiment.memory = default_memory();
  TbbExecutor executor(1);
  return aleator::ask(experiment, state, executor);
}

}  // namespace aleator::perfect
