#include "experiments/models/nim.hpp"

#include "core/games/nim/evaluation.hpp"
#include "core/games/nim/game.hpp"
#include "experiments/models/perfect/game_of.hpp"
#include "experiments/models/perfect/kind.hpp"

namespace aleator {
namespace {

using nim::Nim;
using nim::Rules;

struct NimKind : perfect::PlainKind {
  using Game = Nim;

  static nim::Evaluation evaluation(const Nim& game, const std::vector<std::int64_t>& weights) {
    return {game, weights};
  }
  static Problems weight_problems(const Nim&, const std::vector<std::int64_t>& weights) {
    return nim::problems_of(weights);
  }

  static constexpr bool has_method(perfect::Method method) { return method != perfect::Method::solver; }

  static SearchResult by_binary_sum(const Nim& game, Nim::Position position) {
    SearchResult result;
    const int value = nim::value(game, position);
    result.score = value * won;
    result.is_proven = true;
    game.any_move(position, [&](Move move) {
      const Nim::Position next = game.after(position, move);
      const auto over = game.result(next);
      const bool is_best = -(over ? *over : nim::value(game, next)) == value;
      if (is_best) result.best = move;
      return is_best;
    });
    return result;
  }

  static std::pair<std::uint64_t, std::uint64_t> words(Nim::Position heaps) { return {heaps, 0}; }
  static Nim::Position position(std::uint64_t heaps, std::uint64_t) { return heaps; }

  static perfect::Engine<Nim> engine(const Nim& game, const perfect::SearchKeys&, perfect::Method,
                                     const SolvedTable<Nim>*, const perfect::Resources&) {
    return [&game](Nim::Position position, bool, const std::stop_token&) { return by_binary_sum(game, position); };
  }
};

Variant nim_variant() {
  return variant<Rules>("nim", "Nim: players in turn take any number from one heap; who takes the last wins",
                        {key("heaps", &Rules::heaps, {.help = "how much is on each at the start"}),
                         key("misere", &Rules::misere, {.help = "who takes the last loses"})});
}

}  // namespace

ModelKind nim_kind() {
  return perfect::kind<Rules, NimKind>(nim_variant(), "what is left of the heaps, such as \"3 4 5\"");
}

}  // namespace aleator
