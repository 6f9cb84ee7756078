#include "cli/scratch_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/uninterrupted.hpp"
#include "cli/output.hpp"

namespace xdnasim::cli {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder() : path_{(folder_of_temporary_files() / "xdnasim-XXXXXX").string()} {
    base::Uninterrupted steps;
    if (::mkdtemp(path_.data()) == nullptr)
        throw base::InputError{fmt::format("cannot make a temporary folder '{}': {}", path_,
                                           std::generic_category().message(errno))};
    steps.remove_when_interrupted(path_);
    removed_when_interrupted_.push_back(path_);
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    base::Uninterrupted steps;
    for (const std::string& path : removed_when_interrupted_)
        steps.keep(path);
}

fs::path ScratchFolder::file(const std::string& name) {
    const std::string path = path_ + '/' + name;
    base::Uninterrupted{}.remove_when_interrupted(path);
    removed_when_interrupted_.push_back(path);
    return path;
}

}  // namespace xdnasim::cli
