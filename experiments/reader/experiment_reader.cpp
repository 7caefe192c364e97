#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "experiments/experiment.hpp"
#include "experiments/reader/axis_reader.hpp"
#include "experiments/reader/document.hpp"
#include "experiments/reader/toml_values.hpp"
#include "experiments/reader/until_reader.hpp"
#include "experiments/registry.hpp"

namespace aleator {
namespace {

constexpr std::int64_t most_points = 10'000'000;  // their records are kept in memory until the file is written

/// The selector of a section as a key: a string, one of the variants' names.
Key selector_key(const SectionSpec& spec) {
  Key key{spec.selector, ValueType::string, {}, {}, {}, {}, {}};
  key.options.help = fmt::format("which {} is used", spec.selector);
  key.choices = spec.variant_names();
  return key;
}

class ExperimentReader {
 public:
  ExperimentReader(const std::string& path, std::string text, const std::vector<std::string>& overrides)
      : document_(read_document(path, std::move(text), overrides)) {
    experiment_.file = path;
    experiment_.text = document_.text;
    experiment_.overrides = overrides;
    whole_file_ = {std::make_shared<const std::string>(path), 1, 1};
  }

  Experiment read() {
    read_kind();
    add_sections();
    check_tables();
    for (const Section& section : experiment_.config.sections()) read_section(section.spec());
    read_axes();
    check_size();
    problems_.throw_if_any();
    check_points();
    problems_.throw_if_any();
    choose_outputs();
    problems_.throw_if_any();
    if (experiment_.until) check_until(*experiment_.until, place_of_until_, experiment_.schema, problems_);
    problems_.throw_if_any();
    experiment_.results = experiment_.name() + ".h5";
    return std::move(experiment_);
  }

 private:
  void read_kind();
  bool read_swept_kinds();
  const ModelKind* kind_without(const Task& task) const;
  const ModelKind& first_kind() const { return *experiment_.kinds.front(); }
  void add_sections();
  void check_tables();
  void read_section(const SectionSpec& spec);
  void read_keys(const SectionSpec& spec, const toml::table& table);
  void report_unknown(const SectionSpec& spec, const std::string& key);
  void require_keys(const SectionSpec& spec, const toml::table& table);
  void read_axes();
  void check_size();
  void check_points();
  void check_grid(const std::set<std::string>& sections, const std::string& section, Problems (*check)(const Config&));
  static bool matters(const std::set<std::string>& sections, const Axis& axis);
  Sweep with_axes_of(const std::set<std::string>& sections) const;
  std::vector<std::size_t> where_it_matters(const std::set<std::string>& sections,
                                            std::vector<std::size_t> position) const;
  void report(const std::string& section, const Problem& problem, const std::vector<std::size_t>& position);
  void choose_outputs();

  const toml::table* table_of(const SectionSpec& spec) const {
    return spec.name.empty() ? &document_.table : document_.table[spec.name].as_table();
  }
  /// Of a key outside any table, or of a table's name.
  Place place_of_entry(const std::string& name) const {
    const auto entry = document_.table.find(name);
    const auto created = document_.created.find(name);
    if (created == document_.created.end()) return place_of(entry->first, entry->second);
    return {std::make_shared<const std::string>(created->second), 0, 0};
  }
  bool is_table_name(std::string_view name) const {
    const auto names = table_names();
    return std::find(names.begin(), names.end(), name) != names.end();
  }
  Place place_of_section(const std::string& name) const {
    const toml::table* table = document_.table[name].as_table();
    return table && table->source().path ? place_of(*table) : whole_file_;
  }
  std::set<std::string> active_variants(const SectionSpec& spec) const;
  std::vector<std::string> table_names() const;
  std::vector<std::string> paths_in_tables() const;

