#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backends/mlir/write_registers.hpp"
#include "backends/txn/bd_layout.hpp"
#include "backends/txn/dma_registers.hpp"
#include "backends/txn/sent_bds.hpp"
#include "backends/txn/shim_bd.hpp"
#include "backends/txn/tile_registers.hpp"
#include "backends/txn/trace_registers.hpp"
#include "base/error.hpp"
#include "workloads/schedule/unrolled_sequence.hpp"

namespace xdnasim::mlir {
namespace {

using schedule::SequenceOp;

/// With more operations, the text would have several hundred megabytes.
constexpr std::int64_t kMaxOperations = 200'000;

const char* to_mlir(bool value) {
    return value ? "true" : "false";
}

class SequenceText {
 public:
    explicit SequenceText(Writing& writing) : writing_{writing}, registers_{writing} {}

    void add(const schedule::WriteBd& write) {
        const auto id = static_cast<int>(write.id.base);
        const std::string what = fmt::format("BD {} of {} in the runtime sequence", id,
                                             writing_.device.name_of(write.tile));
        const auto* buffer = std::get_if<schedule::HostBufferRef>(&write.bd.buffer);
        if (buffer == nullptr)
            throw base::InputError{what +
                                   " moves data of a tile; the export supports only BDs of shims"};
        const txn::Burst burst = txn::burst_of(write, writing_.schedule);
        const txn::BdWords words =
            txn::words_of(write.bd, write.tile, writing_.device, what, burst);
        const txn::BdChange change =
            sent_.change(txn::bd_register(write.tile, id, arch::TileKind::Shim), write,
                         {words, buffer->index, write.offset.base});
        if (const auto* one = std::get_if<txn::Write>(&change)) return registers_.write(*one);
        if (std::holds_alternative<txn::WholeBd>(change)) write_bd(write.tile, id, words, burst);
        patch_address(write, *buffer, what);
    }

    void add(const schedule::WriteMemory& write) {
        std::visit(
            [this](const auto& operation) {
                if constexpr (requires { registers_.write(operation); })
                    registers_.write(operation);
            },
            txn::operation_of(write, writing_.schedule));
    }

    void add(const schedule::SetLock& set) {
        registers_.write(txn::Write{txn::lock_register(set.lock, writing_.device),
                                    static_cast<std::uint32_t>(set.value)});
    }

    void add(const schedule::PushTask& push) {
        const txn::Channel of{push.tile, push.direction, push.channel};
        if (push.awaits_room)
            registers_.write(txn::MaskPoll{
                txn::status_register(of, writing_.device.kind(push.tile)), 0, txn::kQueueIsFull});
        const std::string channel = fmt::format("({}, {}, {}:{})", push.tile.column, push.tile.row,
                                                to_string(push.direction), push.channel);
        if (!has_values(writing_.release)) {
            writing_.text.line(
                "aiex.npu.push_queue {} {{bd_id = {} : i32, issue_token = {}, repeat_count = {} : "
                "i32}}",
                channel, push.bd.base, to_mlir(push.token), push.repeat);
            return;
        }
        const std::string bd = writing_.number(push.bd.base);
        const std::string repeat = writing_.number(push.repeat);
        writing_.text.line(
            "aiex.npu.push_queue {} bd_id {} repeat {} {{issue_token = {}}} : i32, i32", channel,
            bd, repeat, to_mlir(push.token));
    }

    void add(const schedule::AwaitToken& await) {
        if (has_values(writing_.release)) {
            std::vector<std::string> values;
            for (const int value : {await.tile.column, await.tile.row,
                                    txn::direction_bit(await.direction), await.channel, 1, 1})
                values.push_back(writing_.number(value));
            writing_.text.line("aiex.npu.sync({}) : i32, i32, i32, i32, i32, i32",
                               fmt::join(values, ", "));
            return;
        }
        writing_.text.line(
            "aiex.npu.sync {{channel = {} : i32, column = {} : i32, column_num = 1 "
            ": i32, direction = {} : i32, row = {} : i32, row_num = 1 : i32}}",
            await.channel, await.tile.column, txn::direction_bit(await.direction), await.tile.row);
    }

