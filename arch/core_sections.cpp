#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "arch/device_sections.hpp"

namespace xdnasim::arch {
namespace {

/// Reads the types of a matrix rate from its key, such as "int8-int8-int32".
void read_types(const base::Entry& entry, MatrixRate& rate) {
    const std::size_t first = entry.key.find('-');
    const std::size_t last = entry.key.rfind('-');
    if (first == last) {
        base::fail_at(entry.place, base::in_quotes(entry.key) +
                                       " does not name three types; allowed: the types of "
                                       "A, B and C as in int8-int8-int32");
    }
    const auto type = [&](std::size_t from, std::size_t to) {
        return base::Node::scalar(entry.place, entry.key.substr(from, to - from))
            .as_one_of(kDataTypes);
    };
    rate.a_type = type(0, first);
    rate.b_type = type(first + 1, last);
    rate.c_type = type(last + 1, entry.key.size());
}

MatrixRate read_rate(const base::Entry& entry, QuantityReader section, bool of_vector_unit) {
    constexpr double kMaxMacs = 1e6;
    MatrixRate rate;
    read_types(entry, rate);
    const std::vector<int> shape = section.integers("shape", "r, s, t", 3, 1, 1024);
    rate.r = shape[0];
    rate.s = shape[1];
    rate.t = shape[2];
    rate.peak_macs_per_cycle = section.number("peak_macs_per_cycle", "MAC/cycle", 0.001, kMaxMacs);
    rate.macs_per_cycle =
        section.optional_number("macs_per_cycle", "MAC/cycle", 0.001, rate.peak_macs_per_cycle);
    const std::vector<int> block = section.integers("blocking", "tiles of C", 2, 1, 64);
    rate.block_rows = block[0];
    rate.block_columns = block[1];
    rate.peano_slowdown = section.optional_number("peano_slowdown", "of the slots' cycles", 1, 10);
    rate.conversions_per_tile = section.integer("conversions", "moves per tile", 0, 64);
    if (of_vector_unit) {
        rate.operations = section.integer("operations", "vector operations per product", 1, 1024);
        rate.moves_per_operation = section.integer("moves", "moves per vector operation", 0, 64);
    }
    const auto count = [&](std::string_view key, std::string_view unit) {
        return section.optional_integer(key, unit, 0, 64).value_or(0);
    };
    const auto round = [&](std::string_view key) {
        const int blocks = count(key, "blocks of C");
        return blocks > 0 ? std::optional{blocks} : std::nullopt;
    };
    rate.blocks_of_a_round = round("round");
    rate.blocks_of_a_staged_round = round("staged_round");
    rate.saved_registers = count("saved_registers", "registers");
    constexpr int kMaxStack = 1 << 16;
    if (const auto stack = section.optional_integer("kernel_stack", "B", 0, kMaxStack))
        rate.stack = Bytes{*stack};
    constexpr int kMaxTile = 1 << 16;
    const std::vector<int> tile =
        section.integers("default_tile", "m_ct, k_ct, n_ct", 3, 1, kMaxTile);
    rate.default_tile = {tile[0], tile[1], tile[2]};
    rate.default_k_mt = section.integer("default_k_mt", "elements", 1, kMaxTile);
    section.finish();
    return rate;
}

/// Reads the rates of all combinations of types. `of_vector_unit`: whether they are those of the
/// vector unit's own instructions, of which one product may take several.
std::vector<MatrixRate> read_rates(QuantityReader section, bool of_vector_unit) {
    std::vector<MatrixRate> rates;
    for (const base::Entry& entry : section.node().as_map())
        rates.push_back(read_rate(entry, section.section(entry.key), of_vector_unit));
    return rates;
}

MemoryBanks read_banks(QuantityReader section, const TileModel& tile) {
    MemoryBanks banks;
    banks.count = tile.banks;
    banks.size = tile.memory / std::int64_t{tile.banks};
    banks.dma_access = Bytes{section.integer("dma_access", "B", 1, 4096)};
    banks.loads_and_stores_collide = section.flag("loads_and_stores_collide");
    banks.dma_takes_bank = section.flag("dma_takes_bank");
    banks.core_loses = section.number("core_loses", "share of conflicts", 0, 1);
    section.finish();
    return banks;
}

CascadeModel read_cascade(QuantityReader section) {
    constexpr int kMaxWords = 64;
    CascadeModel cascade;
    cascade.output_words = section.integer("output_fifo", "words", 1, kMaxWords);
    cascade.input_words = section.integer("input_fifo", "words", 1, kMaxWords);
    cascade.latency = section.cycles("latency");
    section.finish();
    return cascade;
}

}  // namespace

void read_core(QuantityReader section, Device& device) {
    device.core_stack = section.bytes("stack");
    if (device.core_stack > device.comp_tile.memory)
        section.refuse("stack",
                       fmt::format("a stack of {} bytes does not fit into the {} bytes of "
                                   "comp_tile.memory",
                                   device.core_stack.count(), device.comp_tile.memory.count()));
    if (device.core_stack.count() % kWord.count() != 0)
        section.refuse("stack", fmt::format("a stack of {} bytes would misalign the buffers behind "
                                            "it; allowed: multiples of {}",
                                            device.core_stack.count(), kWord.count()));
    device.core.slots = read_slot_model(section.section("slots"));
    device.core.banks = read_banks(section.section("memory_banks"), device.comp_tile);
    device.core.cascade = read_cascade(section.section("cascade"));
    device.core.matrix = read_rates(section.section("matrix"), false);
    if (auto native = section.optional_section("native_matrix"))
        device.core.native = read_rates(*std::move(native), true);
    section.finish();
}

}  // namespace xdnasim::arch
