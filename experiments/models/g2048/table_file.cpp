#include "experiments/models/g2048/table_file.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <mutex>
#include <numeric>
#include <stdexcept>

#include "experiments/models/g2048/solve.hpp"
#include "experiments/results/netcdf_writer.hpp"
#include "experiments/results/one_at_a_time.hpp"

namespace aleator::g2048 {

using results::Attribute;

namespace {

/// Signed numbers have the bits of a board, which need all 64 of them only on 4 x 4.
std::int64_t number_of(Board board) {
  return static_cast<std::int64_t>(board);
}

std::filesystem::path table_path(const Run& run) {
  const std::string text =
      section_text(run.config.section("model"), Listed::all) + run.config.as<SolveKeys>("solve").objective;
  const std::uint64_t hash = XXH3_64bits(text.data(), text.size());
  std::filesystem::path path = run.results;
  const std::string extension = path.extension().string();
  return path.replace_extension(fmt::format("table-{:016x}{}", hash, extension));
}

/// One layer of the table, in the order of its boards.
class LayerColumns {
 public:
  LayerColumns(const Layer& layer, const LayerAnswers& answers) {
    const std::size_t n = layer.positions.size();
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<Board> boards(n);
    for (std::size_t i = 0; i < n; ++i) boards[i] = layer.positions[i];
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return boards[a] < boards[b]; });
    for (const std::size_t i : order) {
      board.push_back(number_of(boards[i]));
      value.push_back(answers.values[i].optimal);
      best_move.push_back(answers.best_move[i]);
    }
  }

  std::vector<std::int64_t> board;
  std::vector<double> value;
  std::vector<std::int8_t> best_move;
};

void write_attributes(results::NetcdfGroup root, const Run& run) {
  const auto& rules = run.config.as<Rules>("model");
  root.attribute({"format", std::string(table_format)});
  root.attribute({"format_version", std::int64_t{1}});
  root.attribute({"rows", rules.rows});
  root.attribute({"cols", rules.cols});
  root.attribute({"four_probability", rules.four_probability});
  root.attribute({"target", rules.target});
  root.attribute({"objective", run.config.as<SolveKeys>("solve").objective});
}

void write_layers(results::NetcdfGroup root, const std::vector<Layer>& layers) {
  std::vector<std::int64_t> sum, begin;
  std::int64_t positions = 0;
  for (const Layer& layer : layers) {
    sum.push_back(layer.sum);
    begin.push_back(positions);
    positions += static_cast<std::int64_t>(layer.positions.size());
  }
  root.dimension("layer", layers.size());
  root.dimension("position", static_cast<std::uint64_t>(positions));
  const auto text = [](const char* what) { return std::vector<Attribute>{{"long_name", std::string(what)}}; };
  root.variable("layer_sum", ElementType::i64, {"layer"}, text("sum of the tiles of the positions of a layer"))
      .write(sum.data());
  root.variable("layer_begin", ElementType::i64, {"layer"}, text("the first position of the layer"))
      .write(begin.data());
}

void write_positions(results::NetcdfGroup root, const SolvedGame& game) {
  auto board = root.variable(
      "board", ElementType::i64, {"position"},
      {{"long_name", std::string("canonical board, 4 bits a cell row by row, the last cell lowest: 0 is empty, n the "
                                 "tile 2^n; ascending in each layer (as unsigned numbers)")}});
  auto value = root.variable("value", ElementType::f64, {"position"},
                             {{"long_name", std::string("what the game from there is worth by the optimal policy")},
                              {"units", std::string("1")}});
  auto best = root.variable("best_move", ElementType::i8, {"position"},
                            {{"long_name", std::string("the first of the best moves on the canonical board")},
                             {"flag_values", std::vector<std::int8_t>{-1, 0, 1, 2, 3}},
                             {"flag_meanings", std::string("over left right up down")}});
  std::uint64_t begin = 0;
  for (std::size_t l = 0; l < game.layers().size(); ++l) {
    const LayerColumns columns(game.layers()[l], game.solved().answers[l]);
    const std::uint64_t count = columns.board.size();
    const auto write = [&](auto& variable, const auto& data) {
      variable.write(std::span(&begin, 1), std::span(&count, 1), data.data());
    };
    write(board, columns.board);
    write(value, columns.value);
    write(best, columns.best_move);
    begin += count;
  }
}

template <class T>
T attribute(const std::vector<Attribute>& attributes, const std::string& name, const std::filesystem::path& file) {
  const auto found = std::find_if(attributes.begin(), attributes.end(), [&](const auto& a) { return a.name == name; });
  const T* value = found == attributes.end() ? nullptr : std::get_if<T>(&found->value);
  if (!value) throw results::FileError(fmt::format("{}: no table of a game of 2048", file.string()));
  return *value;
}

}  // namespace

std::string write_table(const Run& run, const SolvedGame& game) {
  const std::filesystem::path path = table_path(run);
  const std::lock_guard lock(results::hdf5_mutex());
  results::NetcdfWriter file(path);
  write_attributes(file.root(), run);
  write_layers(file.root(), game.layers());
  write_positions(file.root(), game);
  file.commit();
  return path.filename().string();
}

Table::Table(const std::filesystem::path& file) : file_(file) {
  const std::vector<Attribute> attributes = file_.attributes();
  if (attribute<std::string>(attributes, "format", file) != table_format) {
    throw results::FileError(fmt::format("{}: no table of a game of 2048", file.string()));
  }
  rules_.rows = attribute<std::int64_t>(attributes, "rows", file);
  rules_.cols = attribute<std::int64_t>(attributes, "cols", file);
  rules_.four_probability = attribute<double>(attributes, "four_probability", file);
  rules_.target = attribute<std::int64_t>(attributes, "target", file);
  SolveKeys keys;
  keys.objective = attribute<std::string>(attributes, "objective", file);
  if (!problems_of(rules_).empty() || !objective_problem(keys.objective).empty()) {
    throw results::FileError(fmt::format("{}: damaged", file.string()));
  }
  objective_ = keys.parsed_objective();
  layer_sum_ = file_.read_integers("layer_sum");
  layer_begin_ = file_.read_integers("layer_begin");
  if (layer_sum_.size() != layer_begin_.size()) throw results::FileError(fmt::format("{}: damaged", file.string()));
  layer_begin_.push_back(static_cast<std::int64_t>(file_.length("board")));
}

Table::Entry Table::operator()(Board canonical) const {
  const auto layer = std::lower_bound(layer_sum_.begin(), layer_sum_.end(), tile_sum(canonical));
  if (layer != layer_sum_.end() && *layer == tile_sum(canonical)) {
    auto first = static_cast<std::uint64_t>(layer_begin_[static_cast<std::size_t>(layer - layer_sum_.begin())]);
    auto last = static_cast<std::uint64_t>(layer_begin_[static_cast<std::size_t>(layer - layer_sum_.begin()) + 1]);
    while (first < last) {
      const std::uint64_t middle = first + (last - first) / 2;
      const auto board = static_cast<Board>(file_.read_integer("board", middle));
      if (board == canonical) {
        return {file_.read_double("value", middle), static_cast<int>(file_.read_integer("best_move", middle))};
      }
      (board < canonical ? first : last) = board < canonical ? middle + 1 : middle;
    }
  }
  throw std::invalid_argument(
      fmt::format("the position {} cannot be reached", board_text(canonical, shape_of(rules_))));
}

}  // namespace aleator::g2048
