// Matches of two policies in games of two players who move in turn: played, and valued exactly.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/mdp/methods/method.hpp"
#include "core/mdp/model.hpp"
#include "core/mdp/sparse_mdp.hpp"
#include "core/random/philox_stream.hpp"
#include "core/text.hpp"

namespace aleator {

/// A turn game that is the same for both players.
template <class G>
concept MatchGame = GameModel<G> && requires(const G& game, int player, State s) {
  { game.start(player) } -> std::same_as<State>;  // `player`, 1 or 2, moves first
  { game.won() } -> std::same_as<State>;          // the only state in which player 1 has won
  { game.mirrored(s) } -> std::same_as<State>;    // players exchanged, in a state with actions
};

/// |S|: what is done in each state by the player who moves there, an action or any_action. Not read in states without
/// actions.
using TurnPolicy = std::vector<Action>;
inline constexpr Action any_action = -1;  // one of the state's actions, all equally likely

/// What happens when player 1 follows one policy and player 2 another.
template <MatchGame G>
TurnPolicy match_of(const G& game, const TurnPolicy& player_1, const TurnPolicy& player_2) {
  TurnPolicy both(player_1);
  for (State s = 0; s < game.num_states(); ++s) {
    if (game.owner(s) == Sense::min) both[s] = player_2[s];
  }
  return both;
}

/// The policy that does in every state what `policy` does when it is player 1. What player 2 does to keep the other one
/// from winning need not be a way to win where a game may go on for ever.
template <MatchGame G>
TurnPolicy as_player_1(const G& game, TurnPolicy policy) {
  for (State s = 0; s < game.num_states(); ++s) {
    if (game.owner(s) == Sense::min && game.num_actions(s) > 0) policy[s] = policy[game.mirrored(s)];
  }
  return policy;
}

/// Probabilities that player 1 wins.
struct MatchValue {
  double first = 0;   // moving first
  double second = 0;  // moving second
  double error_bound = 0;
};

namespace detail {

/// @param chain   whose states 0 and 1 are the beginnings with player 1 moving first and second
/// @param target  where player 1 has won
MatchValue match_value_of_chain(const SparseMdp& chain, std::vector<std::uint8_t> target, Effort& effort);

/// The transitions of the state under the policy: visit(next, probability).
/// @throws std::invalid_argument for an action that does not exist
template <MatchGame G, class Visit>
void for_each_move(const G& game, const TurnPolicy& match, State s, Visit visit) {
  const Action actions = game.num_actions(s);
  if (actions == 0) return;
  if (match[s] < any_action || match[s] >= actions) {
    throw std::invalid_argument(text("the policy takes action ", match[s], " of ", actions, " in state ", s));
  }
  const bool any = match[s] == any_action;
  const double share = any ? actions : 1;
  for (Action a = any ? 0 : match[s]; a < (any ? actions : match[s] + 1); ++a) {
    game.for_each_transition(s, a, [&](State next, double p, double) {
      if (p > 0) visit(next, p / share);
    });
  }
}

/// The states that matches come to, by number.
struct Reached {
  std::vector<State> number;  // |S|; -1 where they do not come to
  std::vector<State> states;  // the two beginnings first

  State number_of(State s) {
    if (number[s] < 0) {
      number[s] = static_cast<State>(states.size());
      states.push_back(s);
    }
    return number[s];
  }
};
template <MatchGame G>
Reached reached_states(const G& game, const TurnPolicy& match) {
  Reached reached{std::vector<State>(static_cast<std::size_t>(game.num_states()), -1), {}};
  for (const int player : {1, 2}) reached.number_of(game.start(player));
  for (std::size_t i = 0; i < reached.states.size(); ++i) {
    for_each_move(game, match, reached.states[i], [&](State next, double) { reached.number_of(next); });
  }
  return reached;
}

}  // namespace detail

/// Exact, but for the proved error_bound: the chain of the states that can be reached is solved. Games that go on for
/// ever are not won.
/// @param match  |S|, as match_of gives it
/// @throws std::invalid_argument for an action that does not exist
template <MatchGame G>
MatchValue match_value(const G& game, const TurnPolicy& match, Effort& effort) {
  const detail::Reached reached = detail::reached_states(game, match);
  SparseMdpBuilder chain(static_cast<State>(reached.states.size()));
  std::vector<std::uint8_t> target;
  for (const State s : reached.states) {
    detail::for_each_move(game, match, s,
                          [&](State next, double p) { chain.add_transition(reached.number[next], p, 0); });
    if (game.num_actions(s) > 0) chain.end_action();
    chain.end_state(0);
    target.push_back(s == game.won());
  }
  return detail::match_value_of_chain(std::move(chain).finish(), std::move(target), effort);
}

/// How many matches took how many turns (of both players together), by who won: exact sums in any order.
struct MatchCounts {
  std::vector<std::int64_t> won;   // [turns] matches that player 1 won
  std::vector<std::int64_t> lost;  // [turns] matches that player 2 won
  std::int64_t cut = 0;            // matches that nobody had won after max_turns

  void add(bool player_1_won, std::int64_t turns);
  void merge(const MatchCounts& other);
  std::int64_t matches() const noexcept;
};

/// Plays matches from `start`, each stopped after max_turns. Asks `stop` every 2^16 turns.
/// @param first  1 or 2, who moves first
/// @param turn   turn(player, position, random) makes one turn; true if that player has won by it
template <class Position, class Turn>
MatchCounts play_matches(std::int64_t matches, std::int64_t max_turns, const Position& start, int first, Turn turn,
                         PhiloxStream random, const std::stop_token& stop = {}) {
  constexpr std::int64_t turns_between_questions = 1 << 16;
  std::int64_t until_question = turns_between_questions;
  MatchCounts counts;
  for (std::int64_t match = 0; match < matches; ++match) {
    Position position = start;
    int player = first;
    bool over = false;
    std::int64_t turns = 0;
    for (; !over && turns < max_turns; ++turns) {
      over = turn(player, position, random);
      player = 3 - player;
      if (--until_question > 0) continue;
      if (stop.stop_requested()) return counts;
      until_question = turns_between_questions;
    }
    if (over) {
      counts.add(player == 2, turns);  // who moved last
    } else {
      ++counts.cut;
    }
  }
  return counts;
}

/// What the counts say; standard errors are those of the means, NaN below two matches.
struct MatchStatistics {
  double win_share = 0;  // of all matches, those that player 1 won
  double win_share_se = 0;
  double turns_mean = 0;  // of the matches that were won by either
  double turns_mean_se = 0;
  double cut_share = 0;
};

MatchStatistics match_statistics(const MatchCounts& counts);

}  // namespace aleator
