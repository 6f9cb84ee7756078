#include "cli/result_folder.hpp"

#include <cerrno>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.hpp"
#include "base/uninterrupted.hpp"

namespace xdnasim::cli {
namespace {

namespace fs = std::filesystem;

/// `folder` and its parents, as far as they do not exist, each before its parent.
std::vector<std::string> missing_folders(const fs::path& folder) {
    std::error_code ignored;
    fs::path path = fs::weakly_canonical(fs::absolute(folder, ignored), ignored);
    if (!path.has_filename()) path = path.parent_path();
    std::vector<std::string> missing;
    for (; path.has_relative_path() && !fs::exists(path, ignored); path = path.parent_path())
        missing.push_back(path.string());
    return missing;
}

}  // namespace

ResultFolder::ResultFolder(const std::string& option, const fs::path& folder) {
    constexpr std::size_t kMaxMissing = 16;
    const auto refuse = [&](const std::string& why) {
        throw base::InputError{
            fmt::format("{}: cannot make the folder '{}': {}", option, folder.string(), why)};
    };
    if (folder.empty()) refuse("it has no name");
    std::error_code ignored;
    if (fs::exists(folder, ignored) && !fs::is_directory(folder, ignored))
        refuse(std::generic_category().message(ENOTDIR));
    std::vector<std::string> missing = missing_folders(folder);
    if (missing.size() > kMaxMissing)
        refuse(fmt::format("{} folders in its path are missing, more than {}", missing.size(),
                           kMaxMissing));
    int error = 0;
    {
        base::Uninterrupted steps;
        std::size_t left = missing.size();
        while (left > 0 && ::mkdir(missing[left - 1].c_str(), 0777) == 0)
            --left;
        if (left > 0) error = errno;
        made_.assign(missing.begin() + static_cast<std::ptrdiff_t>(left), missing.end());
        if (error != 0)
            for (const std::string& path : made_)
                ::rmdir(path.c_str());
        else
            for (const std::string& path : made_)
                steps.remove_when_interrupted(path);
    }
    if (error != 0) refuse(std::generic_category().message(error));
}

ResultFolder::~ResultFolder() {
    base::Uninterrupted steps;
    for (const std::string& path : made_) {
        ::rmdir(path.c_str());  // fails if the folder holds results
        steps.keep(path);
    }
}

}  // namespace xdnasim::cli
