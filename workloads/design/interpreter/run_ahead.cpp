// What a core's code computes before the runtime sequence begins.

#include <algorithm>

#include "base/error.hpp"
#include "workloads/design/interpreter/run.hpp"

namespace xdnasim::design::interpreter {
namespace {

/// Maximum number of instructions that a core executes before the sequence begins, which takes it
/// some milliseconds. The code may loop for ever there.
constexpr std::int64_t kMaxAhead = std::int64_t{1} << 22;

}  // namespace

std::vector<Run::ByteOfMemory> Run::bytes_of_scalar(const Instruction& instruction,
                                                    std::size_t first_index) {
    const View& view = source(instruction, 0).view;
    const auto size = static_cast<std::int64_t>(view.element.bytes());
    const std::int64_t begin = element(instruction, view, first_index) * size;
    std::vector<ByteOfMemory> bytes;
    for (std::int64_t at = begin; at < begin + size; ++at)
        bytes.emplace_back(view.memory, at);
    return bytes;
}

bool Run::reads_parameter(const Instruction& instruction) {
    using Kind = Instruction::Kind;
    const bool reads = instruction.kind == Kind::Load || instruction.kind == Kind::Copy;
    if (!reads || !program_.parameters.contains(source(instruction, 0).view.memory)) return false;
    if (instruction.kind == Kind::Copy || instruction.lanes > 0) return true;
    return !std::ranges::all_of(bytes_of_scalar(instruction, 1), [&](const ByteOfMemory& byte) {
        return stored_ahead_.contains(byte);
    });
}

void Run::note_stored_ahead(const Instruction& instruction) {
    if (instruction.kind != Instruction::Kind::Store || instruction.lanes > 0) return;
    if (!program_.parameters.contains(source(instruction, 0).view.memory)) return;
    for (const ByteOfMemory& byte : bytes_of_scalar(instruction, 2))
        stored_ahead_.insert(byte);
}

void Run::go_ahead() {
    try {
        for (std::int64_t done = 0; done < kMaxAhead && !has_ended(); ++done) {
            const Instruction& next = program_.instructions[at_];
            if (reads_parameter(next)) return;
            note_stored_ahead(next);
            if (!step(next, 0)) return;
        }
    } catch (const base::InputError&) {
        return;  // the run stops before the instruction that fails, and fails again there
    }
}

}  // namespace xdnasim::design::interpreter
