#include "experiments/model_files/model_file.hpp"

#include <functional>
#include <new>
#include <stdexcept>
#include <string_view>

#include "core/mdp/formats/drn_reader.hpp"
#include "core/mdp/formats/drn_writer.hpp"
#include "core/mdp/formats/prism_reader.hpp"
#include "core/mdp/formats/prism_states.hpp"
#include "core/mdp/formats/prism_writer.hpp"
#include "core/mdp/formats/text_scanner.hpp"
#include "core/text.hpp"
#include "experiments/model_files/file_text.hpp"
#include "experiments/model_files/hdf5_model.hpp"
#include "experiments/model_files/text_file_writer.hpp"
#include "experiments/results/file_error.hpp"

namespace aleator {
namespace {

using results::FileError;
using std::filesystem::path;

/// A name without .gz.
path unpacked_name(path file) {
  return is_packed(file) ? file.replace_extension() : file;
}

std::optional<ModelFormat> format_of(const path& file) {
  const path extension = unpacked_name(file).extension();
  if (extension == ".tra") return ModelFormat::prism;
  if (extension == ".drn") return ModelFormat::drn;
  if (extension == ".h5" || extension == ".hdf5") return ModelFormat::hdf5;
  return std::nullopt;
}

// ---- reading

/// Reads the text of a file; errors in it name the file and the line.
void read_text(const path& file, const std::function<void(std::string_view)>& read) {
  const FileText bytes(file);
  try {
    read(bytes.text());
  } catch (const ModelTextError& error) {
    throw FileError(text(file.string(), ":", error.line, ": ", error.rule));
  }
}

/// The companion that was named, or else the one beside the .tra, if there is one; packed first if the .tra is.
std::optional<path> companion(const path& tra, const std::optional<path>& named, const char* extension) {
  if (named) return named;
  const path plain = unpacked_name(tra).replace_extension(extension);
  path packed = plain;
  packed += ".gz";
  const path& first = is_packed(tra) ? packed : plain;
  const path& second = is_packed(tra) ? plain : packed;
  if (exists(first)) return first;
  if (exists(second)) return second;
  return std::nullopt;
}

LabelledMdp read_prism(const path& tra, const ModelFileOptions& options) {
  LabelledMdp model;
  read_text(tra, [&](std::string_view bytes) { model = read_prism_transitions(bytes); });
  const auto add = [&](const std::optional<path>& named, const char* extension, auto read) {
    const std::optional<path> file = companion(tra, named, extension);
    if (file) read_text(*file, [&](std::string_view bytes) { read(bytes, model); });
  };
  add(options.labels, ".lab", read_prism_labels);
  add(options.states, ".sta", read_prism_states);
  add(options.transition_rewards, ".trew", read_prism_transition_rewards);
  add(options.state_rewards, ".srew", read_prism_state_rewards);
  return model;
}

void check_options(const path& file, ModelFormat format, const ModelFileOptions& options) {
  if (format != ModelFormat::drn && !options.reward_model.empty()) {
    throw FileError(text("cannot read ", file.string(), ": only .drn files have reward models to choose from"));
  }
  const bool has_companions = options.labels || options.states || options.state_rewards || options.transition_rewards;
  if (format != ModelFormat::prism && has_companions) {
    throw FileError(text("cannot read ", file.string(), ": only .tra files have files for labels, states and rewards"));
  }
}

}  // namespace

LabelledMdp read_model_file(const path& file, const ModelFileOptions& options) {
  const std::optional<ModelFormat> format = format_of(file);
  if (!format) {
    throw FileError(text("cannot read ", file.string(),
                         ": the names of models end in .tra, .drn, .h5 or .hdf5, with or without .gz"));
  }
  check_options(file, *format, options);
  try {
    if (*format == ModelFormat::prism) return read_prism(file, options);
    if (*format == ModelFormat::hdf5) return read_hdf5_model(file);
    LabelledMdp model;
    read_text(file, [&](std::string_view bytes) { model = read_drn(bytes, options.reward_model); });
    return model;
  } catch (const std::bad_alloc&) {
    throw FileError(text("cannot read ", file.string(), ": there is not enough memory"));
  }
}

// ---- writing

namespace {

void write_prism(const LabelledMdp& model, const path& tra) {
  const auto beside = [&](const char* extension) {
    path file = unpacked_name(tra).replace_extension(extension);
    if (is_packed(tra)) file += ".gz";
    return file;
  };
  TextFiles files;
  // Labels and rewards also without entries, and states without variables if there are others: an older file beside
  // the .tra would be read with it.
  files.add(beside(".lab"), [&](const TextSink& sink) { write_prism_labels(model, sink); });
  if (!model.valuations.empty() || companion(tra, std::nullopt, ".sta")) {
    files.add(beside(".sta"), [&](const TextSink& sink) { write_prism_states(model, sink); });
  }
  files.add(beside(".srew"), [&](const TextSink& sink) { write_prism_state_rewards(model, sink); });
  files.add(beside(".trew"), [&](const TextSink& sink) { write_prism_transition_rewards(model, sink); });
  files.add(tra, [&](const TextSink& sink) { write_prism_transitions(model, sink); });
  files.commit();
}

void write_drn_file(const LabelledMdp& model, const path& file) {
  TextFiles files;
  files.add(file, [&](const TextSink& sink) { write_drn(model, sink); });
  files.commit();
}

}  // namespace

std::string model_name_problem(const path& file, ModelFormat format) {
  if (format_of(file) == format && !(is_packed(file) && format == ModelFormat::hdf5)) return {};
  const char* const ends = format == ModelFormat::prism ? ".tra or .tra.gz"
                           : format == ModelFormat::drn ? ".drn or .drn.gz"
                                                        : ".h5 or .hdf5";
  return text("cannot write ", file.string(), ": the names of such files end in ", ends);
}

void write_model_file(const LabelledMdp& model, const path& file, ModelFormat format) {
  if (std::string problem = model_name_problem(file, format); !problem.empty()) throw FileError(std::move(problem));
  try {
    if (format == ModelFormat::prism) write_prism(model, file);
    if (format == ModelFormat::drn) write_drn_file(model, file);
    if (format == ModelFormat::hdf5) write_hdf5_model(model, file);
  } catch (const std::invalid_argument& error) {
    throw FileError(text("cannot write ", file.string(), ": ", error.what()));
  }
}

}  // namespace aleator
