#include "core/games/cat_and_mouse/exact.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/text.hpp"

namespace aleator::cat_and_mouse {
namespace {

constexpr std::size_t word_bits = 64;

struct Sizes {
  double positions;  // of all phases
  double row_bytes;  // of all rows of a phase
};

Sizes sizes_of(const Rules& rules) {
  const std::vector<bool> is_obstacle = obstacles_of(rules);
  const auto cells = static_cast<double>(std::count(is_obstacle.begin(), is_obstacle.end(), false));
  const double several = rules.mice > 1 ? 1 : 0;
  const double rows =
      std::pow(cells, static_cast<double>(rules.cats)) * std::pow(cells + several, static_cast<double>(rules.mice - 1));
  const auto bits = static_cast<double>(rules.num_rows() * (rules.num_cols() + 1));
  return {static_cast<double>(rules.cat_steps + rules.mouse_steps) * rows * (cells + several),
          rows * (std::ceil(bits / word_bits) + several) * sizeof(detail::Word)};
}

/// Words of a row moved by some bits. @pre zeros around the row, as wide as that
class Moved {
 public:
  Moved(const detail::Word* row, std::size_t places) noexcept
      : row_(row), words_(static_cast<std::ptrdiff_t>(places / word_bits)), bits_(places % word_bits) {}

  detail::Word up(std::ptrdiff_t i) const noexcept {
    return row_[i - words_] << bits_ | row_[i - words_ - 1] >> 1 >> (word_bits - 1 - bits_);
  }
  detail::Word down(std::ptrdiff_t i) const noexcept {
    return row_[i + words_] >> bits_ | row_[i + words_ + 1] << 1 << (word_bits - 1 - bits_);
  }
  detail::Word both(std::ptrdiff_t i) const noexcept { return up(i) | down(i); }

