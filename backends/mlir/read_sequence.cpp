#include <limits>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "backends/mlir/attributes.hpp"
#include "backends/mlir/reading.hpp"
#include "backends/txn/bd_fields.hpp"
#include "backends/txn/shim_registers.hpp"
#include "backends/txn/trace_registers.hpp"

namespace xdnasim::mlir {
namespace {

using arch::TileId;

class SequenceReader {
 public:
    explicit SequenceReader(Reading& reading)
        : reading_{reading}, cursor_{reading.cursor}, trace_{reading.device} {}

    void read() {
        cursor_.expect(Token::Kind::Symbol, "the name of the sequence");
        read_arguments();
        cursor_.expect("{");
        const Place place = cursor_.peek().place;
        while (!cursor_.accept("}"))
            read_operation();
        read_units(place);
    }

 private:
    void read_arguments() {
        cursor_.expect("(");
        if (cursor_.accept(")")) return;
        do {
            const std::string name = reading_.new_value("a host buffer");
            cursor_.expect(":");
            const arch::Bytes size = reading_.memref();
            reading_.schedule.host_buffers.push_back({reading_.name_at_location(name), size});
        } while (cursor_.accept(","));
        cursor_.expect(")");
    }

    void read_operation() {
        switch (cursor_.choice(
            "an operation of the sequence",
            {"aiex.npu.writebd", "aiex.npu.push_queue", "aiex.npu.sync", "aiex.npu.write32"})) {
            case 0:
                return add(write_bd());
            case 1:
                return add(push_task());
            case 2:
                return add(await_token());
            default:
                return write_register();
        }
    }

    template <class Operation>
    void add(Operation operation) {
        reading_.schedule.sequence.push_back({std::move(operation)});
    }

    [[nodiscard]] TileId tile_in(Attributes& attributes) const {
        const int column = attributes.small_integer("column", 0, reading_.device.columns - 1);
        return {column, attributes.small_integer("row", 0, reading_.device.rows() - 1)};
    }

    schedule::WriteBd write_bd() {
        Attributes attributes = Attributes::read(cursor_);
        schedule::WriteBd write;
        write.tile = tile_in(attributes);
        write.id.base = attributes.integer("bd_id", 0, kMaxId);
        txn::BdWords words{};
        for (const txn::BdField& field : txn::kBdFields)
            field.put(words, attributes.integer(field.name, field.min(), field.max()));
        for (const char* name : txn::kUnusedBdFields)
            static_cast<void>(attributes.integer(name, 0, 0));
        attributes.require_nothing_else();
        write.bd = bd_of(words, write, attributes.place());
        cursor_.expect("aiex.npu.address_patch");
        read_patch(write);
        return write;
    }

    schedule::Bd bd_of(const txn::BdWords& words, const schedule::WriteBd& write, Place place) {
        const std::string name =
            fmt::format("BD {} of shim {}", write.id.base, to_string(write.tile));
        try {
            return txn::bd_of(words, write.tile, name);
        } catch (const base::InputError& error) {
            cursor_.fail(place, error.what());
        }
    }

    /// The host buffer of the BD that has just been written.
    void read_patch(schedule::WriteBd& write) {
        Attributes attributes = Attributes::read(cursor_);
        txn::Register address = txn::bd_register(write.tile, static_cast<int>(write.id.base));
        address.offset += txn::kBdAddress;
        const std::int64_t expected = txn::address_of(address);
        static_cast<void>(attributes.integer("addr", expected, expected));
        const auto buffers = static_cast<int>(reading_.schedule.host_buffers.size());
        write.bd.buffer =
            schedule::HostBufferRef{attributes.small_integer("arg_idx", 0, buffers - 1)};
        write.offset.base =
            attributes.integer("arg_plus", 0, std::numeric_limits<std::int32_t>::max());
        attributes.require_nothing_else();
    }

