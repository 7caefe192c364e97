// Processes from files of model checkers and of our own, and into them. docs/model-files.md describes the formats.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/mdp/formats/labelled_mdp.hpp"

namespace aleator {

struct ModelFileOptions {
  std::string reward_model;  // of a .drn; empty: the first
  // Companions of a .tra; without a name they are looked for beside it: die.tra has die.lab, die.sta, die.srew and
  // die.trew, or die.lab.gz and so on.
  std::optional<std::filesystem::path> labels;
  std::optional<std::filesystem::path> states;
  std::optional<std::filesystem::path> state_rewards;
  std::optional<std::filesystem::path> transition_rewards;
};

/// Reads .tra, .drn, .h5 or .hdf5, each also with .gz behind it.
/// @throws results::FileError "file:line: the rule that is broken there", or "cannot read file: reason"
LabelledMdp read_model_file(const std::filesystem::path& file, const ModelFileOptions& options = {});

enum class ModelFormat { prism, drn, hdf5 };

/// What is wrong with the name of a file to be written in a format, or empty.
std::string model_name_problem(const std::filesystem::path& file, ModelFormat format);

/// Writes a process under temporary names, renamed when all are whole and on disk: if that fails the old files stay,
/// and no new ones. The name of the file ends as its format's do: .tra (with .lab, .srew and .trew beside it, and .sta
/// if it has valuations), .drn, .h5 or .hdf5; text is packed if .gz stands behind it.
/// @throws results::FileError, also for what the format cannot hold
void write_model_file(const LabelledMdp& model, const std::filesystem::path& file, ModelFormat format);

}  // namespace aleator
