// Reads which events the slots watch, from a configuration or a design's instruction stream.

#include <map>
#include <string>
#include <system_error>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arch/generation.hpp"
#include "backends/txn/instructions.hpp"
#include "backends/txn/trace_registers.hpp"
#include "base/error.hpp"
#include "cli/trace/trace_tables.hpp"
#include "traces/comparison/recorded_events.hpp"
#include "traces/recording/word_source.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::cli {
namespace {

arch::Generation generation_of(const txn::Header& header) {
    std::vector<std::string> known;
    for (const arch::Generation generation : arch::kGenerations) {
        const int number = txn::header_number(generation);
        if (number == header.generation) return generation;
        known.push_back(fmt::format("{} ({})", number, to_string(generation)));
    }
    throw base::InputError{fmt::format("a stream for device generation {}; allowed: {}",
                                       header.generation, fmt::join(known, ", "))};
}

/// Whether a tile in `row` has the module. The row has to be checked because registers of a
/// ShimTile and of a core have the same offsets.
bool may_be_in(words::Module module, int row, const txn::Header& header) {
    switch (module) {
        case words::Module::Shim:
            return row == 0;
        case words::Module::MemTile:
            return row >= 1 && row <= header.mem_tile_rows;
        case words::Module::Core:
        case words::Module::Memory:
            break;
    }
    return row > header.mem_tile_rows;
}

class SlotRegisters {
 public:
    explicit SlotRegisters(const txn::Header& header) : header_{header} {}

    void take(const txn::Register& at, std::uint32_t value) {
        for (const words::Module module : words::kModules) {
            if (!may_be_in(module, at.tile.row, header_)) continue;
            const std::uint32_t base = txn::layout_of(module).base;
            if (at.offset == base + txn::kTraceEvent0) set(module, at.tile, 0, value);
            if (at.offset == base + txn::kTraceEvent1) set(module, at.tile, kHalf, value);
        }
    }
    [[nodiscard]] std::vector<recording::UnitConfig> units() const {
        std::vector<recording::UnitConfig> units;
        for (const auto& [at, config] : units_)
            units.push_back(config);
        return units;
    }

 private:
    static constexpr std::size_t kHalf = words::kSlots / 2;

    /// Sets the events of the four slots from `first` on. `value`: a register with one byte for
    /// each.
    void set(words::Module module, arch::TileId tile, std::size_t first, std::uint32_t value) {
        recording::UnitConfig& config = units_[{module, tile}];
        config.unit = {module, tile};
        for (std::size_t slot = 0; slot < kHalf; ++slot)
            config.events.at(first + slot) =
                static_cast<int>(value >> (arch::kBitsPerByte * slot) & 0xFF);
    }

    const txn::Header& header_;
    std::map<std::pair<words::Module, arch::TileId>, recording::UnitConfig> units_;
};

std::vector<std::uint32_t> words_in(const std::filesystem::path& file) {
    recording::WordFile source{file};
    std::vector<words::Fault> faults;
    std::vector<std::uint32_t> all;
    for (auto piece = source.next(faults); !piece.empty(); piece = source.next(faults))
        all.insert(all.end(), piece.begin(), piece.end());
    if (!faults.empty())
        throw base::InputError{
            "neither a configuration (JSON) nor an instruction stream; an instruction stream is "
            "words, raw or 8 hexadecimal digits a line"};
    return all;
}

recording::TraceConfig config_of(const txn::Stream& stream) {
    SlotRegisters registers{stream.header};
    for (const txn::PlacedOperation& placed : stream.operations) {
        if (const auto* write = std::get_if<txn::Write>(&placed.operation))
            registers.take(write->at, write->value);
        if (const auto* block = std::get_if<txn::BlockWrite>(&placed.operation))
            for (std::size_t i = 0; i < block->data.size(); ++i)
                registers.take({block->at.tile,
                                block->at.offset + static_cast<std::uint32_t>(i * txn::kWordBytes)},
                               block->data[i]);
    }
    return {names::EventNames{generation_of(stream.header)}, registers.units()};
}

}  // namespace

recording::TraceConfig load_slot_events(const std::filesystem::path& file) {
    std::error_code ignored;  // load_config() reports the error
    if (!std::filesystem::exists(file, ignored) || comparison::is_event_json(file))
        return recording::load_config(file);
    try {
        recording::TraceConfig config = config_of(txn::read_stream(words_in(file)));
        if (config.units.empty()) throw base::InputError{"it does not configure a trace unit"};
        return config;
    } catch (const base::InputError& error) {
        throw base::InputError{fmt::format("'{}': {}", file.string(), error.what())};
    }
}

}  // namespace xdnasim::cli
