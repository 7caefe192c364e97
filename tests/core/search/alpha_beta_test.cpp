#include "core/search/alpha_beta.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "core/executor.hpp"
#include "core/games/connect_four/evaluation.hpp"
#include "core/search/key.hpp"
#include "core/search/memoised.hpp"
#include "core/search/minimax.hpp"
#include "core/search/solve_all.hpp"
#include "tests/core/refusal.hpp"
#include "tests/core/search/every_game.hpp"

namespace aleator {
namespace {

/// All that alpha-beta can be told that must not change the answer.
std::vector<SearchOptions> every_option(SearchOptions options) {
  std::vector<SearchOptions> all;
  for (const std::int64_t table : {0, 1}) {
    for (const auto replacement : {Replacement::always, Replacement::deeper, Replacement::two_tier}) {
      if (table == 0 && replacement != Replacement::always) continue;
      for (const auto null_window : {NullWindow::none, NullWindow::pvs, NullWindow::mtd}) {
        for (int bits = 0; bits < 64; ++bits) {
          options.table_mebibytes = table;
          options.replacement = replacement;
          options.null_window = null_window;
          options.symmetry = (bits & 1) != 0;
          options.bounds = (bits & 2) != 0;
          options.static_order = (bits & 4) != 0;
          options.killer = (bits & 8) != 0;
          options.history = (bits & 16) != 0;
          options.iterative_deepening = (bits & 32) != 0;
          all.push_back(options);
        }
      }
    }
  }
  return all;
}

std::string described(const SearchOptions& o) {
  return text("table ", o.table_mebibytes, " replacement ", static_cast<int>(o.replacement), " window ",
              static_cast<int>(o.null_window), " symmetry ", static_cast<int>(o.symmetry), " bounds ",
              static_cast<int>(o.bounds), " static ", static_cast<int>(o.static_order), " killer ",
              static_cast<int>(o.killer), " history ", static_cast<int>(o.history), " deepening ",
              static_cast<int>(o.iterative_deepening));
}

constexpr std::size_t tiny_table = 700;  // bytes: entries fight for it

/// The search answers what the reference does, its move is one of the best, and a second search, that begins with what
/// the first has found, agrees.
template <TwoPlayerGame G, class Evaluation>
void expect_agreement(const G& game, const typename G::Position& root, const SearchOptions& options,
                      const SearchResult& expected, Evaluation evaluation) {
  BoundTable<typename G::Key> table(tiny_table, options.replacement);
  AlphaBeta<G, Evaluation> search(game, options, table, evaluation);
  for (const char* turn : {"first", "second"}) {
    const SearchResult found = search.search(root);
    const std::string where = text(game.text_of(root), " ", turn, " ", described(options));
    ASSERT_EQ(found.score, expected.score) << where;
    ASSERT_EQ(found.is_proven, expected.is_proven) << where;
    ASSERT_EQ(found.distance, expected.distance) << where;
    const auto next = game.after(root, found.best);
    SearchOptions below = options;
    if (options.depth == 1 || game.result(next)) continue;
    below.depth = options.depth == 0 ? 0 : options.depth - 1;
    const Score score_below = MemoisedMinimax<G, Evaluation>(game, below, evaluation).search(next).score;
    ASSERT_EQ(options.distances ? OnePly<true>::before(score_below) : -score_below, expected.score) << where;
  }
}

template <TwoPlayerGame G, class Evaluation>
void expect_agreement_of_all(const G& game, int plies_left, const SearchOptions& options, Evaluation evaluation,
                             int positions, std::mt19937_64& random) {
  for (int i = 0; i < positions; ++i) {
    const auto root = random_position(game, plies_left, random);
    const SearchResult expected = MemoisedMinimax<G, Evaluation>(game, options, evaluation).search(root);
    const SearchResult plain = Minimax<G, Evaluation>(game, options, evaluation).search(root);
    ASSERT_EQ(expected.score, plain.score) << game.text_of(root);
    ASSERT_EQ(expected.best, plain.best) << game.text_of(root);
    for (const SearchOptions& each : every_option(options)) {
      expect_agreement(game, root, each, expected, evaluation);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(AlphaBeta, with_every_combination_of_options_is_minimax) {
  std::mt19937_64 random(5);
  for_every_game([&](const auto& game, int plies_left) {
    for (const bool distances : {false, true}) {
      SearchOptions options;
      options.distances = distances;
      expect_agreement_of_all(game, plies_left, options, NoEvaluation(), 2, random);
    }
  });
}

TEST(AlphaBeta, with_every_combination_of_options_is_minimax_to_a_horizon) {
  std::mt19937_64 random(6);
  for_every_game([&](const auto& game, int) {
    for (const std::int64_t depth : {1, 3, 4}) {
      SearchOptions options;
      options.depth = depth;
      const HashEvaluation<std::decay_t<decltype(game)>> evaluation{&game};
      expect_agreement_of_all(game, 12, options, evaluation, 1, random);
    }
  });
}

/// Keys that all share one place.
TEST(AlphaBeta, collisions_in_the_table_change_nothing) {
  const tic_tac_toe::TicTacToe game({3, 4, 3});
  SearchOptions options;
  const SearchResult expected = MemoisedMinimax<tic_tac_toe::TicTacToe>(game, options).search(game.start());
  for (const auto replacement : {Replacement::always, Replacement::deeper, Replacement::two_tier}) {
    options.replacement = replacement;
    BoundTable<WideKey> table(100, replacement);
    ASSERT_EQ(table.num_places(), 1U);
    AlphaBeta<tic_tac_toe::TicTacToe> search(game, options, table);
    const SearchResult found = search.search(game.start());
    EXPECT_EQ(found.score, expected.score);
    EXPECT_GT(found.counts.table_hits, 0);
  }
}

TEST(BoundTable, grows_and_loses_little_by_it) {
  for (const auto replacement : {Replacement::always, Replacement::deeper, Replacement::two_tier}) {
    BoundTable<std::uint64_t> table(1 << 20, replacement);
    const std::size_t before = table.num_places();
    for (std::uint64_t key = 1; key <= 10'000; ++key) table.put(key, {.lower = static_cast<Score>(key), .depth = 3});
    EXPECT_GT(table.num_places(), before);
    int known = 0;
    for (std::uint64_t key = 1; key <= 10'000; ++key) {
      const Bounds bounds = table.find(key);
      if (bounds.depth == 0) continue;
      EXPECT_EQ(bounds.lower, static_cast<Score>(key));
      ++known;
    }
    EXPECT_GT(known, 7'000);
    table.clear();
    EXPECT_EQ(table.num_places(), before);
    EXPECT_EQ(table.find(5).depth, 0);
  }
}

TEST(AlphaBeta, visits_the_known_numbers_of_nodes_of_tic_tac_toe) {
  const tic_tac_toe::TicTacToe game({});
  SearchOptions options;
  options.distances = false;
  EXPECT_EQ(Minimax<tic_tac_toe::TicTacToe>(game, options).search(game.start()).counts.nodes, 549'946);
  options.symmetry = options.bounds = options.static_order = options.killer = options.history = false;
  options.null_window = NullWindow::none;
  options.table_mebibytes = 0;
  MemoisedMinimax<tic_tac_toe::TicTacToe> memoised(game, options);
  EXPECT_EQ(memoised.search(game.start()).counts.nodes, 16'168);
  EXPECT_EQ(memoised.num_known(), 4519);  // less the root, those that are not over: 5478 - 958
  BoundTable<WideKey> none(0, options.replacement);
  const SearchResult plain = AlphaBeta<tic_tac_toe::TicTacToe>(game, options, none).search(game.start());
  EXPECT_EQ(plain.counts.nodes, 18'297);
  EXPECT_EQ(plain.score, 0);
  EXPECT_EQ(plain.distance, 9);
  EXPECT_EQ(plain.counts.depth, 9);
}

/// What an option is for is to save nodes, here of a search of 8 plies.
TEST(AlphaBeta, every_option_saves_nodes) {
  const connect_four::ConnectFour game({7, 6});
  const connect_four::Evaluation evaluation(game, {1, 4, 16});
  const auto nodes = [&](SearchOptions options) {
    options.depth = 8;
    BoundTable<std::uint64_t> table(static_cast<std::size_t>(options.table_mebibytes) << 20, options.replacement);
    AlphaBeta<connect_four::ConnectFour, connect_four::Evaluation> search(game, options, table, evaluation);
    return search.search(game.start()).counts.nodes;
  };
  const auto expect_saving = [&](const SearchOptions& with, auto change, const char* what) {
    SearchOptions without = with;
    change(without);
    EXPECT_LT(nodes(with), nodes(without)) << what;
  };
  expect_saving(
      {}, [](SearchOptions& o) { o.symmetry = false; }, "symmetry");
  expect_saving(
      {}, [](SearchOptions& o) { o.table_mebibytes = 0; }, "table");
  expect_saving(
      {}, [](SearchOptions& o) { o.null_window = NullWindow::none; }, "null window");
  SearchOptions unordered;
  unordered.static_order = unordered.killer = unordered.history = false;
  SearchOptions ordered = unordered;
  ordered.static_order = true;
  expect_saving(
      ordered, [](SearchOptions& o) { o.static_order = false; }, "static order");
  ordered = unordered;
  ordered.killer = true;
  expect_saving(
      ordered, [](SearchOptions& o) { o.killer = false; }, "killer");
  ordered = unordered;
  ordered.history = true;
  expect_saving(
      ordered, [](SearchOptions& o) { o.history = false; }, "history");
}

TEST(AlphaBeta, knowing_what_is_possible_saves_nodes) {
  const tic_tac_toe::TicTacToe game({});
  SearchOptions options;
  options.table_mebibytes = 0;
  BoundTable<WideKey> none(0, options.replacement);
  const auto nodes = [&] {
    return AlphaBeta<tic_tac_toe::TicTacToe>(game, options, none).search(game.start()).counts.nodes;
  };
  const std::int64_t with = nodes();
  options.bounds = false;
  EXPECT_LT(with, nodes());
}

TEST(AlphaBeta, deepening_ends_as_soon_as_the_result_is_known) {
  const connect_four::ConnectFour game({7, 6});
  SearchOptions options;
  options.iterative_deepening = true;
  BoundTable<std::uint64_t> table(1 << 20, options.replacement);
  const auto root = game.position_of("4433");
  const SearchResult found = AlphaBeta<connect_four::ConnectFour>(game, options, table).search(root);
  EXPECT_TRUE(found.is_proven);
  EXPECT_EQ(found.distance, 3);  // an open row of three
  EXPECT_EQ(found.searched_depth, 3);
}

TEST(AlphaBeta, the_same_search_twice_visits_the_same_nodes) {
  const connect_four::ConnectFour game({4, 4});
  const SearchOptions options;
  BoundTable<std::uint64_t> table(1 << 20, options.replacement);
  AlphaBeta<connect_four::ConnectFour> search(game, options, table);
  const SearchResult first = search.search(game.start());
  const SearchResult warm = search.search(game.start());
  EXPECT_LT(warm.counts.nodes, first.counts.nodes);
  search.forget();
  EXPECT_EQ(search.search(game.start()).counts, first.counts);
}

TEST(AlphaBeta, gives_up_at_the_node_limit_and_when_asked_to_stop) {
  const connect_four::ConnectFour game({7, 6});
  SearchOptions options;
  options.iterative_deepening = true;
  options.node_limit = 20'000;
  BoundTable<std::uint64_t> table(1 << 20, options.replacement);
  const SearchResult limited = AlphaBeta<connect_four::ConnectFour>(game, options, table).search(game.start());
  EXPECT_EQ(limited.status, SearchStatus::node_limit);
  EXPECT_EQ(limited.counts.nodes, 20'000);
  EXPECT_FALSE(limited.is_proven);
  EXPECT_EQ(limited.distance, -1);
  EXPECT_GT(limited.searched_depth, 3);  // what has been found until then is not lost
  EXPECT_NE(limited.best, no_move);
  std::stop_source stop;
  stop.request_stop();
  options.node_limit = 0;
  const auto expect_stopped = [](const SearchResult& result) {
    EXPECT_EQ(result.status, SearchStatus::stopped);
    EXPECT_LT(result.counts.nodes, 100'000);
    EXPECT_FALSE(result.is_proven);
  };
  expect_stopped(AlphaBeta<connect_four::ConnectFour>(game, options, table).search(game.start(), stop.get_token()));
  expect_stopped(Minimax<connect_four::ConnectFour>(game, options).search(game.start(), stop.get_token()));
  expect_stopped(MemoisedMinimax<connect_four::ConnectFour>(game, options).search(game.start(), stop.get_token()));
  options.memory = 100'000;
  const SearchResult full = MemoisedMinimax<connect_four::ConnectFour>(game, options).search(game.start());
  EXPECT_EQ(full.status, SearchStatus::out_of_memory);
  EXPECT_FALSE(full.is_proven);
}

TEST(AlphaBeta, looks_up_what_is_solved) {
  const connect_four::ConnectFour game({4, 4});
  SerialExecutor serial;
  const auto solved = solve_all(game, game.start(), std::size_t{1} << 30, serial);
  SearchOptions options;
  BoundTable<std::uint64_t> table(1 << 20, options.replacement);
  AlphaBeta<connect_four::ConnectFour> search(game, options, table);
  search.use(&solved);
  const SearchResult found = search.search(game.start());
  EXPECT_EQ(found.score, 0);
  EXPECT_EQ(found.counts.nodes, 5);  // the root and its moves
  EXPECT_EQ(found.counts.table_hits, 4);
}

TEST(AlphaBeta, refuses_what_cannot_be_searched_with_the_reason) {
  const race_to::RaceTo race({20'000, 3});
  EXPECT_EQ(refusal([&] { Minimax<race_to::RaceTo>(race, {}).search(0); }),
            "games from 0 may have 20000 plies, more than the 10000 that can be searched");
  EXPECT_EQ(refusal([&] { MemoisedMinimax<race_to::RaceTo>(race, {}).search(20'000); }),
            "the game is over in 20000: it is lost for the player to move");
  SearchOptions options;
  options.depth = -1;
  EXPECT_EQ(refusal([&] { Minimax<race_to::RaceTo>(race, options); }), "depth: -1 is below 0");
  options = {};
  options.table_mebibytes = -5;
  EXPECT_EQ(refusal([&] { Minimax<race_to::RaceTo>(race, options); }),
            "table_mebibytes: -5 is out of range: 0 to 16777216");
}

TEST(AlphaBeta, follows_long_games) {
  const race_to::RaceTo race({10'000, 2});
  SearchOptions options;
  BoundTable<std::uint64_t> table(16 << 20, options.replacement);
  const SearchResult found = AlphaBeta<race_to::RaceTo>(race, options, table).search(0);
  const Outlook expected = race_to::outlook(race, 0);
  EXPECT_EQ(found.value(), expected.value);
  EXPECT_EQ(found.distance, expected.distance);
}

}  // namespace
}  // namespace aleator
