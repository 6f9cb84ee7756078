#pragma once
// The folder of an exported design.

#include <filesystem>
#include <string>
#include <vector>

namespace xdnasim::mlir {
struct DesignFile;
}

namespace xdnasim::cli {

/// Throws InputError when an export into `folder` would mix its files with others, or when it is
/// no folder: allowed are a new or an empty one, and one that an export made.
void require_export_folder(const std::filesystem::path& folder);

/// Removes the design that was built of an earlier export, which the next one would be run with.
/// Throws InputError when it cannot.
void remove_built_design(const std::filesystem::path& folder);

/// Writes each file, in their order; a file appears whole. Folders are made where they are missing.
/// Throws InputError, and then leaves no file that was not there before.
void write_files(const std::filesystem::path& folder, const std::vector<mlir::DesignFile>& files);

}  // namespace xdnasim::cli