    /// "(0, 0, S2MM:0) {bd_id = 3 : i32, issue_token = true, repeat_count = 0 : i32}"
    schedule::PushTask push_task() {
        schedule::PushTask push;
        cursor_.expect("(");
        push.tile.column = cursor_.small_integer("a column", 0, reading_.device.columns - 1);
        cursor_.expect(",");
        push.tile.row = cursor_.small_integer("a row", 0, reading_.device.rows() - 1);
        cursor_.expect(",");
        push.direction = reading_.direction();
        cursor_.expect(":");
        push.channel = cursor_.small_integer("a channel", 0, kMaxChannel);
        cursor_.expect(")");
        Attributes attributes = Attributes::read(cursor_);
        push.bd.base = attributes.integer("bd_id", 0, kMaxId);
        push.token = attributes.boolean("issue_token");
        push.repeat = attributes.small_integer("repeat_count", 0, kMaxInt);
        attributes.require_nothing_else();
        return push;
    }

    schedule::AwaitToken await_token() {
        using enum arch::Direction;
        Attributes attributes = Attributes::read(cursor_);
        schedule::AwaitToken await;
        await.tile = tile_in(attributes);
        await.channel = attributes.small_integer("channel", 0, kMaxChannel);
        await.direction = attributes.integer("direction", 0, 1) == 0 ? S2MM : MM2S;
        for (const char* count : {"column_num", "row_num"})
            static_cast<void>(attributes.integer(count, 1, 1));
        attributes.require_nothing_else();
        return await;
    }

    /// Of a trace unit, or what makes a shim start or stop them.
    void write_register() {
        constexpr std::int64_t kMaxOffset = (1 << 20) - 1;
        constexpr std::int64_t kMaxValue = std::numeric_limits<std::uint32_t>::max();
        Attributes attributes = Attributes::read(cursor_);
        const TileId tile = tile_in(attributes);
        const auto address =
            static_cast<std::uint32_t>(attributes.integer("address", 0, kMaxOffset));
        const auto value = static_cast<std::uint32_t>(attributes.integer("value", 0, kMaxValue));
        attributes.require_nothing_else();
        if (!trace_.take({{tile, address}, value}))
            cursor_.fail(attributes.place(), fmt::format("register {} is none of a trace unit",
                                                         txn::to_string({tile, address})));
        if (const auto signal = trace_.take_signal()) add(*signal);
    }

    void read_units(Place place) {
        try {
            std::vector<schedule::TraceUnit> units = trace_.units();
            if (!units.empty()) reading_.schedule.trace.emplace().units = std::move(units);
        } catch (const base::InputError& error) {
            cursor_.fail(place, error.what());
        }
    }

    Reading& reading_;
    Cursor& cursor_;
    txn::TraceRegisters trace_;
};

/// The host buffer of the first BD that the sequence pushes to a channel.
std::optional<schedule::HostBufferRef> buffer_of(const schedule::Schedule& schedule, TileId shim,
                                                 int channel) {
    std::map<std::int64_t, schedule::HostBufferRef> written;
    for (const schedule::SequenceOp& operation : schedule.sequence) {
        if (const auto* write = std::get_if<schedule::WriteBd>(&operation.op);
            write != nullptr && write->tile == shim)
            written[write->id.base] = std::get<schedule::HostBufferRef>(write->bd.buffer);
        const auto* push = std::get_if<schedule::PushTask>(&operation.op);
        if (push == nullptr || push->tile != shim || push->channel != channel ||
            push->direction != arch::Direction::S2MM)
            continue;
        if (const auto at = written.find(push->bd.base); at != written.end()) return at->second;
    }
    return std::nullopt;
}

}  // namespace

void read_sequence(Reading& reading) {
    if (!reading.schedule.sequence.empty())
        reading.cursor.fail_here("there is a runtime sequence above");
    SequenceReader{reading}.read();
}

void finish_trace(Reading& reading) {
    if (!reading.schedule.trace) return;
    schedule::Trace& trace = *reading.schedule.trace;
    const words::Unit& unit = trace.units.front().unit;
    for (const schedule::Flow& flow : reading.schedule.flows) {
        if (flow.source != schedule::trace_port(unit) || flow.sinks.empty()) continue;
        trace.shim = flow.sinks.front().tile;
        trace.channel = flow.sinks.front().channel;
        if (const auto buffer = buffer_of(reading.schedule, trace.shim, trace.channel)) {
            trace.buffer = *buffer;
            return;
        }
    }
    reading.cursor.fail_here(
        fmt::format("the words of {} reach no host buffer: no packet flow or no BD takes them",
                    words::to_string(unit)));
}

}  // namespace xdnasim::mlir
