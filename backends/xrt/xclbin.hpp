#pragma once
// What an xclbin file says of the design in it.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace xdnasim::backends {

/// Kinds of sections, in XRT's xclbin.h.
enum class XclbinSectionKind : std::uint32_t {
    EmbeddedMetadata = 2,
    MemTopology = 6,
    Connectivity = 7,
    IpLayout = 8,
    GroupTopology = 26,
    GroupConnectivity = 27,
};

struct XclbinSection {
    XclbinSectionKind kind{};  ///< or another one, which is not looked at
    std::string content;
};

[[nodiscard]] bool is_looked_at(XclbinSectionKind kind);

/// Throws Error with ExitCode::Unavailable, and the section and the number in it, when a section
/// that is needed is missing, or one says what does not hold. `file`: that they are of.
void require_sound_sections(std::span<const XclbinSection> sections,
                            const std::filesystem::path& file);

// The container of a built design. XRT 2.13 reads beyond the end of one that is cut off or
// damaged, so it is looked at beforehand.

/// Throws Error with ExitCode::Unavailable when `file` is not an xclbin, its sections do not lie in
/// it, or say what does not hold: see require_sound_sections().
void require_whole_xclbin(const std::filesystem::path& file);

}  // namespace xdnasim::backends
