#pragma once
// Where a file of results comes to lie: links are followed, and devices and pipes stay what they
// are.

#include <filesystem>

#include <sys/types.h>

namespace xdnasim::base {

/// A device, a pipe or a socket: it is written to and never replaced, and nothing lies beside it.
[[nodiscard]] bool is_special(const std::filesystem::path& file);

/// What `file` leads to, should that be missing: weakly_canonical() does not follow such a link.
[[nodiscard]] std::filesystem::path behind_links(std::filesystem::path file);

/// The path from the root of what is written where `file`, which is not special, is: not that of a
/// link, but of what it leads to. Throws InputError when no file can be there.
[[nodiscard]] std::filesystem::path target_of(const std::filesystem::path& file);

/// Throws InputError that says that `file` cannot be written, because of this errno.
[[noreturn]] void fail_to_write(const std::filesystem::path& file, int error);

/// Permissions of the file that is replaced, or those of any new file.
[[nodiscard]] ::mode_t mode_for(const std::filesystem::path& target);

}  // namespace xdnasim::base