    void add(const schedule::SignalTrace& signal) {
        for (const txn::Write& write : txn::signal_of(signal))
            registers_.write(write);
    }

    void configure_trace() {
        for (const txn::Write& write : txn::configuration_of(writing_.schedule, writing_.device))
            registers_.write(write);
    }

    void add(const schedule::SequenceLoop& /*loop*/) {}  // the sequence is unrolled

 private:
    void write_bd(arch::TileId tile, int id, const txn::BdWords& words, txn::Burst burst) {
        std::map<std::string, std::int64_t> fields{
            {"bd_id", id}, {"column", tile.column}, {"row", tile.row}};
        for (const txn::Field& field : txn::bd_fields(arch::TileKind::Shim))
            fields[std::string{field.name}] = txn::get(words, field);
        for (const char* name : txn::kUnusedBdFields)
            fields[name] = 0;
        if (burst == txn::Burst::Shortest) fields["burst_length"] = txn::kShortestBurst.count();
        std::vector<std::string> items;
        for (const auto& [name, value] : fields)
            items.push_back(fmt::format("{} = {} : i32", name, value));
        writing_.text.line("aiex.npu.writebd {{{}}}", fmt::join(items, ", "));
    }

    void patch_address(const schedule::WriteBd& write, schedule::HostBufferRef buffer,
                       const std::string& what) {
        constexpr std::int64_t kMaxOffset = std::numeric_limits<std::int32_t>::max();
        const std::int64_t offset = write.offset.base;
        if (offset < 0 || offset > kMaxOffset)
            throw base::InputError{
                fmt::format("{} begins at byte {} of its buffer; aiex.npu.address_patch takes 0 "
                            "to {}",
                            what, offset, kMaxOffset)};
        txn::Register address =
            txn::bd_register(write.tile, static_cast<int>(write.id.base), arch::TileKind::Shim);
        address.offset += txn::kBdAddress;
        if (has_values(writing_.release)) {
            const std::string plus = writing_.number(offset);
            writing_.text.line(
                "aiex.npu.address_patch({} : i32) {{addr = {} : ui32, arg_idx = {} : i32}}", plus,
                txn::address_of(address), buffer.index);
            return;
        }
        writing_.text.line(
            "aiex.npu.address_patch {{addr = {} : ui32, arg_idx = {} : i32, "
            "arg_plus = {} : i32}}",
            txn::address_of(address), buffer.index, offset);
    }

    Writing& writing_;
    RegisterText registers_;
    txn::SentBds sent_;
};

std::string arguments_of(const Writing& writing) {
    std::vector<std::string> arguments;
    int index = 0;
    for (const schedule::HostBuffer& buffer : writing.schedule.host_buffers)
        arguments.push_back(
            fmt::format("%{}: {} loc({})", writing.names.host_buffer({index++}),
                        memref(buffer.size, fmt::format("host buffer '{}'", buffer.name)),
                        in_quotes(buffer.name)));
    return fmt::format("{}", fmt::join(arguments, ", "));
}

}  // namespace

void write_sequence(Writing& writing) {
    const std::int64_t operations = unrolled_size(writing.schedule.sequence);
    if (operations > kMaxOperations)
        throw base::InputError{
            fmt::format("the runtime sequence has {} operations; the export supports at most {}",
                        operations, kMaxOperations)};
    if (!writing.schedule.control_ports.empty())
        throw base::InputError{
            "the design sends control packets, whose words come from the host; an export does not "
            "contain them"};
    const std::vector<SequenceOp> sequence = unrolled(writing.schedule.sequence);
    write_blocks(writing, sequence);
    writing.text.open("aie.runtime_sequence @sequence({}) {{", arguments_of(writing));
    SequenceText text{writing};
    if (writing.schedule.trace) text.configure_trace();
    for (const SequenceOp& operation : sequence)
        std::visit([&](const auto& op) { text.add(op); }, operation.op);
    writing.text.close("}}");
}

}  // namespace xdnasim::mlir
