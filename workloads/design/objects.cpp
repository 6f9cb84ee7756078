// Tiles, locks and buffers of a design, and the names by which other parts of it refer to them.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/design/allocation.hpp"
#include "workloads/design/bd_pattern.hpp"
#include "workloads/design/devices.hpp"
#include "workloads/design/draft.hpp"
#include "workloads/design/functions.hpp"
#include "workloads/design/interpreter/scalar.hpp"
#include "workloads/design/ir/marks.hpp"
#include "workloads/design/parts.hpp"

namespace xdnasim::design {
namespace {

constexpr int kMaxColumns = 127;
constexpr int kMaxRows = 31;

AllocationScheme allocation_scheme(const ir::Fields& fields) {
    const ir::Token& name = fields.token("allocation_scheme");
    if (name.text == "bank-aware") return AllocationScheme::BankAware;
    if (name.text == "basic-sequential") return AllocationScheme::BasicSequential;
    fields.fail("allocation_scheme",
                fmt::format("is {}; allowed: bank-aware, basic-sequential", to_string(name)));
}

void read_tile(Draft& draft, const ir::Operation& operation) {
    const ir::Fields fields = draft.fields(operation);
    const arch::TileId tile{fields.small("col", 0, kMaxColumns), fields.small("row", 0, kMaxRows)};
    if (!draft.device.contains(tile))
        draft.text.fail(operation.at,
                        fmt::format("device {} has no tile {}; it has columns 0 to {} and rows 0 "
                                    "to {}; choose another with the key device",
                                    draft.device.name, to_string(tile), draft.device.columns - 1,
                                    draft.device.rows() - 1));
    if (const int columns = columns_of(draft.array, draft.device); tile.column >= columns)
        fields.fail("col", fmt::format("is {}; allowed: 0 to {}, the columns of {}", tile.column,
                                       columns - 1, draft.array));
    static_cast<void>(draft.program(tile));
    if (fields.has("allocation_scheme")) draft.allocation_schemes[tile] = allocation_scheme(fields);
    for (const std::string_view result : operation.results)
        draft.tiles[result] = tile;
}

std::string name_of(const Draft& draft, const ir::Operation& operation, const ir::Fields& fields) {
    if (const auto name = location_name(draft.text, operation)) return *name;
    if (fields.has("sym_name")) return std::string{fields.string("sym_name")};
    return operation.results.empty() ? std::string{"lock"}
                                     : ir::as_written(operation.results.front());
}

void read_allocation(Draft& draft, const ir::Operation& operation) {
    const ir::Fields fields = draft.fields(operation);
    Allocation allocation;
    allocation.shim = fields.has("tile")
                          ? draft.tile(fields, "tile")
                          : draft.device.shim_at(fields.small("col", 0, kMaxColumns));
    allocation.direction = draft.direction(fields, "channel_dir");
    allocation.channel = fields.small("channel_index", 0, kMaxChannel);
    allocation.is_plio = fields.has("plio") && fields.flag("plio");
    if (fields.has("packet")) allocation.packet = packet_header(fields, "packet");
    allocation.name = name_of(draft, operation, fields);
    const auto [first, is_new] =
        draft.allocations.emplace(fields.string("sym_name"), std::move(allocation));
    if (!is_new)
        draft.text.fail(operation.at,
                        fmt::format("a second aie.shim_dma_allocation '{}'", first->first));
    const arch::TileId shim = first->second.shim;
    if (draft.device.contains(shim)) static_cast<void>(draft.program(shim));
}

/// Adds an operation such as a function to `names` by its symbol, if it has one.
void read_symbol(Draft& draft, const ir::Operation& operation, Named<const ir::Operation*>& names) {
    if (const auto name = symbol_name(draft.text, operation); !name.empty())
        names[name] = &operation;
}

void read_global(Draft& draft, const ir::Operation& operation) {
    const std::string name = symbol_of(draft.text, operation);
    if (const auto first = draft.globals.find(name); first != draft.globals.end())
        draft.text.fail(operation.at, fmt::format("a second memref.global '{}'; the first one: {}",
                                                  name, draft.text.place(first->second->at)));
    read_symbol(draft, operation, draft.globals);
}

constexpr int kNoId = -1;

void read_lock(Draft& draft, const ir::Operation& operation) {
    const ir::Fields fields = draft.fields(operation);
    const arch::TileId tile = draft.tile(fields, "tile");
    schedule::TileProgram& program = draft.program(tile);
    schedule::Lock lock;
    lock.id = static_cast<int>(fields.integer_or("lockID", kNoId, 0, kMaxId));
    lock.name = name_of(draft, operation, fields);
    lock.initial = static_cast<int>(fields.integer_or("init", 0, -kMaxCount, kMaxCount));
    lock.origin = operation.at;
    if (lock.id != kNoId && program.lock(lock.id) != nullptr)
        draft.text.fail(
            operation.at,
            fmt::format("lock {} of {} is already declared,{}", lock.id, to_string(tile),
                        draft.schedule.place(program.lock(lock.id)->origin)));
    program.locks.push_back(std::move(lock));
}

/// Gives locks without an id the free ids of their tile, in order.
void number_locks(Draft& draft) {
    for (auto& [tile, program] : draft.programs) {
        std::set<int> taken;
        for (const schedule::Lock& lock : program.locks)
            taken.insert(lock.id);
        int next = 0;
        for (schedule::Lock& lock : program.locks) {
            if (lock.id != kNoId) continue;
            while (taken.contains(next))
                ++next;
            lock.id = next++;
        }
    }
}

/// The bytes of dense<...>; empty if the notation is another one, or if they exceed the tile's
/// memory.
schedule::Content content_of(const Draft& draft, arch::TileId tile, ir::Range value,
                             const Memref& memref) {
    const auto type = interpreter::scalar_type(memref.type);
    if (!type || memref.size() > draft.device.model(tile).memory) return {};
    return interpreter::dense_bytes(draft.text, value, *type,
                                    static_cast<std::size_t>(memref.elements()))
        .value_or(schedule::Content{});
}

void read_buffer(Draft& draft, const ir::Operation& operation, Placements& placements) {
    const ir::Fields fields = draft.fields(operation);
    const arch::TileId tile = draft.tile(fields, "tile");
    // The generic form has the type after the arrow.
    ir::Range type = fields.has("type") ? fields.range("type") : fields.range("signature");
    while (!type.empty() && !draft.text[type.begin].is("memref") && !draft.text[type.begin].is("!"))
        ++type.begin;
    schedule::TileProgram& program = draft.program(tile);
    const schedule::BufferRef reference{tile, static_cast<int>(program.buffers.size())};
    Memref memref = read_memory(draft.text, type, draft.module.aliases);
    schedule::Buffer buffer;
    buffer.name = name_of(draft, operation, fields);
    buffer.size = memref.size();
    buffer.origin = operation.at;
    if (const auto initial = fields.find("initial_value")) {
        schedule::Content content = content_of(draft, tile, *initial, memref);
        if (content.size() == static_cast<std::size_t>(buffer.size.count()))
            buffer.content = std::make_shared<const schedule::Content>(std::move(content));
    }
    Placement& placement = placements[reference];
    if (fields.has("address"))
        placement.address = arch::Bytes{fields.integer("address", 0, kMaxCount)};
    if (fields.has("mem_bank")) placement.bank = fields.small("mem_bank", 0, kMaxId);
    for (const std::string_view result : operation.results)
        draft.buffers[result] = reference;
    if (fields.has("sym_name")) draft.buffer_symbols[fields.string("sym_name")] = reference;
    draft.types[reference] = std::move(memref);
    program.buffers.push_back(std::move(buffer));
}

/// Shrinks a stack of assumed size so that it does not overlap buffers whose addresses are given.
void leave_room_at_the_stack(Draft& draft, schedule::TileProgram& program,
                             const Placements& placements) {
    for (std::size_t i = 0; i < program.buffers.size(); ++i) {
        const schedule::Buffer& buffer = program.buffers[i];
        const auto address = placements.at({program.tile, static_cast<int>(i)}).address;
        if (!address || *address >= program.stack) continue;
        draft.note(
            buffer.origin,
            fmt::format("buffer '{}' lies at byte {} of {}, whose first {} are taken for the "
                        "core's stack: the stack is left {}",
                        buffer.name, address->count(), to_string(program.tile),
                        program.stack.count(), base::counted(address->count(), "byte")));
        program.stack = *address;
    }
}

/// Records a stack that does not lie at the beginning of the memory, where its tile's buffers may
/// then lie. Returns whether there is one.
bool move_stack(Draft& draft, const ir::Fields& fields, schedule::TileProgram& program) {
    const arch::TileModel& model = draft.device.model(program.tile);
    arch::Bytes begin{};
    if (fields.has("stack_address")) {
        begin = arch::Bytes{fields.integer("stack_address", 0, model.memory.count())};
    } else if (fields.has("stack_bank")) {
        const int banks = std::max(1, model.banks / kBanksOfOne);
        begin = model.memory / std::int64_t{banks} *
                std::int64_t{fields.small("stack_bank", 0, banks - 1)};
    }
    if (begin == arch::Bytes{}) return false;
    draft.stacks[program.tile] = {begin, begin + program.stack};
    program.stack = {};
    return true;
}

/// Reads the size and the place of a core's stack, and whether its buffers are known to lie at the
/// addresses in the text.
void read_memory(Draft& draft, const ir::Operation& operation, const Placements& placements) {
    const ir::Fields fields = draft.fields(operation);
    schedule::TileProgram& program = draft.program(draft.tile(fields, "tile"));
    // xdnasim's export writes 0 for a design whose buffers may lie elsewhere when others build it.
    program.placement_known = fields.integer_or("placement_known", 1, 0, 1) == 1;
    program.stack = draft.device.core_stack;
    if (fields.has("stack_size"))
        program.stack = arch::Bytes{fields.integer("stack_size", 0, kMaxCount)};
    if (move_stack(draft, fields, program)) return;
    if (!fields.has("stack_size")) leave_room_at_the_stack(draft, program, placements);
}

}  // namespace

void read_tiles(Draft& draft, const ir::Region& device) {
    for (const ir::Operation& operation : device.operations()) {
        if (operation.is("aie.tile"))
            read_tile(draft, operation);
        else if (operation.is("memref.global"))
            read_global(draft, operation);
    }
    draft.functions = functions_of(draft.text, draft.module, device);
    for (const ir::Operation& operation : device.operations())
        if (operation.is("aie.shim_dma_allocation")) read_allocation(draft, operation);
    for_each_within(draft.module.top, [&](const ir::Operation& operation) {
        if (is_function(operation)) read_symbol(draft, operation, draft.all_functions);
    });
}

void read_objects(Draft& draft, const ir::Region& device) {
    Placements placements;
    std::vector<const ir::Operation*> locks;
    std::vector<const ir::Operation*> cores;
    const auto read = [&](const ir::Operation& operation) {
        if (operation.is("aie.lock")) locks.push_back(&operation);
        if (operation.is("aie.lock")) read_lock(draft, operation);
        if (operation.is("aie.buffer")) read_buffer(draft, operation, placements);
        if (operation.is("aie.core")) cores.push_back(&operation);
    };
    for (const ir::Operation& operation : device.operations()) {
        read(operation);
        // Objects that only one program uses may be declared in it.
        for (const ir::Region& region : operation.regions)
            for (const ir::Operation& inner : region.operations())
                read(inner);
    }
    number_locks(draft);
    // Values are bound to locks only after all locks have an id.
    std::map<arch::TileId, std::size_t> next;
    for (const ir::Operation* declared : locks) {
        const ir::Operation& operation = *declared;
        const arch::TileId tile = draft.tile(draft.fields(operation), "tile");
        const schedule::Lock& lock = draft.program(tile).locks[next[tile]++];
        for (const std::string_view result : operation.results)
            draft.locks[result] = {tile, lock.id};
    }
    for (const ir::Operation* core : cores)
        read_memory(draft, *core, placements);
    for (auto& [tile, program] : draft.programs)
        allocate(program, placements, draft);
}

}  // namespace xdnasim::design
