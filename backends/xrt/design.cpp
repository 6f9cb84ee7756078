#include "xdnasim/backends/xrt/design.hpp"

#include <fmt/format.h>

#include "xdnasim/arch/error.hpp"
#include "xdnasim/backends/artifacts/word_file.hpp"
#include "xdnasim/backends/txn/stream.hpp"
#include "xdnasim/backends/xrt/xclbin_file.hpp"

namespace xdnasim::backends {
namespace {

namespace fs = std::filesystem;
using artifacts::FileEntry;

/// The file of an entry, when it is there.
std::optional<fs::path> built(const fs::path& folder, const std::optional<FileEntry>& entry) {
    if (!entry || !fs::is_regular_file(folder / entry->path)) return std::nullopt;
    artifacts::require_same_file(folder, *entry);
    return folder / entry->path;
}

/// `entry`, or what aiecc calls such a file.
FileEntry named(const std::optional<FileEntry>& entry, const char* otherwise) {
    return entry.value_or(FileEntry{.path = otherwise, .size = {}, .hash = {}});
}

[[noreturn]] void refuse(const fs::path& folder, const FileEntry& missing) {
    throw arch::Error{arch::ExitCode::Unavailable,
                      fmt::format("the design in '{}' is not built: there is no '{}'; run make "
                                  "there, with mlir-aie installed",
                                  folder.string(), missing.path)};
}

std::vector<std::uint32_t> read_instructions(const fs::path& file) {
    std::vector<std::uint32_t> words = artifacts::read_words(file);
    try {
        static_cast<void>(txn::read_stream(words));
    } catch (const arch::InputError& error) {
        throw arch::InputError{fmt::format("'{}': {}", file.string(), error.what())};
    }
    return words;
}

}  // namespace

Design load_design(const fs::path& folder, const artifacts::Manifest& manifest) {
    const artifacts::Files& files = manifest.files;
    Design design{.kernel = manifest.kernel, .xclbin = {}, .elf = {}, .instructions = {}};
    design.xclbin = built(folder, files.xclbin);
    design.elf = built(folder, files.elf);
    if (design.xclbin) require_whole_xclbin(*design.xclbin);
    if (design.elf) return design;
    if (!design.xclbin) refuse(folder, named(files.xclbin, "final.xclbin"));

    const FileEntry insts = named(files.insts, "insts.bin");
    const auto file = built(folder, insts);
    if (!file) refuse(folder, insts);
    design.instructions = read_instructions(*file);
    return design;
}

}  // namespace xdnasim::backends
