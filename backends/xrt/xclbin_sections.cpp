#include <algorithm>
#include <charconv>
#include <cstring>
#include <map>
#include <sstream>
#include <string_view>
#include <vector>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <fmt/format.h>

#include "backends/xrt/xclbin.hpp"
#include "base/error.hpp"

namespace xdnasim::backends {
namespace {

using Kind = XclbinSectionKind;
using Xml = boost::property_tree::ptree;

/// Layout of a section that is a list: it begins with the number of entries as an int32.
struct ListLayout {
    Kind kind{};
    std::string_view name;
    std::size_t first = 0;   ///< offset of the first entry, in bytes
    std::size_t stride = 0;  ///< size of an entry, in bytes
};

// From the structs mem_topology, connectivity and ip_layout of xclbin.h.
constexpr ListLayout kMemories{Kind::MemTopology, "MEM_TOPOLOGY", 8, 40};
constexpr ListLayout kGroups{Kind::GroupTopology, "GROUP_TOPOLOGY", 8, 40};
constexpr ListLayout kConnections{Kind::Connectivity, "CONNECTIVITY", 4, 12};
constexpr ListLayout kGroupConnections{Kind::GroupConnectivity, "GROUP_CONNECTIVITY", 4, 12};
constexpr ListLayout kKernels{Kind::IpLayout, "IP_LAYOUT", 8, 80};

constexpr std::size_t kTagAt = 24;  ///< offset of the name in an entry for a memory
constexpr std::size_t kTagSize = 16;
constexpr std::size_t kNameAt = 16;  ///< offset of the name in an entry for an IP
constexpr std::size_t kNameSize = 64;

// An argument is a number or an address, and lies in a command of XRT of at most 4 KiB.
constexpr std::uint64_t kMaxArgumentBytes = 8;
constexpr std::uint64_t kMaxArgumentOffset = 2048;

/// Checks the sections of one file, and their references to each other.
class Sections {
 public:
    Sections(std::span<const XclbinSection> sections, const std::filesystem::path& file)
        : sections_{sections}, file_{file} {}

    void require_sound() {
        read_metadata();
        read_kernels();
        require_names(kMemories, kTagAt, kTagSize);
        require_names(kGroups, kTagAt, kTagSize);
        require_connections(kConnections, kMemories);
        require_connections(kGroupConnections, find(Kind::GroupTopology) ? kGroups : kMemories);
    }

 private:
    [[nodiscard]] const XclbinSection* find(Kind kind) const {
        const auto found = std::ranges::find(sections_, kind, &XclbinSection::kind);
        return found == sections_.end() ? nullptr : &*found;
    }

    /// Reads the names of the kernels and how many arguments each one has.
    void read_metadata() {
        const XclbinSection* section = find(Kind::EmbeddedMetadata);
        if (section == nullptr) refuse("it has no section EMBEDDED_METADATA");
        try {
            std::istringstream stream{section->content};
            Xml xml;
            boost::property_tree::read_xml(stream, xml);
            for (const auto& [tag, node] : xml.get_child("project.platform.device.core"))
                if (tag == "kernel") read_kernel(node);
        } catch (const boost::property_tree::ptree_error& error) {
            refuse(fmt::format("section EMBEDDED_METADATA: {}", error.what()));
        }
    }

    /// Reads and checks a kernel. The ids of its arguments have to be 0, 1, 2, ... in order.
    void read_kernel(const Xml& node) {
        const auto name = node.get<std::string>("<xmlattr>.name");
        std::uint64_t count = 0;
        for (const Xml::value_type& child : node) {
            if (child.first != "arg") continue;
            const auto require = [&](const char* key, std::uint64_t min, std::uint64_t max) {
                require_attribute(child.second, key, min, max,
                                  fmt::format("argument {} of kernel '{}'", count, name));
            };
            require("id", count, count);
            require("size", 1, kMaxArgumentBytes);
            require("hostSize", 1, kMaxArgumentBytes);
            require("offset", 0, kMaxArgumentOffset);
            ++count;
        }
        arguments_[name] = static_cast<std::int64_t>(count);
    }

    /// Throws Error unless the attribute `key` is a number from `min` to `max`. A missing attribute
    /// is left to XRT.
    void require_attribute(const Xml& argument, const char* key, std::uint64_t min,
                           std::uint64_t max, const std::string& of) const {
        const auto given = argument.get_optional<std::string>(fmt::format("<xmlattr>.{}", key));
        if (!given) return;
        const std::string& text = *given;
        const bool is_hexadecimal = text.starts_with("0x");
        const char* const end = text.data() + text.size();
        std::uint64_t number = 0;
        const auto [stop, error] = std::from_chars(text.data() + (is_hexadecimal ? 2 : 0), end,
                                                   number, is_hexadecimal ? 16 : 10);
        if (error != std::errc{} || stop != end || number < min || number > max)
            refuse(fmt::format("section EMBEDDED_METADATA: {}: {} '{}'; allowed: {} to {}", of, key,
                               text, min, max));
    }

