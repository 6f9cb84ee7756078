#pragma once
// Output of results: to files, standard output and standard error.

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

/// The folder for temporary files. Throws InputError if there is none, naming the variable (TMPDIR,
/// TMP, TEMP or TEMPDIR) that is set to something else.
[[nodiscard]] std::filesystem::path folder_of_temporary_files();

/// Writes to standard output, or to the current Redirection. Throws InputError if not all of `text`
/// could be written.
void write_stdout(std::string_view text);

/// Writes to standard error, or to the current Redirection; ignores failures.
void write_stderr(std::string_view text);

/// A sink that takes a text piece by piece.
using WritePiece = std::function<void(std::string_view)>;
/// A producer of a text, which passes each piece to the sink.
using WritePieces = std::function<void(const WritePiece&)>;

}  // namespace xdnasim::cli
