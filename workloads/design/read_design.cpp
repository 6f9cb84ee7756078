#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/regular_file.hpp"
#include "base/text_file.hpp"
#include "base/word_file.hpp"
#include "workloads/design/cores/core_check.hpp"
#include "workloads/design/cores/core_program.hpp"
#include "workloads/design/design_workload.hpp"
#include "workloads/design/devices.hpp"
#include "workloads/design/draft.hpp"
#include "workloads/design/lock_roles.hpp"
#include "workloads/design/lowering/configurations.hpp"
#include "workloads/design/lowering/lower.hpp"
#include "workloads/design/parts.hpp"
#include "workloads/design/pl_ports.hpp"
#include "workloads/design/sequence/control_packets.hpp"
#include "workloads/design/sequence/sequence.hpp"

namespace xdnasim::design {
namespace {

/// Operations of a device that other parts read.
constexpr std::array<std::string_view, 18> kRead{"aie.tile",
                                                 "fifo.end",
                                                 "aie.lock",
                                                 "aie.buffer",
                                                 "aie.switchbox",
                                                 "aie.shim_mux",
                                                 "aie.flow",
                                                 "aie.packet_flow",
                                                 "aie.mem",
                                                 "aie.memtile_dma",
                                                 "aie.core",
                                                 "aie.cascade_flow",
                                                 "aie.configure_cascade",
                                                 "aie.shim_dma_allocation",
                                                 "aie.runtime_sequence",
                                                 "aiex.runtime_sequence",
                                                 "func.func",
                                                 "aie.end"};

/// Names of the globals that cores and the sequence read.
std::set<std::string_view> read_globals(const ir::Text& text, const ir::Region& device) {
    std::set<std::string_view> names;
    for_each_within(device, [&](const ir::Operation& operation) {
        if (!operation.is("memref.get_global")) return;
        for (std::uint32_t i = operation.rest.begin; i < operation.rest.end; ++i)
            if (text[i].kind == ir::Kind::Symbol) names.insert(text[i].text);
    });
    return names;
}

void note_operation(Draft& draft, const ir::Operation& operation,
                    const std::set<std::string_view>& globals) {
    if (std::ranges::find(kRead, operation.name) != kRead.end()) return;
    if (operation.is("memref.global") && globals.contains(symbol_of(draft.text, operation))) return;
    if (operation.is("arith.constant")) {
        if (ir::constant_of(draft.text, operation)) draft.device_constants.push_back(&operation);
        return;
    }
    if (operation.is("aie.wire") || operation.is("memref.global") || operation.is("func") ||
        operation.is("aie.plio"))
        draft.safe(operation.at, std::string{operation.name});
    else if (operation.is("aie.trace"))
        draft.traces[draft.fields(operation).symbol("sym_name")] = &operation;
    else if (operation.is("aie.shim_dma"))
        draft.unsupported(operation.at,
                          "aie.shim_dma: BDs of a shim cannot be fixed before the run. Use "
                          "transfers in the runtime sequence");
    else
        draft.unsupported(operation.at, std::string{operation.name});
}

void read_parts(Draft& draft, KernelTable& kernels, const ir::Region& device,
                const Request& request) {
    const std::set<std::string_view> globals = read_globals(draft.text, device);
    for (const ir::Operation& operation : device.operations())
        note_operation(draft, operation, globals);
    note_unread_attributes(draft, device);
    read_tiles(draft, device);
    read_objects(draft, device);
    read_fifo_ends(draft, device);
    for (const ir::Operation& operation : device.operations()) {
        if (operation.is("aie.mem") || operation.is("aie.memtile_dma")) read_dma(draft, operation);
    }
    const ir::Operation* const sequence = choose_sequence(draft.text, device, request.sequence);
    if (request.instructions)
        read_instructions(draft, sequence, base::load_words(*request.instructions),
                          request.instructions->string());
    else
        read_sequence(draft, sequence);
    ignore_headers_of_writes(draft);
    draft.takes_control_packets = sends_control_packets(draft, device);
    kernels.declare(device);
    for (const ir::Operation& operation : device.operations())
        if (operation.is("aie.core")) read_core(draft, kernels, operation);
    check_values(draft, device);
    kernels.check_names();
    read_cascades(draft, device);
    read_flows(draft, device, request.files);
}

/// Reads the ports to the programmable logic. After them, all that determines the end of a run is
/// known.
PortTable read_ports(Draft& draft, const ir::Region& device, const PortSource& source) {
    PortTable ports{draft, source};
    ports.read();
    require_end(draft, device);
    if (draft.schedule.pl.ports.empty()) note_end(draft);
    return ports;
}

/// Leaves out tiles without a program that no stream passes. Shims stay if the sequence may use
/// them.
void finish_tiles(Draft& draft) {
    std::set<arch::TileId> used;
    const auto use = [&](const arch::Port& port) {
        if (port.bundle != arch::Bundle::Plio) used.insert(port.tile);
    };
    for (const schedule::Flow& flow : draft.schedule.flows) {
        use(flow.source);
        std::ranges::for_each(flow.sinks, use);
    }
    for (auto& [tile, program] : draft.programs) {
        const bool has_program = !program.buffers.empty() || !program.locks.empty() ||
                                 !program.bds.empty() || !program.core.empty();
        // A shim that only the programmable logic uses has no program.
        const bool shim =
            draft.device.kind(tile) == arch::TileKind::Shim && draft.schedule.pl.ports.empty();
        if (has_program || shim || used.contains(tile))
            draft.schedule.tiles.push_back(std::move(program));
    }
}

/// The text that is read in place of a design's own text, after all rewrites.
struct Rewritten {
    std::vector<std::unique_ptr<ir::Text>> changed;  ///< the rewritten texts, one after the other
    const ir::Text* lowered = nullptr;               ///< the text without object FIFOs
    const ir::Text* text = nullptr;                  ///< the last text
    ir::Module module;                               ///< operations of the last text
    ChosenDevice chosen;                             ///< the device in the last text

