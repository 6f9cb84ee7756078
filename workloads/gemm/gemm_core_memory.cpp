// The key `gemm.core_buffers`: placement of a core's buffers.

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/map_reader.hpp"
#include "workloads/gemm/gemm_choice.hpp"
#include "workloads/gemm/gemm_parameters.hpp"

namespace xdnasim::gemm {
namespace {

using base::Node;

constexpr std::string_view kSeparator = ", ";
constexpr std::string_view kColon = ": ";
constexpr std::array kInputNames{"A0", "A1", "B0", "B1"};

std::vector<std::string> buffer_names(const GemmDesign& design) {
    std::vector<std::string> names{kInputNames.begin(), kInputNames.end()};
    for (int i = 0; i < design.c_buffers; ++i)
        names.push_back(fmt::format("C{}", i));
    return names;
}

void read_order(const Node& node, CoreMemory& memory) {
    const auto refuse = [&] {
        node.fail("this is not an order of A, B and C. List each once, as in [C, B, A]");
    };
    const std::vector<Node>& items = node.as_sequence();
    if (items.size() != kAllMatrices.size()) refuse();
    std::ranges::transform(items, memory.order.begin(),
                           [](const Node& item) { return item.as_one_of(kAllMatrices); });
    if (!std::ranges::is_permutation(memory.order, kAllMatrices)) refuse();
}

void read_addresses(const Node& node, const GemmDesign& design, std::int64_t bytes_of_memory,
                    CoreMemory& memory) {
    base::MapReader map{node, "gemm.core_buffers"};
    for (const std::string& name : buffer_names(design))
        memory.addresses.emplace_back(map.require(name).as_int(0, bytes_of_memory - 1));
    map.finish();
}

/// Converts the text that core_memory_text() makes back to the list or map for which it stands.
Node structure_of(const Node& text) {
    const std::string& words = text.as_string();
    std::vector<Node> items;
    std::vector<base::Entry> entries;
    for (std::size_t from = 0; from <= words.size();) {
        const std::size_t to = std::min(words.find(kSeparator, from), words.size());
        const std::string word = words.substr(from, to - from);
        const std::size_t colon = word.find(kColon);
        if (colon == std::string::npos)
            items.push_back(Node::scalar(text.place(), word));
        else
            entries.push_back({word.substr(0, colon), text.place(),
                               Node::scalar(text.place(), word.substr(colon + kColon.size()))});
        from = to + kSeparator.size();
    }
    return entries.empty() ? Node::sequence(text.place(), std::move(items))
                           : Node::map(text.place(), std::move(entries));
}

void read_structure(const Node& node, std::int64_t bytes_of_memory, GemmDesign& design) {
    CoreMemory& memory = design.core_memory.ask();
    memory = {};
    if (node.is_map())
        read_addresses(node, design, bytes_of_memory, memory);
    else
        read_order(node, memory);
}

parameters::Value core_memory_text(const GemmDesign& design) {
    const CoreMemory& memory = *design.core_memory;
    std::vector<std::string> words;
    if (memory.addresses.empty())
        std::ranges::transform(memory.order, std::back_inserter(words),
                               [](Matrix matrix) { return to_string(matrix); });
    const std::vector<std::string> names = buffer_names(design);
    for (std::size_t i = 0; i < memory.addresses.size(); ++i)
        words.push_back(fmt::format("{}{}{}", names.at(i), kColon, memory.addresses[i].count()));
    return fmt::format("{}", fmt::join(words, kSeparator));
}

/// Finds a misaligned buffer. Its address must be a multiple of the width of a vector load or, if
/// the buffer's size is not, of the greatest common divisor of both: the alignment of buffers
/// placed one after the other.
std::optional<Misfit> misaligned_buffer(const schedule::Buffer& buffer, arch::Bytes vector) {
    const std::int64_t unit = std::gcd(buffer.size.count(), vector.count());
    if (buffer.address.count() % unit == 0) return std::nullopt;
    return Misfit{"gemm.core_buffers." + buffer.name,
                  fmt::format("gemm.core_buffers.{}: {} is not a multiple of {}, {}", buffer.name,
                              buffer.address.count(), unit,
                              unit == vector.count()
                                  ? "the width of a vector load"
                                  : fmt::format("which divides its {} bytes and a vector load",
                                                buffer.size.count()))};
}

}  // namespace

void add_core_memory(parameters::Table<GemmDesign>& table, const arch::Device& device) {
    const auto read = [bytes_of_memory = device.comp_tile.memory.count()](const Node& node,
                                                                          GemmDesign& design) {
        read_structure(node.is_scalar() ? structure_of(node) : node, bytes_of_memory, design);
    };
    table.special(
        "core_buffers", "a list of A, B and C, or a map of addresses",
        {"",
         "where a core's buffers lie: their order above the stack, as in [A, B, C], or the byte "
         "address of each, as in {A0: 1024, A1: ...} (default: the largest first, as in mlir-aie's "
         "sequential allocation; [A, B, C] if B is bfp16, except with four-slots)"},
        read, core_memory_text);
}

std::optional<Misfit> misplaced_buffer(const GemmDesign& design, const arch::Device& device) {
    if (design.core_memory->addresses.empty()) return std::nullopt;
    std::vector<schedule::Buffer> buffers = core_buffers(design);
    for (const schedule::Buffer& buffer : buffers)
        if (auto found = misaligned_buffer(buffer, device.core.slots.load_size())) return found;
    std::ranges::sort(buffers, {}, &schedule::Buffer::address);
    arch::Bytes free = design.stack;
    const auto misfit = [](std::string what) {
        return Misfit{"gemm.core_buffers", "gemm.core_buffers: " + std::move(what)};
    };
    for (const schedule::Buffer& buffer : buffers) {
        if (buffer.address < free)
            return misfit(fmt::format("{} begins at byte {}; what lies before it ends at {}",
                                      buffer.name, buffer.address.count(), free.count()));
        free = buffer.address + buffer.size;
    }
    if (free <= device.comp_tile.memory) return std::nullopt;
    return misfit(fmt::format("{} ends at byte {}; a core's memory has {}", buffers.back().name,
                              free.count(), device.comp_tile.memory.count()));
}

}  // namespace xdnasim::gemm
