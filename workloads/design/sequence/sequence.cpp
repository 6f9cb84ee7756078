#include "workloads/design/sequence/sequence.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backends/txn/txn.hpp"
#include "base/error.hpp"
#include "base/saturating.hpp"
#include "workloads/design/devices.hpp"
#include "workloads/design/draft.hpp"
#include "workloads/design/sequence/memory_bds.hpp"
#include "workloads/design/sequence/stream_builder.hpp"
#include "workloads/schedule/bd_walk.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

/// The arguments "%arg0: memref<8xi32>, ..." in the pretty or the generic form.
ir::Range arguments_of(const Draft& draft, const ir::Operation& operation) {
    const ir::Text& text = draft.text;
    std::uint32_t begin = operation.rest.begin;
    std::uint32_t end = operation.rest.end;
    if (operation.generic) {
        if (operation.regions.empty()) return {};
        begin = operation.regions.front().tokens.begin;
        end = std::min(begin + 3, end);
    } else if (!operation.regions.empty()) {
        end = operation.regions.front().tokens.begin;
    }
    for (std::uint32_t i = begin; i < end; ++i)
        if (text[i].is("(")) return inside(text, {i, text[i].partner + 1});
    return {};
}

std::string name_of(const Draft& draft, ir::Range piece) {
    for (std::uint32_t i = piece.begin; i + 3 < piece.end; ++i)
        if (draft.text[i].is("loc") && draft.text[i + 2].kind == ir::Kind::String &&
            draft.text[i + 3].is(")"))
            return std::string{draft.text[i + 2].text};
    return std::string{draft.text[piece.begin].text};
}

/// Reads the arguments. Returns those that are numbers, whose values are not known.
std::vector<std::string_view> read_arguments(Draft& draft, StreamBuilder& builder,
                                             const ir::Operation& operation) {
    std::vector<std::string_view> numbers;
    for (const ir::Range& piece : split(draft.text, arguments_of(draft, operation))) {
        const ir::Token& value = draft.text[piece.begin];
        if (value.kind != ir::Kind::Value || !draft.text[piece.begin + 1].is(":"))
            draft.text.fail(value.at, "expected an argument of the runtime sequence");
        const auto index = static_cast<int>(draft.schedule.host_buffers.size());
        HostView view{index, {}, {}};
        const std::uint32_t type = piece.begin + 2;
        if (auto unsized = find_unsized_memref(draft.text, type))
            view.type = std::move(*unsized);
        else if (draft.text[type].is("memref") || draft.text[type].is("!"))
            view.type = read_memref(draft.text, {type, piece.end}, draft.module.aliases);
        else
            numbers.push_back(value.text);
        draft.schedule.host_buffers.push_back({name_of(draft, piece), view.type.size()});
        draft.arguments.push_back(view.type);
        if (numbers.empty() || numbers.back() != value.text)
            builder.add_argument(value.text, std::move(view));
    }
    return numbers;
}

/// Returns false if an operation uses one of the numbers, which is reported.
bool leave_out_numbers(Draft& draft, const ir::Operation& operation,
                       const std::vector<std::string_view>& numbers) {
    bool unused = true;
    for (const std::string_view number : numbers)
        for (std::uint32_t i = arguments_of(draft, operation).end;
             i < operation.regions.front().tokens.end; ++i) {
            const ir::Token& token = draft.text[i];
            if (token.kind != ir::Kind::Value || token.text != number) continue;
            draft.unsupported(
                token.at,
                fmt::format("'%{}' is an argument of the runtime sequence that is not a memory. "
                            "Give design.instructions, the stream made for its value",
                            number));
            unused = false;
            break;
        }
    return unused;
}

/// Returns whether the type of the argument leaves its size open.
bool is_unsized(const Draft& draft, std::size_t argument) {
    return argument < draft.arguments.size() &&
           draft.arguments[argument].shape == std::vector<std::int64_t>{0};
}

/// Makes each host buffer as large as what the sequence touches of it, since hardware does not
/// check sizes. A buffer of unknown size that is not touched gets one word: the host still passes
/// it, as with the buffers before that of a trace.
void grow_buffers(Draft& draft) {
    struct Largest {
        arch::Bytes end{};
        base::Position at;
    };
    /// The largest transfer of each buffer that is too small for it.
    std::map<std::size_t, Largest> largest;
    for (const schedule::SequenceOp& operation : draft.schedule.sequence) {
        const auto* write = std::get_if<schedule::WriteBd>(&operation.op);
        if (write == nullptr) continue;
        const auto* buffer = std::get_if<schedule::HostBufferRef>(&write->bd.buffer);
        if (buffer == nullptr) continue;
        const auto index = static_cast<std::size_t>(buffer->index);
        const arch::Bytes end{
            base::saturating_add(write->offset.base, schedule::extent_of(write->bd).count())};
        if (end <= std::max(draft.schedule.host_buffers[index].size, largest[index].end) ||
            end.count() >= base::kHuge)
            continue;
        largest[index] = {end, operation.origin};
    }
    for (const auto& [index, transfer] : largest) {
        schedule::HostBuffer& host = draft.schedule.host_buffers[index];
        if (transfer.end == arch::Bytes{}) continue;
        if (!is_unsized(draft, index))
            draft.note(transfer.at,
                       fmt::format("a transfer touches {} bytes of '{}', which has {}; it is "
                                   "simulated as if it were that large",
                                   transfer.end.count(), host.name, host.size.count()));
        host.size = transfer.end;
    }
    for (schedule::HostBuffer& host : draft.schedule.host_buffers)
        if (host.size == arch::Bytes{}) host.size = arch::kWord;
    for (std::size_t i = 0; i < draft.arguments.size(); ++i)
        if (is_unsized(draft, i)) {
            Memref& type = draft.arguments[i];
            type.shape = {type.elements_in(draft.schedule.host_buffers[i].size)};
        }
}

}  // namespace