    [[nodiscard]] const ir::Region& device() const { return chosen.operation->regions.front(); }
};

Rewritten rewritten(const ir::Text& written, const arch::Device& device, const Request& request) {
    Rewritten read;
    const auto take = [&](const ir::Text& text) {
        read.text = &text;
        read.module = ir::read_operations(text);
        read.chosen = choose_device(text, read.module, request.aie_device);
    };
    const auto take_changed = [&](std::unique_ptr<ir::Text> text) {
        if (text != nullptr) take(*read.changed.emplace_back(std::move(text)));
    };
    if (auto lowered = lowering::lowered(written, request.aie_device, device))
        take_changed(std::move(lowered));
    else
        take(written);
    read.lowered = read.text;
    take_changed(lowering::with_arith_on_indices(*read.text, read.module));
    take_changed(
        lowering::with_called_bodies(*read.text, read.module, read.device(), request.kernels));
    take_changed(lowering::with_names_by_region(*read.text, read.module, read.device()));
    return read;
}

/// The error message for kernels and ports that are not known; nullopt if all are known.
std::optional<std::string> missing_in(const KernelTable& kernels, const PortTable& ports) {
    std::optional<std::string> missing;
    const auto note_missing = [&](const auto& table) {
        try {
            table.require_known();
        } catch (const base::InputError& error) {
            missing = missing ? *missing + '\n' + error.what() : error.what();
        }
    };
    note_missing(kernels);
    note_missing(ports);
    return missing;
}

Design read_text(const ir::Text& written, const arch::Device& device, const Request& request) {
    const Rewritten read = rewritten(written, device, request);
    Draft draft{*read.text, read.module, device};
    draft.aie_device = read.chosen.name;
    draft.moves_data = !request.files.empty();
    draft.array = array_of(*read.text, *read.chosen.operation);
    draft.schedule.device = device.name;
    note_unknown_attributes(draft, written, request.aie_device);
    KernelTable kernels{draft, request.kernels};
    // Functions may be declared outside of the device, too.
    read_parts(draft, kernels, read.device(), request);
    draft.findings.require_supported(*read.text);
    const PortTable ports = read_ports(draft, read.device(), request.ports);
    finish_tiles(draft);
    set_lock_roles(draft.schedule);
    Design design;
    design.array = draft.array;
    design.lowered = read.lowered->content();
    design.aie_device = read.chosen.name;
    design.other_devices = read.chosen.others;
    design.trace = declared_trace(draft);
    design.ignored = draft.findings.of(Weight::Safe);
    design.losses = draft.findings.of(Weight::Loss);
    design.unknown = draft.findings.of(Weight::Unknown);
    design.kernels_template = kernels.template_text();
    design.ports_template = ports.template_text();
    design.data = ports.data();
    design.arguments = {request.files, draft.schedule.host_buffers, draft.arguments};
    design.missing = missing_in(kernels, ports);
    design.schedule = std::move(draft.schedule);
    return design;
}

/// Parts share the host buffers, each as large as what any part touches of it.
void share_buffers(std::vector<Design>& parts) {
    std::vector<schedule::HostBuffer> buffers;
    for (const Design& part : parts) {
        const auto& own = part.schedule.host_buffers;
        buffers.insert(buffers.end(), own.begin() + std::min(std::ssize(buffers), std::ssize(own)),
                       own.end());
        for (std::size_t i = 0; i < own.size(); ++i)
            buffers[i].size = std::max(buffers[i].size, own[i].size);
    }
    for (Design& part : parts)
        part.schedule.host_buffers = buffers;
}

/// Adds the trace that a design declares. If it cannot be added, that is noted as a Loss.
void add_declared_trace(std::vector<Design>& parts, const arch::Device& device) {
    for (Design& part : parts) {
        if (!part.trace) continue;
        std::string why;
        try {
            if (parts.size() > 1)
                why = "a run of several configurations";
            else if (part.schedule.trace)
                why = "the sequence also sets up trace units";
            else if (!part.schedule.routes.empty())
                why = "the design fixes its routes, but has none for the trace";
            else
                tracing::add_trace(part.schedule, part.trace->request, device);
        } catch (const schedule::MappingError& error) {
            why = error.what();
        }
        if (!why.empty())
            part.losses.push_back({Weight::Loss, "aie.trace: " + why, part.trace->at});
    }
}

}  // namespace

std::vector<Design> read_parts_of_design(std::string content, const std::string& file,
                                         const arch::Device& device, const Request& request) {
    const ir::Text text{std::move(content), file};
    lowering::require_distinct_names(text, ir::read_operations(text));
    // With a given instruction stream, the sequence's configurations do not matter.
    const auto configurations =
        request.instructions ? std::vector<lowering::Configuration>{}
                             : lowering::configurations(text, request.aie_device, request.sequence);
    std::vector<Design> parts;
    for (const lowering::Configuration& configuration : configurations) {
        Request own = request;
        own.aie_device = configuration.device;
        own.sequence.reset();
        parts.push_back(read_text(*configuration.text, device, own));
    }
    if (parts.empty()) parts.push_back(read_text(text, device, request));
    share_buffers(parts);
    add_declared_trace(parts, device);
    return parts;
}

Design read_design(std::string content, const std::string& file, const arch::Device& device,
                   const Request& request) {
    std::vector<Design> parts = read_parts_of_design(std::move(content), file, device, request);
    return std::move(parts.front());
}

std::string load_text(const std::filesystem::path& file) {
    const auto source = std::make_shared<const std::string>(file.string());
    std::ifstream stream = base::open_text_file(file, source, kMaxDesignBytes);
    return plain_text(base::read_all(stream, *source), *source);
}

}  // namespace xdnasim::design
