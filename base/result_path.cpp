#include "base/result_path.hpp"

#include <cerrno>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>

#include "base/error.hpp"

namespace xdnasim::base {
namespace {

namespace fs = std::filesystem;

std::string in_single_quotes(const fs::path& file) {
    return fmt::format("'{}'", file.string());
}

/// Throws InputError if the folder of `target`, which `file` leads to, does not exist.
void require_folder(const fs::path& file, const fs::path& target) {
    std::error_code error;
    const fs::path folder = target.parent_path();
    if (fs::status(folder, error).type() != fs::file_type::not_found) return;
    const bool as_given = file.has_parent_path() && !fs::is_symlink(file, error);
    throw InputError{fmt::format("cannot write {}: there is no folder {}", in_single_quotes(file),
                                 in_single_quotes(as_given ? file.parent_path() : folder))};
}

}  // namespace

bool is_special(const fs::path& file) {
    std::error_code ignored;
    return fs::is_other(file, ignored);
}

fs::path behind_links(fs::path file) {
    constexpr int kMostLinks = 40;  // the limit of Linux
    std::error_code error;
    for (int links = 0; links < kMostLinks; ++links) {
        if (fs::exists(file, error) || !fs::is_symlink(file, error)) return file;
        const fs::path target = fs::read_symlink(file, error);
        if (error) return file;
        file = file.parent_path() / target;  // an absolute target replaces the whole path
    }
    return file;
}

fs::path target_of(const fs::path& file) {
    std::error_code error;
    fs::path target = fs::weakly_canonical(behind_links(file), error);
    if (error) fail_to_write(file, error.value());
    if (file.empty()) fail_to_write(file, ENOENT);
    if (!file.has_filename() || fs::is_directory(target, error)) fail_to_write(file, EISDIR);
    if (!target.is_absolute()) {
        target = fs::current_path(error) / target;
        if (error) fail_to_write(file, error.value());  // the folder has been removed
    }
    require_folder(file, target);
    return target;
}

void fail_to_write(const fs::path& file, int error) {
    throw InputError{fmt::format("cannot write {}: {}", in_single_quotes(file),
                                 std::generic_category().message(error))};
}

::mode_t mode_for(const fs::path& target) {
    struct stat existing {};
    if (::stat(target.c_str(), &existing) == 0) return existing.st_mode & 07777;
    const ::mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

}  // namespace xdnasim::base