 private:
  const detail::Word* row_;
  std::ptrdiff_t words_;
  std::size_t bits_;
};

void set_bit(detail::Word* words, std::size_t bit, bool on = true) noexcept {
  const detail::Word mask = detail::Word{1} << bit % word_bits;
  words[bit / word_bits] = (words[bit / word_bits] & ~mask) | (on ? mask : 0);
}

}  // namespace

double exact_bytes(const Rules& rules) {
  const Sizes sizes = sizes_of(rules);
  const auto phases = static_cast<double>(rules.cat_steps + rules.mouse_steps);
  const double between = rules.cats > 1 || rules.mice > 1 ? 2 : 0;
  return sizeof(std::int32_t) * sizes.positions + (2 * phases + between) * sizes.row_bytes;
}

namespace detail {

Retrograde::Retrograde(const Game& game)
    : game_(game),
      space_(game),
      mouse_axes_(static_cast<std::size_t>(game.mice()) - 1),
      stride_(static_cast<std::size_t>(game.board().cols()) + 1) {
  const double positions = sizes_of(game.rules()).positions;
  if (positions >= std::numeric_limits<std::int32_t>::max()) {
    throw std::length_error(
        text(positions, " positions are more than the 2147483646 whose plies are sure to fit into 32 bits"));
  }
  board_words_ = (static_cast<std::size_t>(game.board().rows()) * stride_ + word_bits - 1) / word_bits;
  words_ = board_words_ + (resolves() ? 1 : 0);
  const auto cats = static_cast<std::size_t>(game.cats());
  axis_rows_.resize(cats + mouse_axes_);
  for (std::size_t axis = axis_rows_.size(); axis-- > 0;) {
    axis_rows_[axis] = rows_;
    rows_ *= axis < cats ? space_.cells() : space_.mouse_cells();
  }
  number_bits();
  const auto phases = static_cast<std::size_t>(game.phases());
  won_.assign(phases, Rows(rows_ * words_));
  fresh_.assign(phases, Rows(rows_ * words_));
  if (cats > 1 || resolves()) moved_.fill(Rows(rows_ * words_));
  changed_.assign(phases, 1);
  plies_.assign(phases * space_.size(), never);
  enter_captures();
}

void Retrograde::number_bits() {
  const Board& board = game_.board();
  free_.assign(board_words_, 0);
  stuck_.assign(board_words_, 0);
  cell_of_.assign(words_ * word_bits, -1);
  for (int cell = 0; cell < board.num_cells(); ++cell) {
    const auto bit = static_cast<std::size_t>(board.row(cell)) * stride_ + static_cast<std::size_t>(board.col(cell));
    bit_of_.push_back(static_cast<std::int32_t>(bit));
    cell_of_[bit] = cell;
    set_bit(free_.data(), bit);
    if (board.moves(cell).front() == cell) set_bit(stuck_.data(), bit);
  }
  if (resolves()) cell_of_[board_words_ * word_bits] = board.num_cells();
}

void Retrograde::enter_captures() {
  const std::size_t cells = space_.mouse_cells();
  for (std::size_t row = 0; row < rows_; ++row) {
    const std::vector<std::int32_t> cats = cats_of(row);
    const bool improper = row_after_captures(row, cats) != row;
    std::size_t others = row % (axis_rows_[cats.size() - 1]);
    bool all_but_last = true;
    for (std::size_t i = 0; i < mouse_axes_; ++i, others /= cells)
      all_but_last = all_but_last && others % cells == cells - 1;
    for (int phase = 0; phase < phases(); ++phase) {
      std::int32_t* plies = plies_.data() + static_cast<std::size_t>(phase) * space_.size() + row * cells;
      Word* won = won_[static_cast<std::size_t>(phase)].data() + row * words_;
      if (improper) std::fill(plies, plies + cells, no_position);
      for (const std::int32_t cat : cats) {
        plies[cat] = resolves() ? no_position : 0;
        if (!resolves()) set_bit(won, static_cast<std::size_t>(bit_of_[static_cast<std::size_t>(cat)]));
      }
      if (resolves() && all_but_last) {
        plies[cells - 1] = 0;
        won[board_words_] = 1;
      }
    }
  }
}

std::vector<std::int32_t> Retrograde::cats_of(std::size_t row) const {
  std::vector<std::int32_t> cats(static_cast<std::size_t>(game_.cats()));
  for (std::size_t i = 0; i < cats.size(); ++i) {
    cats[i] = static_cast<std::int32_t>(row / axis_rows_[i] % space_.cells());
  }
  return cats;
}

std::size_t Retrograde::row_after_captures(std::size_t row, const std::vector<std::int32_t>& cats) const {
  std::size_t result = row;
  for (std::size_t axis = cats.size(); axis < axis_rows_.size(); ++axis) {
    const std::size_t cell = row / axis_rows_[axis] % space_.mouse_cells();
    if (std::find(cats.begin(), cats.end(), static_cast<std::int32_t>(cell)) == cats.end()) continue;
    result += (space_.cells() - cell) * axis_rows_[axis];
  }
  return result;
}

bool Retrograde::is_due(int phase) const noexcept {
  return changed_[static_cast<std::size_t>(game_.phase_after(phase))] != 0 ||
         changed_[static_cast<std::size_t>(game_.phase_after_capture(phase))] != 0;
}

std::size_t Retrograde::inner_axes(int phase) const noexcept {
  return game_.mover(phase) == Side::cat ? static_cast<std::size_t>(game_.cats()) - 1 : mouse_axes_;
}

const Retrograde::Rows& Retrograde::stage_source(int phase, std::size_t stage) const noexcept {
  return stage == 0 ? won_[static_cast<std::size_t>(game_.phase_after(phase))] : moved_[(stage - 1) % 2];
}

template <class F>
void Retrograde::for_each_row(std::size_t block, F f) const {
  const std::size_t end = std::min(rows_, (block + 1) * block_rows);
  for (std::size_t row = block * block_rows; row < end; ++row) f(row);
}

void Retrograde::resolve(int phase, std::size_t block) {
  const Rows& quiet = stage_source(phase, 0);
  const Rows& turn_over = won_[static_cast<std::size_t>(game_.phase_after_capture(phase))];
  for_each_row(block, [&](std::size_t row) {
    const std::vector<std::int32_t> cats = cats_of(row);
    const std::size_t after = row_after_captures(row, cats);
    const Word* from = (after == row ? quiet : turn_over).data() + after * words_;
    Word* to = moved_[0].data() + row * words_;
    std::copy(from, from + words_, to);
    const bool won_if_caught = turn_over[after * words_ + board_words_] != 0;
    for (const std::int32_t cat : cats) {
      set_bit(to, static_cast<std::size_t>(bit_of_[static_cast<std::size_t>(cat)]), won_if_caught);
    }
  });
}

void Retrograde::combine(const Rows& from, std::size_t row, std::size_t axis, bool unite, Word* to) const {
  const bool is_cat = axis < static_cast<std::size_t>(game_.cats());
  const std::size_t cell = row / axis_rows_[axis] % (is_cat ? space_.cells() : space_.mouse_cells());
  const Word* own = from.data() + row * words_;
  if (cell == space_.cells()) {  // a mouse that is caught
    std::copy(own, own + words_, to);
    return;
  }
  // Four at a time; where there are fewer, one of them several times.
  const auto moves = game_.board().moves(static_cast<int>(cell));
  const auto row_of = [&](std::size_t move) {
    const std::ptrdiff_t cells = moves[std::min(move, moves.size() - 1)] - static_cast<std::ptrdiff_t>(cell);
    return own + cells * static_cast<std::ptrdiff_t>(axis_rows_[axis] * words_);
  };
  for (std::size_t move = 0; move < moves.size(); move += 4) {
    const Word* const a = row_of(move);
    const Word* const b = row_of(move + 1);
    const Word* const c = row_of(move + 2);
    const Word* const d = row_of(move + 3);
    const Word* const before = move == 0 ? a : to;
    if (unite) {
      for (std::size_t i = 0; i < words_; ++i) to[i] = before[i] | a[i] | b[i] | c[i] | d[i];
    } else {
      for (std::size_t i = 0; i < words_; ++i) to[i] = before[i] & a[i] & b[i] & c[i] & d[i];
    }
  }
}

void Retrograde::move_axis(int phase, std::size_t axis, std::size_t block) {
  const std::size_t stage = first_stage() + axis;
  const Rows& from = stage_source(phase, stage);
  Rows& to = moved_[stage % 2];
  const bool cats_move = game_.mover(phase) == Side::cat;
  const std::size_t moved = cats_move ? axis : static_cast<std::size_t>(game_.cats()) + axis;
  for_each_row(block, [&](std::size_t row) { combine(from, row, moved, cats_move, to.data() + row * words_); });
}

void Retrograde::no_way_out(const Word* won, Word* to, Rows& scratch) const {
  const std::size_t margin = (stride_ + 1) / word_bits + 1;
  if (scratch.empty()) scratch.assign(board_words_ + 2 * margin, 0);
  Word* open = scratch.data() + margin;  // cells that are not won
  for (std::size_t i = 0; i < board_words_; ++i) open[i] = ~won[i] & free_[i];
  const Word staying = game_.board().may_stay() ? ~Word{0} : 0;
  const Moved sideways(open, 1), along(open, stride_), rising(open, stride_ - 1), falling(open, stride_ + 1);
  const auto words = static_cast<std::ptrdiff_t>(board_words_);
  if (game_.board().eight_neighbours()) {
    for (std::ptrdiff_t i = 0; i < words; ++i) {
      const Word way_out = (open[i] & (staying | stuck_[static_cast<std::size_t>(i)])) | sideways.both(i) |
                           along.both(i) | rising.both(i) | falling.both(i);
      to[i] = free_[static_cast<std::size_t>(i)] & ~way_out;
    }
    return;
  }
  for (std::ptrdiff_t i = 0; i < words; ++i) {
    const Word way_out = (open[i] & (staying | stuck_[static_cast<std::size_t>(i)])) | sideways.both(i) | along.both(i);
    to[i] = free_[static_cast<std::size_t>(i)] & ~way_out;
  }
}

void Retrograde::expand(int phase, std::size_t block) {
  const Rows& from = stage_source(phase, first_stage() + inner_axes(phase));
  Rows& fresh = fresh_[static_cast<std::size_t>(phase)];
  const bool cats_move = game_.mover(phase) == Side::cat;
  Rows scratch;
  for_each_row(block, [&](std::size_t row) {
    Word* to = fresh.data() + row * words_;
    if (cats_move) {
      combine(from, row, static_cast<std::size_t>(game_.cats()) - 1, true, to);
    } else {
      const Word* source = from.data() + row * words_;
      no_way_out(source, to, scratch);
      if (resolves()) to[board_words_] = source[board_words_];
    }
    if (!resolves()) return;
    const std::vector<std::int32_t> cats = cats_of(row);
    if (row_after_captures(row, cats) != row) std::fill(to, to + words_, Word{0});
    for (const std::int32_t cat : cats) {
      set_bit(to, static_cast<std::size_t>(bit_of_[static_cast<std::size_t>(cat)]), false);
    }
  });
}

std::int64_t Retrograde::settle(int phase, std::size_t block, std::int32_t level) noexcept {
  std::int64_t count = 0;
  const Rows& fresh = fresh_[static_cast<std::size_t>(phase)];
  Rows& won = won_[static_cast<std::size_t>(phase)];
  std::int32_t* plies = plies_.data() + static_cast<std::size_t>(phase) * space_.size();
  for_each_row(block, [&](std::size_t row) {
    for (std::size_t i = 0; i < words_; ++i) {
      Word left = fresh[row * words_ + i] & ~won[row * words_ + i];
      if (left == 0) continue;
      won[row * words_ + i] |= left;
      count += std::popcount(left);
      for (; left != 0; left &= left - 1) {
        const auto bit = i * word_bits + static_cast<std::size_t>(std::countr_zero(left));
        plies[row * space_.mouse_cells() + static_cast<std::size_t>(cell_of_[bit])] = level;
      }
    }
  });
  return count;
}

void Retrograde::finish_level(std::span<const std::int64_t> settled) {
  for (std::size_t phase = 0; phase < changed_.size(); ++phase) changed_[phase] = settled[phase] > 0;
}

}  // namespace detail
}  // namespace aleator::cat_and_mouse
