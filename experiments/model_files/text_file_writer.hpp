// A text file that takes the place of another when it is whole.
#pragma once

#include <filesystem>
#include <functional>

#include "core/mdp/formats/text_writer.hpp"

namespace aleator {

/// Writes what `write` passes to its sink, packed if the name ends in .gz.
/// @throws results::FileError
void write_text_file(const std::filesystem::path& file, const std::function<void(const TextSink&)>& write);

}  // namespace aleator