void note_end(Draft& draft) {
    const auto& sequence = draft.schedule.sequence;
    if (sequence.empty()) return;
    const bool waits = std::ranges::any_of(sequence, [](const schedule::SequenceOp& operation) {
        return std::holds_alternative<schedule::AwaitToken>(operation.op);
    });
    if (!waits)
        draft.note(sequence.back().origin,
                   "the runtime sequence waits for nothing: the run ends when its last operation "
                   "is issued, even if data still move");
}

void require_end(const Draft& draft, const ir::Region& device) {
    if (!draft.schedule.sequence.empty() || !draft.schedule.pl.ports.empty()) return;
    const bool has_sequence = !sequences_of(draft.text, device).empty();
    const bool core_ends = std::ranges::any_of(draft.programs, [](const auto& program) {
        return !program.second.core.empty() && schedule::ends(program.second.core);
    });
    if (!has_sequence && !core_ends)
        draft.text.fail(device.blocks.front().at,
                        "the design has no runtime sequence, no ports to the programmable logic "
                        "and no core whose program ends, so a run would never end. Give the "
                        "sequence with design.instructions (insts.txt or insts.bin)");
}

namespace {

/// Takes over a program. `at(word)`: the place of the operation at a word of the stream.
template <class At>
void take(Draft& draft, txn::Program program, const At& at) {
    for (std::size_t i = 0; i < program.sequence.size(); ++i) {
        schedule::SequenceOp& operation = program.sequence[i];
        operation.origin = at(program.words[i]);
        if (auto* write = std::get_if<schedule::WriteBd>(&operation.op))
            write->bd.origin = operation.origin;
    }
    for (const txn::Omission& omission : program.omissions)
        draft.loss(at(omission.word), omission.what);
    draft.schedule.sequence = std::move(program.sequence);
    place_memory_bds(draft);
    place_written_words(draft);
    declare_shim_locks(draft);
    leave_out_unused_locks(draft);
    if (!program.trace_units.empty())
        draft.schedule.trace.emplace().units = std::move(program.trace_units);
    grow_buffers(draft);
}

/// Adds host buffers that the sequence uses but does not declare, such as a buffer for a trace.
void add_undeclared_buffers(Draft& draft, const std::vector<txn::PlacedOperation>& operations) {
    constexpr std::uint32_t kMaxArguments = 64;
    for (const txn::PlacedOperation& placed : operations) {
        const auto* patch = std::get_if<txn::PatchAddress>(&placed.operation);
        if (patch == nullptr || patch->argument >= kMaxArguments) continue;
        while (draft.schedule.host_buffers.size() <= patch->argument)
            draft.schedule.host_buffers.push_back(
                {fmt::format("arg{}", draft.schedule.host_buffers.size()), {}});
    }
}

}  // namespace

void read_sequence(Draft& draft, const ir::Operation* operation) {
    StreamBuilder builder{draft};
    if (operation == nullptr || operation->regions.empty()) return;
    if (!leave_out_numbers(draft, *operation, read_arguments(draft, builder, *operation))) return;
    builder.read(operation->regions.front());
    if (!draft.findings.of(Weight::Unsupported).empty()) return;
    txn::Program program;
    try {
        const txn::Stream stream = builder.take_stream();
        add_undeclared_buffers(draft, stream.operations);
        program = txn::program_of(stream, draft.device, draft.schedule.host_buffers.size());
    } catch (const txn::StreamError& error) {
        draft.text.fail(builder.at(error.word()), error.what_is_wrong());
    } catch (const base::InputError& error) {
        draft.text.fail(operation->at, error.what());
    }
    take(draft, std::move(program), [&](std::size_t word) { return builder.at(word); });
}

void read_instructions(Draft& draft, const ir::Operation* sequence,
                       std::span<const std::uint32_t> words, const std::string& file) {
    draft.schedule.instructions = file;
    StreamBuilder builder{draft};
    // The stream already contains the values of numbers.
    if (sequence != nullptr) static_cast<void>(read_arguments(draft, builder, *sequence));
    txn::Program program;
    try {
        const txn::Stream stream = txn::read_stream(words);
        add_undeclared_buffers(draft, stream.operations);
        program = txn::program_of(stream, draft.device, draft.schedule.host_buffers.size());
    } catch (const txn::StreamError& error) {
        const base::Position at{.word = static_cast<int>(error.word())};
        throw base::InputError{
            fmt::format("{}: {}", draft.schedule.location(at), error.what_is_wrong())};
    } catch (const base::InputError& error) {
        throw base::InputError{fmt::format("{}: {}", file, error.what())};
    }
    take(draft, std::move(program),
         [](std::size_t word) { return base::Position{.word = static_cast<int>(word)}; });
}

void ignore_headers_of_writes(Draft& draft) {
    std::map<std::pair<arch::TileId, std::int64_t>, schedule::WriteBd*> written;
    for (schedule::SequenceOp& operation : draft.schedule.sequence) {
        if (auto* write = std::get_if<schedule::WriteBd>(&operation.op))
            written[{write->tile, write->id.base}] = write;
        const auto* push = std::get_if<schedule::PushTask>(&operation.op);
        if (push == nullptr || push->direction != arch::Direction::S2MM) continue;
        const auto bd = written.find({push->tile, push->bd.base});
        if (bd == written.end() || !bd->second->bd.packet) continue;
        bd->second->bd.packet.reset();
        draft.findings.add(Weight::Safe, bd->second->bd.origin,
                           "the packet header of a BD that S2MM runs, which sends none");
    }
}

}  // namespace xdnasim::design
