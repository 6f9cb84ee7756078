#pragma once
// Pictures, drawn by the Python scripts of cli/plots.

#include <filesystem>
#include <string>
#include <string_view>

namespace xdnasim::cli {

/// Endings of the picture files that can be written.
[[nodiscard]] bool is_picture(const std::filesystem::path& file);

/// Runs the script `name` on `data`; `file` appears whole or not at all.
/// Throws Error (Unavailable) when Python or matplotlib is missing, InputError when the file
/// cannot be written or its ending is none of png, svg and pdf.
void draw(const std::string& name, std::string_view data, const std::filesystem::path& file);

}  // namespace xdnasim::cli
