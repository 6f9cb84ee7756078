// A core's code must have the same operations as the core's program in the schedule.

#include <initializer_list>
#include <memory>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "workloads/design/interpreter/program.hpp"

namespace xdnasim::design::interpreter {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Kind = Instruction::Kind;

/// A program with one instruction per line, the first in line 1; a jump leads to itself.
Program program_of(std::initializer_list<Kind> kinds) {
    Program program;
    program.source = "design.mlir";
    for (const Kind kind : kinds) {
        Instruction instruction;
        instruction.kind = kind;
        instruction.to = program.instructions.size();
        instruction.at = {static_cast<int>(program.instructions.size()) + 1, 5};
        program.instructions.push_back(std::move(instruction));
    }
    return program;
}

std::unique_ptr<schedule::RunningCode> begun(const schedule::CoreCode& code) {
    return code.begin([](const schedule::BufferRef&) { return std::span<std::byte>{}; });
}

TEST(CodeOfACore, StopsBeforeEachOperation) {
    const auto code = code_of(program_of({Kind::Boundary, Kind::Boundary, Kind::End}));
    const auto run = begun(*code);
    run->advance(0);
    run->advance(1);
    run->finish(2);
    run->finish(2);
    for (const int passed : {0, 1}) {
        const auto stopped = begun(*code);
        stopped->advance(passed);
        EXPECT_THAT(
            input_error([&] { stopped->finish(passed); }),
            HasSubstr(fmt::format("design.mlir:{}:5: the core's code continues", passed + 1)));
    }
}

TEST(CodeOfACore, MayNotEndBeforeItsProgram) {
    const auto code = code_of(program_of({Kind::Boundary, Kind::End}));
    const auto run = begun(*code);
    run->advance(0);
    EXPECT_THAT(
        input_error([&] { run->advance(1); }),
        AllOf(HasSubstr("design.mlir:2:5"), HasSubstr("has ended, but its schedule continues")));
}

TEST(CodeOfACore, MayNotGoOnBehindItsProgram) {
    const auto code = code_of(program_of({Kind::Boundary, Kind::Boundary, Kind::End}));
    const auto run = begun(*code);
    run->advance(0);
    EXPECT_THAT(input_error([&] { run->finish(1); }),
                AllOf(HasSubstr("design.mlir:2:5"), HasSubstr("continues, but its schedule has")));
}

TEST(CodeOfACore, MayNotPutAWordWhereItsProgramGetsOne) {
    const auto code = code_of(program_of({Kind::Boundary, Kind::PutWord, Kind::End}));
    const auto run = begun(*code);
    run->advance(1);
    EXPECT_THAT(input_error([&] { run->get({}); }),
                AllOf(HasSubstr("design.mlir:2:5"), HasSubstr("does not match its schedule")));
}

TEST(CodeOfACore, MayNotComputeForEver) {
    const auto code = code_of(program_of({Kind::Boundary, Kind::Jump, Kind::End}));
    const auto run = begun(*code);
    run->advance(0);
    EXPECT_THAT(input_error([&] { run->advance(1); }),
                AllOf(HasSubstr("design.mlir:2:5"), HasSubstr("has reached no lock, call")));
}

TEST(CodeOfACore, GoesAheadUpToItsFirstOperationAlone) {
    Program program = program_of({Kind::Constant, Kind::Boundary, Kind::Load, Kind::End});
    program.slots = 1;
    program.instructions[0].target = 0;
    program.instructions[0].constants = {{}};
    program.instructions[2].sources = {0};
    program.instructions[2].target = 0;
    const auto code = code_of(std::move(program));
    const auto run = begun(*code);
    run->go_ahead();
    run->advance(0);
    // The load after the operation is not executed ahead.
    EXPECT_THAT(input_error([&] { run->advance(1); }), HasSubstr("memory that is not known"));
}

TEST(CodeOfACore, FailsWhenItsProgramHasComeThereAndNotAhead) {
    Program program = program_of({Kind::Load, Kind::Boundary, Kind::End});
    program.slots = 1;
    program.instructions[0].sources = {0};
    program.instructions[0].target = 0;
    const auto code = code_of(std::move(program));
    const auto run = begun(*code);
    run->go_ahead();
    EXPECT_THAT(input_error([&] { run->advance(0); }),
                AllOf(HasSubstr("design.mlir:1:5"), HasSubstr("memory that is not known")));
}

TEST(CodeOfACore, DoesNotGoAheadForEver) {
    const auto code = code_of(program_of({Kind::Jump, Kind::End}));
    const auto run = begun(*code);
    run->go_ahead();
    EXPECT_THAT(input_error([&] { run->advance(0); }), HasSubstr("has reached no lock, call"));
}

TEST(CodeOfACore, MayIdleForEverWhereItsProgramDoes) {
    Program program = program_of({Kind::Boundary, Kind::Jump, Kind::End});
    program.idles = true;
    const auto code = code_of(std::move(program));
    const auto run = begun(*code);
    run->advance(0);
    run->finish(1);
    run->finish(1);
    // The code must not finish before its operation, and the schedule must not continue after it.
    EXPECT_THAT(input_error([&] { begun(*code)->finish(0); }), HasSubstr("continues, but"));
    EXPECT_THAT(input_error([&] { begun(*code)->advance(1); }),
                HasSubstr("has reached no lock, call"));
}

}  // namespace
}  // namespace xdnasim::design::interpreter
