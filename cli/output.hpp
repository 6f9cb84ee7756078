#pragma once
// Where results go: files, standard output and standard error.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/output_file.hpp"
#include "base/result_path.hpp"

namespace xdnasim::cli {

using base::behind_links;
using base::is_special;
using base::OutputFile;
using base::require_writable;
using base::write_file;

/// Where temporary files go. Throws InputError that names TMPDIR when that is none.
[[nodiscard]] std::filesystem::path folder_of_temporary_files();

/// Throws InputError when standard output does not take all of `text`.
void write_stdout(std::string_view text);

void write_stderr(std::string_view text);

/// Takes a text piece by piece.
using WritePiece = std::function<void(std::string_view)>;
/// Makes a text, and passes it on.
using WritePieces = std::function<void(const WritePiece&)>;

}  // namespace xdnasim::cli
