#include "cli/file_roles.hpp"

#include <system_error>

#include <fmt/format.h>

#include "arch/device_file.hpp"
#include "base/error.hpp"
#include "cli/output.hpp"

namespace xdnasim::cli {
namespace {

namespace fs = std::filesystem;

/// The absolute path behind all links. fs::absolute() is needed because weakly_canonical() leaves a
/// relative path relative if no part of it exists.
fs::path from_root(const fs::path& file) {
    std::error_code ignored;
    return fs::weakly_canonical(fs::absolute(behind_links(file), ignored), ignored);
}

/// Whether two paths lead to the same file, which need not exist and may have several names.
bool is_same_file(const fs::path& a, const fs::path& b) {
    std::error_code ignored;
    return fs::equivalent(a, b, ignored) || from_root(a) == from_root(b);
}

}  // namespace

void FileRoles::reads_folder(const fs::path& folder, const std::string& what) {
    std::error_code error;
    for (fs::recursive_directory_iterator entry{folder, error}, end; !error && entry != end;
         entry.increment(error))
        reads(entry->path(), what);
}

void FileRoles::look_for_devices() {
    for (const fs::path& device : std::exchange(devices_, {})) {
        std::string what = "the device file";
        for (const fs::path& each : arch::device_file_chain(device)) {
            reads(each, what);
            what = "a file that the device file extends";
        }
    }
}

void FileRoles::require_none(const Roles& roles, const std::string& option, const fs::path& file) {
    for (const auto& [other, what] : roles)
        if (is_same_file(file, other))
            throw base::InputError{
                fmt::format("{}: '{}' is {}. Name another file", option, file.string(), what)};
}

void FileRoles::will_write(const std::string& option, const fs::path& file) {
    look_for_devices();
    // A terminal or a pipe can be read and written: nothing is overwritten.
    if (!is_special(file)) require_none(inputs_, option, file);
    require_none(results_, option, file);
    results_.emplace_back(file, "also the file of " + option);
}

void FileRoles::writes(const std::string& option, const fs::path& file) {
    will_write(option, file);
    require_writable(file);
}

}  // namespace xdnasim::cli
