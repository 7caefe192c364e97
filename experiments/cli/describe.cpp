// aleator list, aleator describe: what the registry says.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "experiments/cli/command.hpp"
#include "experiments/cli/print.hpp"
#include "experiments/cli/table.hpp"
#include "experiments/registry.hpp"

namespace aleator::cli {
namespace {

std::string range_text(const Key& key) {
  return key.choices.empty() ? key.options.range.text() : fmt::format("{}", fmt::join(key.choices, " | "));
}

void print_keys(const Keys& keys) {
  if (keys.empty()) return print("  no keys\n");
  std::vector<std::vector<std::string>> rows = {{"key", "type", "default", "meaning"}};
  for (const Key& key : keys) {
    std::string meaning = key.options.help;
    if (key.options.unit != "1") meaning += " [" + key.options.unit + "]";
    if (const std::string range = range_text(key); !range.empty()) meaning += "; " + range;
    rows.push_back({key.name, std::string(short_type_name(key.type)), key.default_text(), meaning});
  }
  print_table(rows);
}

bool all_have(const SectionSpec& section, const Key& key) {
  return std::all_of(section.variants.begin(), section.variants.end(),
                     [&](const Variant& variant) { return find_key(variant.keys, key.name) != nullptr; });
}

/// The keys of every variant once, then each variant with those that are its own.
void print_section(const SectionSpec& section) {
  if (section.selector.empty()) {
    print("[{}]  {}\n", section.name, section.variants.front().help);
    return print_keys(section.variants.front().keys);
  }
  Keys common = section.variants.front().keys;
  std::erase_if(common, [&](const Key& key) { return !all_have(section, key); });
  if (!common.empty()) {
    print("[{}]  with any {}\n", section.name, section.selector);
    print_keys(common);
    print("\n");
  }
  for (const Variant& variant : section.variants) {
    print("{}[{}] {} = \"{}\"\n  {}\n", &variant == &section.variants.front() ? "" : "\n", section.name,
          section.selector, variant.name, variant.help);
    Keys own = variant.keys;
    std::erase_if(own, [&](const Key& key) { return all_have(section, key); });
    if (!own.empty()) print_keys(own);
  }
}

void print_outputs(const std::vector<Output>& outputs) {
  if (outputs.empty()) return;
  std::vector<std::vector<std::string>> rows = {{"output", "meaning"}};
  for (const Output& output : outputs) {
    const std::string dimensions =
        output.dimensions.empty() ? "" : fmt::format("({})", fmt::join(output.dimensions, ", "));
    const std::string unit = output.unit == "1" ? "" : " [" + output.unit + "]";
    const std::string request = output.on_request ? "; written if output.keep names it" : "";
    rows.push_back({output.name + dimensions, output.long_name + unit + request});
  }
  print("\n");
  print_table(rows);
}

void print_task(const Task& task) {
  print_section(task.section);
  print_outputs(task.outputs);
}

void describe_kind(const ModelKind& kind) {
  print("{}: {}\n\n[model] kind = \"{}\"\n", kind.variant.name, kind.variant.help, kind.variant.name);
  print_keys(kind.variant.keys);
  print_outputs(kind.outputs);
  for (const Task& task : kind.tasks) {
    print("\n");
    print_task(task);
  }
  if (!kind.state_help.empty()) print("\n`aleator ask` takes as --state {}\n", kind.state_help);
  print("\n`aleator describe experiment` tells of the keys that every experiment has, and of axes.\n");
}

void print_axis_keys() {
  print("[[axis]]  Any number of them: the grid of all their combinations is run, but for what [[exclude]] names\n");
  print_table({{"key", "meaning"},
               {"key", "the key that changes, such as \"solve.discount\""},
               {"keys", "several keys that change together; each of values is then a list with a value for each"},
               {"values", "the values"},
               {"range", "{ from = 1, to = 7, step = 1 }, without its end"},
               {"linspace", "{ from = 0.5, to = 0.99, count = 50 }, both ends included"},
               {"logspace", "{ from = 0.001, to = 1, count = 4 }, both ends included, in equal ratios"},
               {"random",
                "{ from = 0.1, to = 10, count = 100 } drawn values of number keys, together if there are several "
                "(from and to are lists then); also scale = \"log\" and seed. The dimension is called sample"},
               {"sobol", "the same, spread more evenly than by chance"},
               {"latin-hypercube", "the same, each key once in each of count equal parts"},
               {"when",
                "{ solve.method = \"sor\" }: for which values of axes before it the axis exists; elsewhere its "
                "keys stay as the tables have them"},
               {"labels", "names for the values, as the coordinate in the results"},
               {"name", "of the dimension in the results; unless given, the last part of the key"}});
  print(
      "\n[[exclude]]  Any number of them: points for which all that is named in one of them holds are left out, such "
      "as\n"
      "solve.method = \"sor\" and solve.discount = [0.9, 0.99]\n");
}

void describe_experiment() {
  print("Keys of every experiment file, before any [table]\n");
  print_keys(experiment_section().variants.front().keys);
  print("\n");
  print_section(output_section());
  print("\n");
  print_axis_keys();
}

/// The task as each kind has it; once if it is the same for all.
void describe_task(const std::string& name) {
  bool told = false;
  for (const ModelKind& kind : model_kinds()) {
    const Task* task = kind.task(name);
    if (!task || (told && task->of_any_process)) continue;
    if (told) print("\n");
    if (!task->of_any_process) print("Of kind \"{}\":\n", kind.variant.name);
    print_task(*task);
    told = true;
  }
}

std::vector<std::string> task_names() {
  std::vector<std::string> names;
  for (const ModelKind& kind : model_kinds()) {
    for (const Task& task : kind.tasks) {
      if (std::find(names.begin(), names.end(), task.section.name) == names.end()) names.push_back(task.section.name);
    }
  }
  return names;
}

void describe(const std::string& name) {
  if (name == "experiment") return describe_experiment();
  if (name == "model") return print_section(model_section());
  if (name == "output") return print_section(output_section());
  if (name == "axis") return print_axis_keys();
  if (const ModelKind* kind = find_kind(name)) return describe_kind(*kind);
  const std::vector<std::string> tasks = task_names();
  if (std::find(tasks.begin(), tasks.end(), name) != tasks.end()) return describe_task(name);
  std::vector<std::string> names = model_section().variant_names();
  names.insert(names.end(), tasks.begin(), tasks.end());
  for (const char* other : {"experiment", "model", "output", "axis"}) names.emplace_back(other);
  throw UsageError(fmt::format("there is no kind or table \"{}\"{}; `aleator list` names the kinds and tasks", name,
                               did_you_mean(name, names)));
}

}  // namespace

int list_command(const Arguments& arguments) {
  if (!arguments.empty() && arguments[0] != "-h" && arguments[0] != "--help") {
    throw UsageError("aleator list takes no arguments");
  }
  std::vector<std::vector<std::string>> rows = {{"kind", "tasks", "what it is"}};
  for (const ModelKind& kind : model_kinds()) {
    std::vector<std::string> tasks;
    for (const Task& task : kind.tasks) tasks.push_back(task.section.name);
    rows.push_back({kind.variant.name, fmt::format("{}", fmt::join(tasks, ", ")), kind.variant.help});
  }
  print_table(rows);
  rows = {{"task", "of", "what it does"}};
  std::set<std::string> told;
  for (const ModelKind& kind : model_kinds()) {
    for (const Task& task : kind.tasks) {
      const std::string& name = task.section.name;
      if (task.of_any_process && !told.insert(name).second) continue;
      const auto methods = task.section.selector.empty() ? std::vector<std::string>() : task.section.variant_names();
      const std::string by = methods.empty() ? "" : fmt::format("; by {}", fmt::join(methods, ", "));
      rows.push_back({name, task.of_any_process ? "every kind" : kind.variant.name, task.help + by});
    }
  }
  print("\n");
  print_table(rows);
  print(
      "\n`aleator describe KIND` lists every key of a kind and its tasks, `aleator describe TASK` those of a task.\n");
  return done;
}

int describe_command(const Arguments& arguments) {
  const auto map = parse(arguments, "describe", boost::program_options::options_description("Options"), "NAME");
  if (map) describe((*map)["NAME"].as<std::string>());
  return done;
}

}  // namespace aleator::cli
