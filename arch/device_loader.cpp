#include "arch/device_loader.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "arch/device_file.hpp"
#include "arch/device_ranges.hpp"
#include "arch/device_sections.hpp"
#include "base/parameters/kinds.hpp"

namespace xdnasim::arch {

namespace {

constexpr std::size_t kMinRows = 2;
constexpr std::size_t kMaxRows = 16;

std::string allowed_rows() {
    return fmt::format(
        "{} to {} rows from the south: one 'shim', then any number of 'mem', then at least one "
        "'core'",
        kMinRows, kMaxRows);
}

std::vector<TileKind> read_rows(const base::Node& list) {
    std::vector<TileKind> rows;
    for (const base::Node& kind : list.as_sequence()) {
        rows.push_back(kind.as_choice<TileKind>(
            {{"shim", TileKind::Shim}, {"mem", TileKind::MemTile}, {"core", TileKind::CompTile}}));
    }
    // The enumerators of TileKind are in the order of the rows from the south.
    const bool in_order = std::ranges::is_sorted(rows) &&
                          std::ranges::count(rows, TileKind::Shim) == 1 &&
                          std::ranges::count(rows, TileKind::CompTile) >= 1;
    if (!in_order || rows.size() < kMinRows || rows.size() > kMaxRows) {
        list.fail(fmt::format("rows {}; allowed: {}", list.to_flow(), allowed_rows()));
    }
    return rows;
}

constexpr std::array<std::string_view, 1> kAllColumns{"all"};

/// Whether the shim of each column has a DMA. The file gives 'all' or a list of columns.
std::vector<bool> read_shim_columns(const base::Node& node, const Device& device) {
    const auto count = static_cast<std::size_t>(device.columns);
    if (node.is_scalar()) {
        static_cast<void>(node.as_choice(kAllColumns));
        return std::vector<bool>(count, true);
    }
    std::vector<bool> has_dma(count, false);
    for (const base::Node& column : node.as_sequence())
        has_dma[column_numbers(device).read<std::size_t>(column)] = true;
    if (std::ranges::find(has_dma, true) == has_dma.end())
        node.fail("no shim with a DMA; allowed: all, or a list of one column or more");
    return has_dma;
}

void read_array(QuantityReader array, Device& device) {
    device.columns = array.integer("columns", "columns", 1, kMaxColumns);
    device.row_kinds = read_rows(array.value("rows", "tile kinds", allowed_rows()));
    device.shim_has_dma =
        read_shim_columns(array.value("shim_dma", "columns",
                                      fmt::format("'{}' or a list of {}", kAllColumns.front(),
                                                  column_numbers(device).text())),
                          device);
    device.clock_ghz = array.number("clock_ghz", "GHz", kClocks.min, kClocks.max);
    device.stream_width = Bytes{array.integer("stream_width", "B/cycle", 1, 1024)};
    array.finish();
}

/// Whether each column has ports to the programmable logic.
std::vector<bool> read_pl_columns(QuantityReader& pl, const Device& device) {
    const parameters::Whole numbers = column_numbers(device);
    const base::Node& list =
        pl.value("columns", "columns", fmt::format("a list of {}", numbers.text()));
    std::vector<bool> has_ports(static_cast<std::size_t>(device.columns), false);
    for (const base::Node& column : list.as_sequence())
        has_ports[numbers.read<std::size_t>(column)] = true;
    return has_ports;
}

std::optional<PlModel> read_pl(std::optional<QuantityReader> section, const Device& device) {
    if (!section) return std::nullopt;
    const PortCount south = device.shim_tile.stream_switch.count(Bundle::South);
    PlModel pl;
    pl.columns = read_pl_columns(*section, device);
    pl.clock_ghz = section->number("clock_ghz", "GHz", kPlClocks.min, kPlClocks.max);
    pl.port_width = Bytes{section->integer("port_width", "B/PL cycle", 1, 1024)};
    pl.inputs = section->integer("inputs", "ports", 0, south.slaves);
    pl.outputs = section->integer("outputs", "ports", 0, south.masters);
    pl.fifo_words = section->integer("fifo", "words", 1, 4096);
    pl.crossing = section->cycles("crossing");
    pl.crossing_pl = PlCycles{section->integer("crossing_pl", "PL cycles", 0, 1000)};
    section->finish();
    return pl;
}

[[noreturn]] void refuse_compiler(const QuantityReader& timing, Compiler compiler,
                                  std::string_view key) {
    std::string others;
    for (const base::Entry& entry : timing.node().find(key)->find(kValue)->entries())
        others += entry.key + " or ";
    timing.refuse("core_compiler",
                  fmt::format("'{}': '{}' has no number for this compiler; allowed: {}a plain "
                              "number for each of core_lock_op, core_call, core_return and "
                              "core_restore",
                              to_string(compiler), key, others));
}

/// Reads the times of the code between kernel calls, which depend on the compiler of the cores'
/// programs.
void read_compiled_code(QuantityReader& section, Timing& timing) {
    const std::vector<std::string> names{to_string(Compiler::Chess), to_string(Compiler::Peano)};
    const Compiler compiler =
        section.value("core_compiler", "compiler", parameters::joined_alternatives(names))
            .as_one_of(kCompilers);
    for (const auto& [key, time] : {std::pair{"core_lock_op", &timing.core_lock_op},
                                    {"core_call", &timing.core_call},
                                    {"core_return", &timing.core_return},
                                    {"core_restore", &timing.core_restore}}) {
        const std::optional<Cycles> cycles = section.cycles_by(key, compiler);
        if (!cycles) refuse_compiler(section, compiler, key);
        *time = *cycles;
    }
}

Timing read_timing(QuantityReader section) {
    Timing timing;
    timing.bd_switch = section.cycles("bd_switch");
    timing.s2mm_start = section.cycles("s2mm_start");
    timing.mm2s_start = section.cycles("mm2s_start");
    timing.dma_release = section.cycles("dma_release");
    timing.core_release = section.cycles("core_release");
    timing.core_acquire = section.cycles("core_acquire");
    read_compiled_code(section, timing);
    timing.switch_hop = section.cycles("switch_hop");
    timing.ingress_fifo_beats = section.integer("ingress_fifo_beats", "beats", 0, 4096);
    timing.switch_beats = section.integer("switch_beats", "beats/cycle", 1, 64);
    section.finish();
    return timing;
}

TraceModel read_trace(QuantityReader section) {
    TraceModel trace;
    trace.horizontal_hop = section.cycles("horizontal_hop");
    trace.vertical_hop = section.cycles("vertical_hop");
    trace.memory_module = section.cycles("memory_module");
    trace.lock_stall = section.cycles("lock_stall");
    trace.fifo_packets = section.integer("fifo", "packets", 1, 4096);
    section.finish();
    return trace;
}

TranslationModel read_translation(QuantityReader section) {
    TranslationModel translation;
    translation.page = Bytes{section.integer("page", "B", 64, 1 << 30)};
    translation.block = Bytes{section.integer("block", "B", 64, 1 << 30)};
    translation.entries = section.integer("entries", "blocks", 0, 1 << 20);
    translation.written = section.number("written", "entries", 1, 1 << 10);
    translation.shared = section.number("shared", "entries", 1, 1 << 10);
    translation.spread = section.number("spread", "of entries", 0, 1 << 10);
    translation.walk = section.nanoseconds("walk");
    translation.overlap = section.number("overlap", "of a walk", 0, 1);
    translation.write_walk = section.nanoseconds("write_walk");
    section.finish();
    return translation;
}

DramModel read_dram(QuantityReader section) {
    DramModel dram;
    dram.channel = section.gigabytes_per_second("channel");
    dram.read = section.gigabytes_per_second("read");
    dram.write = section.gigabytes_per_second("write");
    dram.total = section.gigabytes_per_second("total");
    dram.read_latency = section.nanoseconds("read_latency");
    dram.write_latency = section.nanoseconds("write_latency");
    dram.channel_run = section.nanoseconds("channel_run");
    dram.write_run = section.nanoseconds("write_run");
    dram.part_write = section.nanoseconds("part_write");
    dram.merge = section.nanoseconds("merge");
    dram.run = section.nanoseconds("run");
    dram.row = Bytes{section.integer("row", "B", 64, 1 << 20)};
    dram.burst = Bytes{section.integer("burst", "B", 4, 4096)};
    dram.access = Bytes{section.integer("access", "B", 4, 4096)};
    dram.write_piece = Bytes{section.integer("write_piece", "B", 4, 65536)};
    dram.interleave = Bytes{section.integer("interleave", "B", 64, 1 << 30)};
    dram.interleave_share = section.number("interleave_share", "of bandwidth", 0.01, 1);
    dram.translation = read_translation(section.section("translation"));
    section.finish();
    return dram;
}

FabricModel read_fabric(QuantityReader section) {
    FabricModel fabric;
    fabric.read = section.bytes_per_cycle("read");
    fabric.write = section.bytes_per_cycle("write");
    section.finish();
    return fabric;
}

CommandProcessorModel read_command_processor(QuantityReader section) {
    CommandProcessorModel model;
    model.bd_write = section.nanoseconds("bd_write");
    model.push = section.nanoseconds("push");
    model.token = section.nanoseconds("token");
    section.finish();
    return model;
}

Device read_device(const base::Node& root, const std::filesystem::path& file) {
    Device device;
    device.name = file.stem().string();
    device.file = file;
    device.plain_keys.push_back(extends_key());
    QuantityReader reader{root, "", device};
    // Where a file has it, it has been laid over the other one by now.
    if (const base::Node* const set = reader.optional_text(extends_key().path))
        set->fail(
            fmt::format("'{0}' cannot be set; only device files have it. Name one with device.base",
                        extends_key().path));
    device.description = reader.text("description", "text", "what `xdnasim devices` shows").text();
    std::vector<std::string> generations;
    for (const Generation generation : kGenerations)
        generations.push_back(to_string(generation));
    device.generation = reader
                            .text("generation", parameters::joined_alternatives(generations),
                                  "generation of the cores and of the trace units' events")
                            .as_one_of(kGenerations);
    read_array(reader.section("array"), device);
    device.shim_tile = read_tile(reader.section("shim_tile"), TileKind::Shim);
    device.mem_tile = read_tile(reader.section("mem_tile"), TileKind::MemTile);
    device.comp_tile = read_tile(reader.section("comp_tile"), TileKind::CompTile);
    device.shim_mux = read_shim_mux(reader.section("shim_mux"), device.shim_tile);
    device.pl = read_pl(reader.optional_section("pl"), device);
    read_core(reader.section("core"), device);
    device.timing = read_timing(reader.section("timing"));
    device.trace = read_trace(reader.section("trace"));
    device.dram = read_dram(reader.section("dram"));
    device.fabric = read_fabric(reader.section("fabric"));
    device.command_processor = read_command_processor(reader.section("command_processor"));
    const auto microseconds = [&](std::string_view key) {
        return from_microseconds(reader.number(key, "us", 0, 1e6));
    };
    device.dispatch = microseconds("dispatch");
    device.reconfiguration = microseconds("reconfiguration");
    reader.finish();
    return device;
}

}  // namespace

Device load_device(const std::filesystem::path& file) {
    return read_device(load_device_file(file), file);
}

Device load_device(const std::filesystem::path& file, const base::Node& settings) {
    return read_device(with_settings(load_device_file(file), settings), file);
}

}  // namespace xdnasim::arch
