// Processes in HDF5 files: the arrays as they are. docs/model-files.md describes the layout.
#pragma once

#include <filesystem>

#include "core/mdp/formats/labelled_mdp.hpp"

namespace aleator {

/// The attribute `format` of such a file.
inline constexpr const char* hdf5_model_format = "aleator-mdp";

/// @param file  .h5 or .hdf5, plain or packed (.gz)
/// @throws results::FileError, also for files that are not such a process; every array is checked
LabelledMdp read_hdf5_model(const std::filesystem::path& file);

/// Written under a temporary name and renamed when it is whole and on disk.
/// @throws results::FileError
void write_hdf5_model(const LabelledMdp& model, const std::filesystem::path& file);

}  // namespace aleator
