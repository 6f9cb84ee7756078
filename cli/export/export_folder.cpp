#include "cli/export/export_folder.hpp"

#include <deque>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

#include "backends/mlir/design_files.hpp"
#include "base/error.hpp"
#include "cli/output.hpp"

namespace xdnasim::cli {
namespace {

namespace fs = std::filesystem;

bool is_an_exports(const fs::path& folder) {
    std::ifstream marked{folder / mlir::kMarkedFile};
    std::string line;
    return std::getline(marked, line) && line == mlir::kExportMark;
}

/// What has been made, and goes again unless all of it is.
class Unfinished {
 public:
    Unfinished() = default;
    Unfinished(const Unfinished&) = delete;
    Unfinished& operator=(const Unfinished&) = delete;
    ~Unfinished() {
        std::error_code ignored;
        for (const fs::path& path : made_)
            fs::remove(path, ignored);
    }

    /// Makes `folder`, and those that it lies in.
    void make_folder(const fs::path& folder) {
        std::error_code error;
        if (folder.empty() || fs::is_directory(folder, error)) return;
        make_folder(folder.parent_path());
        if (fs::create_directory(folder, error)) made_.push_front(folder);
        if (error)
            throw base::InputError{
                fmt::format("cannot make the folder '{}': {}", folder.string(), error.message())};
    }

    void write(const fs::path& file, const std::string& content) {
        std::error_code ignored;
        const bool is_new = !fs::exists(file, ignored);
        write_file(file, content);
        if (is_new) made_.push_front(file);
    }

    void finish() { made_.clear(); }

 private:
    std::deque<fs::path> made_;  ///< the last first, so that a folder is empty when it goes
};

}  // namespace

void require_export_folder(const fs::path& folder) {
    std::error_code error;
    if (!fs::exists(folder, error)) return;
    if (!fs::is_directory(folder, error))
        throw base::InputError{fmt::format("'{}' is no folder", folder.string())};
    const bool empty = fs::is_empty(folder, error);
    if (error)
        throw base::InputError{
            fmt::format("cannot read the folder '{}': {}", folder.string(), error.message())};
    if (!empty && !is_an_exports(folder))
        throw base::InputError{
            fmt::format("'{}' holds files that no export made; allowed: a new or an empty folder, "
                        "one of an export, or --force",
                        folder.string())};
}

void remove_built_design(const fs::path& folder) {
    const fs::path built = folder / mlir::kBuiltFile;
    std::error_code error;
    fs::remove(built, error);
    if (error && error != std::errc::not_a_directory)
        throw base::InputError{
            fmt::format("cannot remove '{}': {}", built.string(), error.message())};
}

void write_files(const fs::path& folder, const std::vector<mlir::DesignFile>& files) {
    Unfinished unfinished;
    for (const mlir::DesignFile& file : files) {
        const fs::path path = folder / file.path;
        unfinished.make_folder(path.parent_path());
        unfinished.write(path, file.content);
    }
    unfinished.finish();
}

}  // namespace xdnasim::cli
