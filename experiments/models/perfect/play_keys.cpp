#include "experiments/models/perfect/play_keys.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "experiments/models/perfect/search_keys.hpp"

namespace aleator::perfect {
namespace {

using K = PlayKeys;

Key player_key(const char* name, PlayerName K::*member, const char* help) {
  return choice(name, member,
                {{"search", PlayerName::search},
                 {"random", PlayerName::random},
                 {"greedy", PlayerName::greedy},
                 {"epsilon-optimal", PlayerName::epsilon_optimal},
                 {"heuristic", PlayerName::heuristic}},
                {.help = help});
}

Key epsilon_key(const char* name, double K::*member) {
  return key(name, member,
             {.help = "of epsilon-optimal: the probability of a move that is drawn from all legal ones",
              .range = between(0, 1)});
}

Key ties_key(const char* name, Ties K::*member) {
  return choice(
      name, member, {{"uniform", Ties::uniform}, {"first", Ties::first}, {"distance", Ties::distance}},
      {.help = "of epsilon-optimal: which of the moves of the best value is made: any, the first, or one that "
               "wins soonest or loses latest"});
}

std::string method_problem(const std::string& name) {
  if (method_named(name)) return {};
  const std::vector<std::string> names = search_section().variant_names();
  return fmt::format("there is no method {}: it is one of {}", toml_string(name), fmt::join(names, ", "));
}

}  // namespace

SectionSpec play_section() {
  std::int64_t K::*const games = &MatchOptions::games;
  WhoBegins K::*const begins = &MatchOptions::begins;
  return {
      "play",
      "",
      {variant<K>(
          "", "Matches of two players",
          {player_key("player", &K::player,
                      "who plays: search (as [search] says), random (any move), greedy (wins at once, else the best "
                      "by weights), epsilon-optimal (who errs with probability epsilon), heuristic (the most; the "
                      "cell of most lines; the middle)"),
           player_key("opponent", &K::opponent, "the other player"), epsilon_key("epsilon", &K::epsilon),
           epsilon_key("opponent_epsilon", &K::opponent_epsilon), ties_key("ties", &K::ties),
           ties_key("opponent_ties", &K::opponent_ties),
           key("weights", &K::weights,
               {.help = "by which greedy evaluates positions: as those of [search]", .default_text = "0"}),
           key("opponent_method", &K::opponent_method,
               {.help = "of an opponent who searches, instead of [search]'s: by the keys of that method in [search] "
                        "that this one has too, and the defaults of the others",
                .default_text = "that of [search]",
                .check = method_problem}),
           key("opponent_depth", &K::opponent_depth,
               {.help = "instead of [search]'s depth for an opponent who searches",
                .range = between(0, 1e6),
                .default_text = "that of [search]"}),
           key("opponent_simulations", &K::opponent_simulations,
               {.help = "instead of [search]'s simulations for an opponent who searches by mcts",
                .range = between(1, 1e12),
                .default_text = "those of [search]"}),
           choice(
               "begins", begins,
               {{"player", WhoBegins::player}, {"opponent", WhoBegins::opponent}, {"alternate", WhoBegins::alternate}},
               {.help = "who makes the first move; alternate: the player in games 0, 2, ..."}),
           key("position", &K::position, {.help = "where games start", .default_text = "the start"}),
           key("games", games, {.help = "games to play", .unit = "games", .range = between(1, 1e12)}),
           key("errors", &K::errors,
               {.help = "looks for positions where a won game was given away; all positions that games come to are "
                        "solved for it"}),
           key("listed_errors", &K::listed_errors,
               {.help = "the most of them that are listed", .range = between(0, 1e6)}),
           key("exact_positions", &K::exact_positions,
               {.help = "the match is computed exactly too if it comes to at most so many positions; 0: never",
                .range = between(0, 1e9)})})}};
}

Problems problems_of(const PlayKeys& keys) {
  Problems problems;
  const auto only = [&](const char* key, bool given, PlayerName player, PlayerName needed, const char* name) {
    if (given && player != needed) problems.push_back({key, {}, std::string("is a key of a player who is ") + name});
  };
  only("epsilon", keys.epsilon > 0, keys.player, PlayerName::epsilon_optimal, "epsilon-optimal");
  only("opponent_epsilon", keys.opponent_epsilon > 0, keys.opponent, PlayerName::epsilon_optimal, "epsilon-optimal");
  only("ties", keys.ties != Ties::uniform, keys.player, PlayerName::epsilon_optimal, "epsilon-optimal");
  only("opponent_ties", keys.opponent_ties != Ties::uniform, keys.opponent, PlayerName::epsilon_optimal,
       "epsilon-optimal");
  only("opponent_method", keys.opponent_method.has_value(), keys.opponent, PlayerName::search, "search");
  only("opponent_depth", keys.opponent_depth.has_value(), keys.opponent, PlayerName::search, "search");
  only("opponent_simulations", keys.opponent_simulations.has_value(), keys.opponent, PlayerName::search, "search");
  if (!keys.weights.empty() && keys.player != PlayerName::greedy && keys.opponent != PlayerName::greedy) {
    problems.push_back({"weights", {}, "no player is greedy"});
  }
  return problems;
}

}  // namespace aleator::perfect
