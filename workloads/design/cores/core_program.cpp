#include "workloads/design/cores/core_program.hpp"

#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "workloads/design/cores/core_reader.hpp"
#include "workloads/design/interpreter/program.hpp"

namespace xdnasim::design {
namespace {

/// The code of the core, for runs with data. If it cannot be compiled, `unknown` says why: the
/// cycles of such code can be estimated nevertheless.
interpreter::Program code_of_core(const Draft& draft, const KernelTable& kernels, arch::TileId core,
                                  const ir::Operation& operation) {
    interpreter::Program program;
    try {
        program = interpreter::compile(draft, kernels, core, operation);
    } catch (const base::InputError& error) {
        program.unknown = error.what();
    }
    return program;
}

/// Reads the program. If it can be read only with the initial contents of the core's own memory,
/// these are followed. Notes in `code` whether the program ends, and what cannot be computed.
CoreSteps steps_of(Draft& draft, KernelTable& kernels, arch::TileId core,
                   const ir::Operation& operation, interpreter::Program& code) {
    const auto read = [&](CoreReader& reader) {
        CoreSteps steps = reader.read();
        code.idles = reader.is_endless();
        if (code.unknown.empty()) code.unknown = reader.not_computed();
        return steps;
    };
    const Findings found = draft.findings;
    CoreReader first{draft, kernels, core, operation};
    try {
        return read(first);
    } catch (const base::InputError&) {
        if (!first.decides_by_own_memory()) throw;
    }
    draft.findings = found;
    CoreReader second{draft, kernels, core, operation};
    second.follow_own_memory();
    return read(second);
}

}  // namespace

void read_core(Draft& draft, KernelTable& kernels, const ir::Operation& operation) {
    const arch::TileId core = draft.tile(draft.fields(operation), "tile");
    schedule::TileProgram& program = draft.program(core);
    if (!program.core.empty())
        draft.text.fail(operation.at,
                        fmt::format("core {} already has a program. Use one aie.core for each tile",
                                    to_string(core)));
    interpreter::Program code = code_of_core(draft, kernels, core, operation);
    try {
        program.core = body_of(steps_of(draft, kernels, core, operation, code), kernels);
        program.code = interpreter::code_of(std::move(code));
    } catch (const DependsOnRound& depends) {
        draft.text.fail(depends.at,
                        fmt::format("a value that core {} uses here depends on a loop that has "
                                    "ended, or on itself. Compute the value from constants",
                                    to_string(core)));
    }
}

}  // namespace xdnasim::design
