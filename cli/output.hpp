#pragma once
// Where results go: files, standard output and standard error.

#include <filesystem>
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

/// What a command has found: `json` to `json_file`, where there is one, and `text` to standard
/// output. Where `json_file` is "-", `json` goes there and `text` to standard error.
void write_result(const std::optional<std::string>& json_file, std::string_view json,
                  std::string_view text);

}  // namespace xdnasim::cli
