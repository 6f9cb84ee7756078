#pragma once
// Where results go. A file appears whole or not at all; what cannot be written is an error.

#include <filesystem>
#include <string_view>

namespace xdnasim::cli {

/// Throws InputError when `write_file` could not create `file`: to be asked before a long run.
void require_writable(const std::filesystem::path& file);

/// Replaces `file` by `content` in one step. A device or a pipe is written to directly.
/// Throws InputError, and then leaves nothing behind.
void write_file(const std::filesystem::path& file, std::string_view content);

/// Throws InputError when standard output does not take all of `text`.
void write_stdout(std::string_view text);

void write_stderr(std::string_view text);

}  // namespace xdnasim::cli