  Document document_;
  Experiment experiment_;
  ProblemList problems_;
  std::map<KeyPath, Located> given_;
  Place whole_file_;
  std::vector<Conditions> excluded_;
  Place place_of_until_;
};

void ExperimentReader::read_kind() {
  const SectionSpec& spec = model_section();
  const toml::table* model = document_.table["model"].as_table();
  if (!model && document_.table.contains("model")) {
    const toml::node& node = *document_.table.get("model");
    problems_.add(place_of_entry("model"), fmt::format("model: expected a table, got {}", describe_node(node)));
  } else if (!model) {
    problems_.add(whole_file_, "missing table [model] with kind = \"...\"");
  } else if (read_swept_kinds()) {
  } else if (!model->contains("kind")) {
    problems_.add(place_of(*model),
                  fmt::format("model.kind: missing; it is one of {}", fmt::join(spec.variant_names(), ", ")));
  } else if (const auto kind = read_value(*model->get("kind"), selector_key(spec), "model.kind", problems_)) {
    experiment_.kinds = {find_kind(std::get<std::string>(kind->value))};
  }
  problems_.throw_if_any();  // without a kind no other key has a meaning
}

/// The kinds that an axis of model.kind names; false if there is none. What is wrong with it the axis reader tells.
bool ExperimentReader::read_swept_kinds() {
  if (!document_.swept.contains("model.kind")) return false;
  for (const std::string& name : document_.swept_texts("model.kind")) {
    const ModelKind* kind = find_kind(name);
    if (kind && std::find(experiment_.kinds.begin(), experiment_.kinds.end(), kind) == experiment_.kinds.end()) {
      experiment_.kinds.push_back(kind);
    }
  }
  if (experiment_.kinds.empty()) experiment_.kinds = {&model_kinds().front()};
  return true;
}

/// The first kind of the sweep that has not got the task as the first of them has it; nullptr if there is none.
const ModelKind* ExperimentReader::kind_without(const Task& task) const {
  const auto found = std::find_if(experiment_.kinds.begin() + 1, experiment_.kinds.end(), [&](const ModelKind* kind) {
    const Task* same = kind->task(task.section.name);
    return !same || !same->of_any_process || !task.of_any_process;
  });
  return found == experiment_.kinds.end() ? nullptr : *found;
}

void ExperimentReader::add_sections() {
  experiment_.config.add(experiment_section());
  experiment_.config.add(model_section());
  for (const Task& task : first_kind().tasks) {
    if (!document_.table.contains(task.section.name)) continue;
    if (const ModelKind* without = kind_without(task)) {
      problems_.add(place_of_entry(task.section.name),
                    fmt::format("[{}] is no task of kind \"{}\"", task.section.name, without->variant.name));
    }
    if (document_.created.contains(task.section.name)) {
      problems_.add(place_of_entry(task.section.name),
                    fmt::format("there is no [{}] in this experiment", task.section.name));
    }
    experiment_.tasks.push_back(&task);
    experiment_.config.add(task.section);
  }
  experiment_.config.add(output_section());
  if (!experiment_.tasks.empty()) return;
  std::vector<std::string> names;
  for (const Task& task : first_kind().tasks) names.push_back("[" + task.section.name + "]");
  problems_.add(whole_file_, fmt::format("nothing to do: add a table {}", fmt::join(names, " or ")));
}

std::vector<std::string> ExperimentReader::table_names() const {
  std::vector<std::string> names = {"model", "output", "axis", "exclude"};
  for (const Task& task : first_kind().tasks) names.push_back(task.section.name);
  return names;
}

/// "section.key" of every key of the tables that are there.
std::vector<std::string> ExperimentReader::paths_in_tables() const {
  std::vector<std::string> paths;
  for (const Section& section : experiment_.config.sections()) {
    if (section.spec().name.empty()) continue;
    for (const Variant& variant : section.spec().variants) {
      for (const Key& key : variant.keys) paths.push_back(KeyPath{section.spec().name, key.name}.text());
    }
  }
  return paths;
}

void ExperimentReader::check_tables() {
  const Keys& keys = experiment_section().variants.front().keys;
  for (const auto& [key, node] : document_.table) {
    const std::string name(key.str());
    if (is_table_name(name)) {
      if (node.is_table() || name == "axis" || name == "exclude") continue;
      problems_.add(place_of_entry(name), fmt::format("{}: expected a table, got {}", name, describe_node(node)));
    } else if (!find_key(keys, name) && (node.is_table() || node.is_array_of_tables())) {
      problems_.add(place_of_entry(name), fmt::format("unknown table [{}] for kind \"{}\"{}", name,
                                                      kind_names(experiment_), did_you_mean(name, table_names())));
    }
  }
}

/// The names of the variants that some point selects.
std::set<std::string> ExperimentReader::active_variants(const SectionSpec& spec) const {
  if (spec.selector.empty()) return {""};
  const std::string path = KeyPath{spec.name, spec.selector}.text();
  if (document_.swept.contains(path)) {
    const auto known = spec.variant_names();
    std::set<std::string> active;
    for (const std::string& name : document_.swept_texts(path)) {
      if (std::find(known.begin(), known.end(), name) != known.end()) active.insert(name);
    }
    if (!active.empty()) return active;  // else the axis is wrong, which its reader tells
  }
  return {experiment_.config.section(spec.name).selected().name};
}

void ExperimentReader::read_section(const SectionSpec& spec) {
  const toml::table* table = table_of(spec);
  if (!table) return;
  if (const toml::node* selected = spec.selector.empty() ? nullptr : table->get(spec.selector)) {
    const std::string path = KeyPath{spec.name, spec.selector}.text();
    const auto name = read_value(*selected, selector_key(spec), path, problems_);
    if (!name) return;
    experiment_.config.section(spec.name).set(spec.selector, name->value);
    given_.emplace(KeyPath{spec.name, spec.selector}, *name);
  }
  read_keys(spec, *table);
  require_keys(spec, *table);
}

void ExperimentReader::read_keys(const SectionSpec& spec, const toml::table& table) {
  const auto active = active_variants(spec);
  for (const auto& [name, node] : table) {
    if (name == spec.selector || (spec.name.empty() && is_table_name(name.str()))) continue;
    if (spec.name.empty() && name == "replicates" && node.is_table()) {
      experiment_.until = read_until(*node.as_table(), problems_);
      place_of_until_ = place_of(node);
      continue;
    }
    const Key* key = nullptr;
    const Key* other = nullptr;  // of another variant, of another type
    for (const Variant& variant : spec.variants) {
      const Key* found = active.contains(variant.name) ? find_key(variant.keys, name.str()) : nullptr;
      if (!key) key = found;
      if (found && found->type != key->type) other = found;
    }
    const KeyPath path{spec.name, std::string(name.str())};
    if (other) {
      problems_.add(place_of(name, node),
                    fmt::format("{}: is {} for one {} of the axis and {} for another: it cannot be given for both",
                                path.text(), type_name(key->type), spec.selector, type_name(other->type)));
    } else if (!key) {
      const bool table_at_top = spec.name.empty() && (node.is_table() || node.is_array_of_tables());
      if (!table_at_top) report_unknown(spec, path.key);  // else check_tables has
    } else if (auto value = read_value(node, *key, path.text(), problems_)) {
      experiment_.config.section(spec.name).set(path.key, value->value);
      given_.emplace(path, std::move(*value));
    }
  }
}

void ExperimentReader::report_unknown(const SectionSpec& spec, const std::string& key) {
  const auto active = active_variants(spec);
  const std::string path = KeyPath{spec.name, key}.text();
  const auto entry = table_of(spec)->find(key);
  const Place place = place_of(entry->first, entry->second);
  std::vector<std::string> names;
  for (const Variant& variant : spec.variants) {
    if (!active.contains(variant.name)) {
      if (!find_key(variant.keys, key)) continue;
      return problems_.add(place, fmt::format("{}: is a key of {} \"{}\", not of \"{}\"", path, spec.selector,
                                              variant.name, fmt::join(active, "\", \"")));
    }
    for (const Key& known : variant.keys) names.push_back(known.name);
  }
  if (!spec.selector.empty()) names.push_back(spec.selector);
  if (spec.name.empty()) {
    for (const std::string& table : table_names()) names.push_back(table);
  }
  const std::string whole = spec.name.empty() ? path_ending_in(key, paths_in_tables()) : std::string();
  const std::string hint = whole.empty() ? did_you_mean(key, names) : fmt::format(" (did you mean \"{}\"?)", whole);
  problems_.add(place, fmt::format("unknown key \"{}\"{}", path, hint));
}

void ExperimentReader::require_keys(const SectionSpec& spec, const toml::table& table) {
  const auto active = active_variants(spec);
  for (const Variant& variant : spec.variants) {
    if (!active.contains(variant.name)) continue;
    for (const Key& key : variant.keys) {
      const std::string path = KeyPath{spec.name, key.name}.text();
      if (!key.options.required || table.contains(key.name) || document_.swept.contains(path)) continue;
      problems_.add(place_of_section(spec.name),
                    fmt::format("missing required key \"{}\": {}", path, key.options.help));
    }
  }
}

void ExperimentReader::read_axes() {
  SweepableKeys sweepable;
  std::set<std::string> reserved = {"replicate", "run", "point", "status", "seconds", "attempts", "message"};
  for (const Dimension& dimension : output_dimensions()) {
    reserved.insert(dimension.name);
    reserved.insert("num_" + dimension.name + "s");
  }
  for (const Output& output : outputs_of(experiment_.kinds, experiment_.tasks)) reserved.insert(output.name);
  std::set<std::string> dormant;
  for (const Section& section : experiment_.config.sections()) {
    const SectionSpec& spec = section.spec();
    const auto active = active_variants(spec);
    for (const Variant& variant : spec.variants) {
      for (const Key& key : variant.keys) {
        const std::string path = KeyPath{spec.name, key.name}.text();
        if (!active.contains(variant.name)) dormant.insert(path);
        if (active.contains(variant.name) && key.options.sweepable) sweepable.emplace(path, key);
      }
    }
    if (spec.selector.empty()) continue;
    const Key selector = selector_key(spec);
    if (selector.options.sweepable) sweepable.emplace(KeyPath{spec.name, spec.selector}.text(), selector);
  }
  std::set<std::string> absent;
  for (const Task& task : first_kind().tasks) {
    if (!experiment_.config.has(task.section.name)) absent.insert(task.section.name);
  }
  for (const auto& [path, key] : sweepable) dormant.erase(path);
  AxisReader reader(std::move(sweepable), std::move(reserved), std::move(absent), std::move(dormant),
                    document_.for_axes, problems_);
  Sweep& sweep = experiment_.sweep;
  if (const toml::node* axes = document_.table.get("axis")) sweep.axes = reader.read(*axes);
  if (const toml::node* exclude = document_.table.get("exclude"))
    excluded_ = reader.read_excluded(*exclude, sweep.axes);
  const auto& until = experiment_.until;
  sweep.replicates = until ? until->at_least : experiment_.config.as<ExperimentKeys>("").replicates;
}

void ExperimentReader::check_size() {
  Sweep& sweep = experiment_.sweep;
  std::int64_t points = 1;
  for (const Axis& axis : sweep.axes) points = std::min(points, most_points) * static_cast<std::int64_t>(axis.size());
  if (points > most_points) {
    return problems_.add(whole_file_, fmt::format("more than {} points: split the experiment", most_points));
  }
  sweep.leave_out(excluded_);
  points = sweep.size_without_replicates();
  if (points == 0) problems_.add(whole_file_, "no point is left: [[exclude]] takes all of them");
  const std::int64_t replicates = experiment_.until ? experiment_.until->at_most : sweep.replicates;
  if (points * std::min(replicates, most_points + 1) > most_points) {
    problems_.add(whole_file_, fmt::format("more than {} runs: split the experiment", most_points));
  }
}

/// Checks that look at several keys, on every combination of the swept keys that they may look at.
void ExperimentReader::check_points() {
  check_grid({"model"}, "model", [](const Config& config) { return kind_of(config).check(config); });
  problems_.throw_if_any();
  for (const Task* task : experiment_.tasks) {
    check_grid({"model", task->section.name}, task->section.name, task->check);
  }
}

void ExperimentReader::check_grid(const std::set<std::string>& sections, const std::string& section,
                                  Problems (*check)(const Config&)) {
  // Points that differ only on axes that do not matter are looked at once.
  std::set<std::vector<std::size_t>> seen;
  const Sweep grid = with_axes_of(sections);
  Config config = experiment_.config;
  for (std::int64_t point = 0; point < grid.size(); point += grid.replicates) {
    const auto position = grid.position(point);
    if (!grid.is_grid() && !seen.insert(where_it_matters(sections, position)).second) continue;
    grid.apply(position, experiment_.config, config);
    for (const Problem& problem : check(config)) report(section, problem, position);
  }
}

bool ExperimentReader::matters(const std::set<std::string>& sections, const Axis& axis) {
  return std::any_of(axis.keys.begin(), axis.keys.end(),
                     [&](const AxisKey& key) { return sections.contains(key.path.section); });
}

/// A grid with the axes that do not matter cut to their first position; what is no grid stays as it is.
Sweep ExperimentReader::with_axes_of(const std::set<std::string>& sections) const {
  Sweep grid = experiment_.sweep;
  if (!grid.is_grid()) return grid;
  grid.replicates = 1;
  for (Axis& axis : grid.axes) {
    if (matters(sections, axis)) continue;
    for (AxisKey& key : axis.keys) key.values.resize(1);
  }
  return grid;
}

std::vector<std::size_t> ExperimentReader::where_it_matters(const std::set<std::string>& sections,
                                                            std::vector<std::size_t> position) const {
  for (std::size_t i = 0; i < experiment_.sweep.axes.size(); ++i) {
    if (!matters(sections, experiment_.sweep.axes[i])) position[i] = 0;
  }
  return position;
}

void ExperimentReader::report(const std::string& section, const Problem& problem,
                              const std::vector<std::size_t>& position) {
  const KeyPath path{section, problem.key};
  const std::string message = fmt::format("{}: {}", path.text(), problem.message);
  const auto& axes = experiment_.sweep.axes;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    for (const AxisKey& key : axes[i].keys) {
      if (key.path != path || position[i] == Sweep::absent) continue;
      return problems_.add(key.values[position[i]].place_of(problem.element), message);
    }
  }
  const auto given = given_.find(path);
  if (given != given_.end()) return problems_.add(given->second.place_of(problem.element), message);
  problems_.add(place_of_section(section), message);
}

void ExperimentReader::choose_outputs() {
  const std::vector<Output> outputs = outputs_of(experiment_.kinds, experiment_.tasks);
  std::vector<std::string> names;
  for (const Output& output : outputs) names.push_back(output.name);
  std::vector<std::string> keep;
  const auto given = given_.find({"output", "keep"});
  if (given != given_.end()) {
    keep = std::get<std::vector<std::string>>(given->second.value);
    if (keep.empty()) problems_.add(given->second.place, "output.keep: the list is empty");
  }
  for (std::size_t i = 0; i < keep.size(); ++i) {
    if (std::find(names.begin(), names.end(), keep[i]) != names.end()) continue;
    problems_.add(given->second.place_of(i),
                  fmt::format("output.keep: there is no output \"{}\" here{}", keep[i], did_you_mean(keep[i], names)));
  }
  experiment_.schema = ResultSchema(output_dimensions(), outputs, keep);
}

}  // namespace

const std::string& Experiment::name() const {
  return config.as<ExperimentKeys>("").name;
}

std::vector<Output> outputs_of(const std::vector<const ModelKind*>& kinds, const std::vector<const Task*>& tasks) {
  std::vector<Output> outputs;
  for (const ModelKind* kind : kinds) outputs.insert(outputs.end(), kind->outputs.begin(), kind->outputs.end());
  for (const Task* task : tasks) outputs.insert(outputs.end(), task->outputs.begin(), task->outputs.end());
  return outputs;
}

std::string kind_names(const Experiment& experiment) {
  std::vector<std::string> names;
  for (const ModelKind* kind : experiment.kinds) names.push_back(kind->variant.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

Experiment read_experiment_text(const std::string& path, std::string text, const std::vector<std::string>& overrides) {
  return ExperimentReader(path, std::move(text), overrides).read();
}

Experiment read_experiment(const std::string& path, const std::vector<std::string>& overrides) {
  return read_experiment_text(path, read_text(path), overrides);
}

}  // namespace aleator
