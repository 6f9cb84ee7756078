#pragma once
// Pictures, drawn by the Python scripts of cli/plots.

#include <filesystem>
#include <string>
#include <string_view>

namespace xdnasim::cli {

/// Throws InputError unless the file that --plot names ends in .png, .svg or .pdf.
void require_picture(const std::filesystem::path& file);

/// Runs the script `name` on `data`; `file` appears whole or not at all.
/// Throws Error (Unavailable) when Python or matplotlib is missing, InputError when the file
/// cannot be written, or what require_picture() throws.
void draw(const std::string& name, std::string_view data, const std::filesystem::path& file);

}  // namespace xdnasim::cli