    /// Reads the kernel of each IP, whose name is "KERNEL:INSTANCE".
    void read_kernels() {
        if (find(kKernels.kind) == nullptr) refuse("it has no section IP_LAYOUT");
        for (const std::string_view entry : entries(kKernels)) {
            const std::string_view name = entry.substr(kNameAt, kNameSize);
            require_terminated(kKernels, kernels_.size(), name);
            kernels_.emplace_back(name.substr(0, name.find_first_of(std::string_view{":\0", 2})));
        }
    }

    void require_names(const ListLayout& list, std::size_t at, std::size_t size) const {
        std::size_t number = 0;
        for (const std::string_view entry : entries(list))
            require_terminated(list, number++, entry.substr(at, size));
    }

    void require_terminated(const ListLayout& list, std::size_t number,
                            std::string_view name) const {
        if (name.find('\0') == std::string_view::npos) refuse(list, number, "its name has no end");
    }

    void require_connections(const ListLayout& list, const ListLayout& memories) const {
        const auto memory_count = static_cast<std::int64_t>(entries(memories).size());
        std::size_t number = 0;
        for (const std::string_view entry : entries(list)) {
            const auto ip = int_at(entry, sizeof(std::int32_t));
            require_index(list, number, "kernel", ip, std::ssize(kernels_));
            const std::string& kernel = kernels_[static_cast<std::size_t>(ip)];
            const auto arguments = arguments_.find(kernel);
            if (arguments == arguments_.end())
                refuse(list, number, fmt::format("kernel '{}' has no description", kernel));
            require_index(list, number, fmt::format("argument of kernel '{}'", kernel),
                          int_at(entry, 0), arguments->second);
            require_index(list, number, "memory", int_at(entry, 2 * sizeof(std::int32_t)),
                          memory_count);
            ++number;
        }
    }

    void require_index(const ListLayout& list, std::size_t number, const std::string& what,
                       std::int64_t index, std::int64_t count) const {
        if (index < 0 || index >= count)
            refuse(list, number, fmt::format("{} {}; there are {}", what, index, count));
    }

    /// Returns the entries of a list; empty if there is no such section. Throws Error if the
    /// entries do not fit into the section.
    [[nodiscard]] std::vector<std::string_view> entries(const ListLayout& list) const {
        const XclbinSection* section = find(list.kind);
        if (section == nullptr) return {};
        const std::string_view content = section->content;
        if (content.size() < list.first)
            refuse(fmt::format("section {} has {} bytes; needed: {}", list.name, content.size(),
                               list.first));
        const std::int32_t count = int_at(content, 0);
        const std::size_t room = (content.size() - list.first) / list.stride;
        if (count < 0 || static_cast<std::size_t>(count) > room)
            refuse(fmt::format("section {} has {} entries; its {} bytes have room for {}",
                               list.name, count, content.size(), room));
        std::vector<std::string_view> all;
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
            all.push_back(content.substr(list.first + i * list.stride, list.stride));
        return all;
    }

    [[nodiscard]] static std::int32_t int_at(std::string_view bytes, std::size_t offset) {
        std::int32_t number = 0;
        std::memcpy(&number, bytes.substr(offset, sizeof number).data(), sizeof number);
        return number;
    }

    [[noreturn]] void refuse(const ListLayout& list, std::size_t number,
                             const std::string& what) const {
        refuse(fmt::format("section {}, entry {}: {}", list.name, number, what));
    }

    [[noreturn]] void refuse(const std::string& what) const {
        throw base::Error{base::ExitCode::Unavailable,
                          fmt::format("'{}' is damaged: {}", file_.string(), what)};
    }

    std::span<const XclbinSection> sections_;
    const std::filesystem::path& file_;
    std::map<std::string, std::int64_t> arguments_;  ///< number of arguments, by name of the kernel
    std::vector<std::string> kernels_;               ///< name of the kernel of each IP
};

}  // namespace

bool is_looked_at(XclbinSectionKind kind) {
    const auto kinds = {Kind::EmbeddedMetadata, Kind::MemTopology,   Kind::Connectivity,
                        Kind::IpLayout,         Kind::GroupTopology, Kind::GroupConnectivity};
    return std::ranges::find(kinds, kind) != kinds.end();
}

void require_sound_sections(std::span<const XclbinSection> sections,
                            const std::filesystem::path& file) {
    Sections{sections, file}.require_sound();
}

}  // namespace xdnasim::backends
