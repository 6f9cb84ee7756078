#pragma once
// Pictures, drawn by the Python scripts of cli/plots.

#include <filesystem>
#include <string>
#include <string_view>

namespace xdnasim::cli {

/// Throws InputError unless the file that --plot names ends in .png, .svg or .pdf.
void require_picture(const std::filesystem::path& file);

/// Draws `file` by running the script `name` on `data`. The file is written completely or not at
/// all. Throws Error (Unavailable) if Python or matplotlib is missing, InputError if the file
/// cannot be written, and as require_picture() and run_script() do.
void draw(const std::string& name, std::string_view data, const std::filesystem::path& file);

}  // namespace xdnasim::cli
