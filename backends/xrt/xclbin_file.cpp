#include <array>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "backends/xrt/xclbin.hpp"
#include "base/error.hpp"

namespace xdnasim::backends {
namespace {

// Offsets in struct axlf of XRT's xclbin.h.
constexpr std::string_view kMagic{"xclbin2\0", 8};
constexpr std::uint64_t kLengthAt = 304;
constexpr std::uint64_t kSectionsAt = 448;  ///< number of sections
constexpr std::uint64_t kHeadersAt = 456;
constexpr std::uint64_t kHeaderSize = 40;
constexpr std::uint64_t kOffsetInHeader = 24;
constexpr std::uint64_t kSizeInHeader = 32;
constexpr std::uint32_t kMaxSections = 0x10000;
constexpr std::uint64_t kMaxSection = std::uint64_t{1} << 20;  ///< bytes of a checked section

class XclbinFile {
 public:
    explicit XclbinFile(const std::filesystem::path& file)
        : file_{file}, stream_{file, std::ios::binary}, size_{std::filesystem::file_size(file)} {}

    void require_whole() {
        std::array<char, kMagic.size()> magic{};
        stream_.read(magic.data(), magic.size());
        if (!stream_ || std::string_view{magic.data(), magic.size()} != kMagic)
            refuse("does not begin as one");
        const auto length = number_at<std::uint64_t>(kLengthAt);
        if (length > size_) refuse(fmt::format("is cut off: {} of {} bytes", size_, length));
        const auto sections = number_at<std::uint32_t>(kSectionsAt);
        if (sections > kMaxSections) refuse(fmt::format("has {} sections", sections));
        std::vector<XclbinSection> contents;
        for (std::uint32_t i = 0; i < sections; ++i)
            if (auto section = read_section(i)) contents.push_back(*std::move(section));
        require_sound_sections(contents, file_);
    }

 private:
    /// Reads a section; nullopt if its kind is not checked. Throws Error if it does not lie in the
    /// file.
    std::optional<XclbinSection> read_section(std::uint32_t number) {
        const std::uint64_t header = kHeadersAt + number * kHeaderSize;
        const auto offset = number_at<std::uint64_t>(header + kOffsetInHeader);
        const auto size = number_at<std::uint64_t>(header + kSizeInHeader);
        if (offset > size_ || size > size_ - offset)
            refuse(fmt::format("has section {} beyond its end", number));
        const auto kind = static_cast<XclbinSectionKind>(number_at<std::uint32_t>(header));
        if (!is_looked_at(kind)) return std::nullopt;
        if (size > kMaxSection)
            refuse(fmt::format("has {} bytes in section {}; allowed: up to {} MiB", size, number,
                               kMaxSection >> 20));
        XclbinSection section{kind, std::string(size, '\0')};
        stream_.seekg(static_cast<std::streamoff>(offset));
        stream_.read(section.content.data(), static_cast<std::streamsize>(size));
        if (!stream_) refuse(fmt::format("is cut off in section {}", number));
        return section;
    }

    template <std::unsigned_integral Number>
    Number number_at(std::uint64_t offset) {
        std::array<char, sizeof(Number)> bytes{};
        stream_.seekg(static_cast<std::streamoff>(offset));
        stream_.read(bytes.data(), bytes.size());
        if (!stream_) refuse("is cut off in its header");
        Number number{};
        std::memcpy(&number, bytes.data(), bytes.size());
        return number;
    }

    [[noreturn]] void refuse(const std::string& why) const {
        throw base::Error{base::ExitCode::Unavailable,
                          fmt::format("'{}' is not an xclbin: it {}", file_.string(), why)};
    }

    const std::filesystem::path& file_;
    std::ifstream stream_;
    std::uint64_t size_;
};

}  // namespace

void require_whole_xclbin(const std::filesystem::path& file) {
    XclbinFile{file}.require_whole();
}

}  // namespace xdnasim::backends
