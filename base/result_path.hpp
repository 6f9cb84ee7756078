#pragma once
// The path at which an output file is created: links are followed, and devices and pipes are not
// replaced.

#include <filesystem>

#include <sys/types.h>

namespace xdnasim::base {

/// Is `file` a device, a pipe or a socket? Such a file is written to directly, never replaced, and
/// gets no temporary file beside it.
[[nodiscard]] bool is_special(const std::filesystem::path& file);

/// The path that `file` leads to through links whose targets are missing, which
/// weakly_canonical() does not follow.
[[nodiscard]] std::filesystem::path behind_links(std::filesystem::path file);

/// The absolute path of the file to write for `file`; for a link, that of the file it leads to.
/// Throws InputError if no file can be there. Precondition: !is_special(file).
[[nodiscard]] std::filesystem::path target_of(const std::filesystem::path& file);

/// Throws an InputError that `file` cannot be written. `error`: the errno that says why.
[[noreturn]] void fail_to_write(const std::filesystem::path& file, int error);

/// Permissions for the new file: those of the existing file at `target`, or the default ones.
[[nodiscard]] ::mode_t mode_for(const std::filesystem::path& target);

}  // namespace xdnasim::base
