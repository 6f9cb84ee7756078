#pragma once
// Checks of the sections of an xclbin that describe the design.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace xdnasim::backends {

/// Kinds of sections that are checked, with their numbers in XRT's xclbin.h.
enum class XclbinSectionKind : std::uint32_t {
    EmbeddedMetadata = 2,
    MemTopology = 6,
    Connectivity = 7,
    IpLayout = 8,
    GroupTopology = 26,
    GroupConnectivity = 27,
};

struct XclbinSection {
    XclbinSectionKind kind{};  ///< may also be a number without an enumerator: not checked
    std::string content;
};

/// Whether sections of this kind are checked.
[[nodiscard]] bool is_looked_at(XclbinSectionKind kind);

/// Throws Error with ExitCode::Unavailable if a required section is missing, or a section is
/// inconsistent: the text names the section and the entry. `file`: file of the sections, for
/// errors.
void require_sound_sections(std::span<const XclbinSection> sections,
                            const std::filesystem::path& file);

// The container of a built design. It is checked before XRT opens it, since XRT 2.13 reads beyond
// the end of a truncated or damaged one.

/// Throws Error with ExitCode::Unavailable if `file` is not an xclbin, a section extends beyond the
/// end of the file, or require_sound_sections() refuses the sections.
void require_whole_xclbin(const std::filesystem::path& file);

}  // namespace xdnasim::backends
