#include <fmt/format.h>

#include "backends/txn/txn.hpp"
#include "backends/xrt/npu.hpp"
#include "backends/xrt/xclbin.hpp"
#include "base/error.hpp"
#include "base/word_file.hpp"

namespace xdnasim::backends {
namespace {

namespace fs = std::filesystem;
using artifacts::FileEntry;

/// Returns the path of an entry's file; nullopt if it does not exist. Throws InputError if it is
/// not the file of the entry.
std::optional<fs::path> built(const fs::path& folder, const std::optional<FileEntry>& entry) {
    if (!entry || !fs::is_regular_file(folder / entry->path)) return std::nullopt;
    artifacts::require_same_file(folder, *entry);
    return folder / entry->path;
}

/// Returns the entry. Throws InputError if the manifest does not have it.
const FileEntry& named(const std::optional<FileEntry>& entry, const char* key,
                       const fs::path& folder) {
    if (entry) return *entry;
    throw base::InputError{fmt::format("'{}' has no files.{}, which says where the file is",
                                       (folder / artifacts::kManifestFile).string(), key)};
}

[[noreturn]] void refuse(const fs::path& folder, const FileEntry& missing) {
    throw base::Error{base::ExitCode::Unavailable,
                      fmt::format("the design in '{}' is not built: there is no '{}'; run make "
                                  "there, with mlir-aie installed",
                                  folder.string(), missing.path)};
}

std::vector<std::uint32_t> read_instructions(const fs::path& file, const arch::Device& device,
                                             std::size_t host_buffers) {
    std::vector<std::uint32_t> words = base::load_words(file);
    try {
        txn::require_made_for(txn::read_stream(words), device, host_buffers);
    } catch (const base::InputError& error) {
        throw base::InputError{fmt::format("'{}': {}", file.string(), error.what())};
    }
    return words;
}

}  // namespace

Design load_design(const fs::path& folder, const artifacts::Manifest& manifest,
                   const arch::Device& device) {
    const artifacts::Files& files = manifest.files;
    Design design{.kernel = manifest.kernel, .xclbin = {}, .elf = {}, .instructions = {}};
    design.xclbin = built(folder, files.xclbin);
    design.elf = built(folder, files.elf);
    if (design.xclbin) require_whole_xclbin(*design.xclbin);
    if (design.elf) return design;
    if (!design.xclbin) {
        const bool elf_alone = files.elf && !files.xclbin;
        refuse(folder, elf_alone ? *files.elf : named(files.xclbin, "xclbin", folder));
    }

    const FileEntry& insts = named(files.insts, "insts", folder);
    const auto file = built(folder, insts);
    if (!file) refuse(folder, insts);
    design.instructions = read_instructions(*file, device, manifest.buffers.size());
    return design;
}

}  // namespace xdnasim::backends
