#include "test/backends/xrt/xclbin_writer.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <vector>

#include <fmt/format.h>
#include <xclbin.h>

namespace xdnasim::test {
namespace {

using Bytes = std::vector<char>;

// Numbers of arguments of mlir-aie's kernels: the instructions, and the first buffer.
constexpr int kInstructions = 1;
constexpr int kFirstBuffer = 3;

struct Section {
    axlf_section_kind kind{};
    Bytes content;
};

template <std::size_t N>
void set_name(unsigned char (&target)[N], const std::string& name) {
    std::copy_n(name.begin(), std::min(name.size(), N - 1), target);
}

/// The content of a section for memories, connections or kernels: a count, then entries from
/// `offset` on. `List`: the section's type, with room for one entry.
template <class List, class Entry>
Bytes list_of(const std::vector<Entry>& entries, std::size_t offset) {
    Bytes bytes(std::max(sizeof(List), offset + entries.size() * sizeof(Entry)));
    const auto count = static_cast<std::int32_t>(entries.size());
    std::memcpy(bytes.data(), &count, sizeof count);
    std::memcpy(bytes.data() + offset, entries.data(), entries.size() * sizeof(Entry));
    return bytes;
}

Bytes memories() {
    mem_data host{};
    host.m_type = MEM_DRAM;
    host.m_used = 1;
    host.m_size = std::uint64_t{1} << 22;  // in KiB
    set_name(host.m_tag, "HOST");
    mem_data sram = host;
    sram.m_base_address = std::uint64_t{1} << 40;
    set_name(sram.m_tag, "SRAM");
    return list_of<mem_topology>(std::vector{host, sram}, offsetof(mem_topology, m_mem_data));
}

Bytes connections(int buffers) {
    std::vector<connection> all{
        {.arg_index = kInstructions, .m_ip_layout_index = 0, .mem_data_index = 1}};
    for (int i = 0; i < buffers; ++i)
        all.push_back({.arg_index = kFirstBuffer + i, .m_ip_layout_index = 0, .mem_data_index = 0});
    return list_of<connectivity>(all, offsetof(connectivity, m_connection));
}

Bytes kernels(const std::string& kernel) {
    ip_data ip{};
    ip.m_type = IP_KERNEL;
    ip.properties = AP_CTRL_HS << IP_CONTROL_SHIFT;
    ip.m_base_address = 0x10000;
    set_name(ip.m_name, kernel + ":" + kernel);
    return list_of<ip_layout>(std::vector{ip}, offsetof(ip_layout, m_ip_data));
}

std::string argument(int id, const std::string& name, const char* type, int size, int offset) {
    const bool pointer = std::string{type}.ends_with('*');
    return fmt::format(
        R"(<arg name="{}" addressQualifier="{}" id="{}" port="{}" size="{:#x}" offset="{:#x}" )"
        R"(hostOffset="0x0" hostSize="{:#x}" type="{}"/>)",
        name, pointer ? 1 : 0, id, pointer ? "M_AXI" : "S_AXI", size, offset, size, type);
}

/// The kernel and its arguments, as aiecc describes them.
Bytes metadata(const std::string& kernel, int buffers) {
    std::string arguments = argument(0, "opcode", "uint64_t", 8, 0x00) +
                            argument(1, "instr", "char *", 8, 0x08) +
                            argument(2, "ninstr", "uint32_t", 4, 0x10);
    for (int i = 0; i < buffers; ++i)
        arguments += argument(kFirstBuffer + i, fmt::format("bo{}", i), "void*", 8, 0x14 + 8 * i);
    const std::string xml = fmt::format(
        R"(<?xml version="1.0" encoding="UTF-8"?><project name="test"><platform vendor="xdnasim" )"
        R"(boardid="test" name="test"><device name="test"><core name="test" target="hw" type="clc_region">)"
        R"(<kernel name="{0}" language="c" type="dpu">)"
        R"({1}<instance name="{0}"/></kernel></core></device></platform></project>)",
        kernel, arguments);
    return {xml.begin(), xml.end()};
}

std::uint64_t aligned(std::uint64_t offset) {
    constexpr std::uint64_t kAlignment = 8;
    return (offset + kAlignment - 1) / kAlignment * kAlignment;
}

axlf header_for(std::size_t sections) {
    axlf top{};
    std::memcpy(top.m_magic, "xclbin2", sizeof "xclbin2");
    top.m_signature_length = -1;
    top.m_header.m_mode = XCLBIN_FLAT;
    top.m_header.m_numSections = static_cast<std::uint32_t>(sections);
    std::ranges::fill(top.m_header.uuid, static_cast<unsigned char>(0x5a));
    return top;
}

}  // namespace

void write_xclbin(const std::filesystem::path& file, const std::string& kernel, int buffers) {
    const std::vector<Section> sections{{EMBEDDED_METADATA, metadata(kernel, buffers)},
                                        {IP_LAYOUT, kernels(kernel)},
                                        {MEM_TOPOLOGY, memories()},
                                        {CONNECTIVITY, connections(buffers)},
                                        {ASK_GROUP_TOPOLOGY, memories()},
                                        {ASK_GROUP_CONNECTIVITY, connections(buffers)}};
    axlf top = header_for(sections.size());
    std::vector<axlf_section_header> headers;
    std::uint64_t end = sizeof(axlf) + (sections.size() - 1) * sizeof(axlf_section_header);
    for (const Section& section : sections) {
        axlf_section_header header{};
        header.m_sectionKind = section.kind;
        header.m_sectionOffset = aligned(end);
        header.m_sectionSize = section.content.size();
        headers.push_back(header);
        end = header.m_sectionOffset + header.m_sectionSize;
    }
    top.m_header.m_length = end;

    Bytes image(end);
    std::memcpy(image.data(), &top, sizeof top);
    std::memcpy(image.data() + offsetof(axlf, m_sections), headers.data(),
                headers.size() * sizeof(axlf_section_header));
    for (std::size_t i = 0; i < sections.size(); ++i)
        std::ranges::copy(sections[i].content,
                          image.begin() + static_cast<std::ptrdiff_t>(headers[i].m_sectionOffset));
    std::ofstream{file, std::ios::binary}.write(image.data(),
                                                static_cast<std::streamsize>(image.size()));
}

}  // namespace xdnasim::test
