#include "workloads/design/interpreter/run.hpp"

#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"

namespace xdnasim::design::interpreter {
namespace {

/// Maximum number of instructions of one core in one run, which takes about half an hour.
constexpr std::int64_t kMaxInstructions = std::int64_t{1} << 36;
/// Maximum number of instructions between two operations: more than any kernel on a core's memory
/// takes.
constexpr std::int64_t kMaxBetween = std::int64_t{1} << 28;
/// Maximum number of instructions after the last operation where the code may loop for ever. What
/// it computes there has no effect.
constexpr std::int64_t kMaxIdle = std::int64_t{1} << 22;

}  // namespace

bool Run::go_on(std::int64_t passed, std::int64_t most) {
    for (std::int64_t done = 0; done < most; ++done) {
        if (has_ended() || !step(program_.instructions[at_], passed)) return true;
        if (++done_ > kMaxInstructions)
            fail(program_.instructions[at_], "the core's code takes too long to be computed");
    }
    return false;
}

void Run::advance(std::int64_t passed) {
    if (!go_on(passed, kMaxBetween))
        fail(program_.instructions[at_],
             fmt::format("the core's code has reached no lock, call or cascade in {} instructions. "
                         "Shorten its loops, or run without data",
                         kMaxBetween));
    if (has_ended())
        fail(program_.instructions.back(),
             "the core's code has ended, but its schedule continues. Run without data");
}

void Run::finish(std::int64_t passed) {
    const bool stops = go_on(passed, program_.idles ? kMaxIdle : kMaxBetween);
    if (stops ? has_ended() : program_.idles) {
        at_ = program_.instructions.size();
        return;
    }
    fail(program_.instructions[at_],
         "the core's code continues, but its schedule has ended. Run without data");
}

void Run::fail(const Instruction& instruction, const std::string& message) const {
    throw base::InputError{fmt::format("{}:{}:{}: {}", program_.source, instruction.at.line,
                                       instruction.at.column, message)};
}

bool Run::step(const Instruction& instruction, std::int64_t passed) {
    using Kind = Instruction::Kind;
    std::size_t next = at_ + 1;
    switch (instruction.kind) {
        case Kind::Constant:
        case Kind::Apply:
        case Kind::Load:
        case Kind::Store:
        case Kind::Copy:
        case Kind::Slice:
        case Kind::Broadcast:
        case Kind::Shuffle:
        case Kind::Extract:
        case Kind::Insert:
        case Kind::Reduce:
        case Kind::Move:
        case Kind::ObjectAt:
            compute(instruction);
            break;
        case Kind::Jump:
            next = instruction.to;
            break;
        case Kind::JumpUnless:
            if (source(instruction, 0).scalar.integer == 0) next = instruction.to;
            break;
        case Kind::Boundary:
        case Kind::GetWord:
        case Kind::PutWord:
            if (!pass(passed)) return false;
            break;
        case Kind::Call:
            if (!pass(passed)) return false;
            call(instruction);
            break;
        case Kind::TakeObjects:
            if (!take(instruction, passed)) return false;
            break;
        case Kind::GiveObjects:
            if (program_.sides[instruction.to].locks && !pass(passed)) return false;
            give(instruction);
            break;
        case Kind::End:
            next = program_.instructions.size();
            break;
    }
    at_ = next;
    return true;
}

void Run::compute(const Instruction& instruction) {
    using Kind = Instruction::Kind;
    switch (instruction.kind) {
        case Kind::Constant:
            return set(instruction, instruction.constants);
        case Kind::Apply:
            return apply(instruction);
        case Kind::Load:
            return load(instruction);
        case Kind::Store:
            return store(instruction);
        case Kind::Copy:
            return copy(instruction);
        case Kind::Slice:
            return slice(instruction);
        case Kind::Broadcast:
            slot(instruction.target).lanes.assign(instruction.lanes, source(instruction, 0).scalar);
            return;
        case Kind::Shuffle:
            return shuffle(instruction);
        case Kind::Extract:
            return extract(instruction);
        case Kind::Insert:
            return insert(instruction);
        case Kind::Reduce:
            return reduce(instruction);
        case Kind::Move:
            if (instruction.target != instruction.sources[0])
                slot(instruction.target) = source(instruction, 0);
            return;
        case Kind::ObjectAt:
            return object_at(instruction);
        case Kind::Jump:
        case Kind::JumpUnless:
        case Kind::Boundary:
        case Kind::GetWord:
        case Kind::PutWord:
        case Kind::Call:
        case Kind::TakeObjects:
        case Kind::GiveObjects:
        case Kind::End:
            return;
    }
}

bool Run::pass(std::int64_t passed) {
    if (passed_ == passed) return false;
    ++passed_;
    return true;
}

void Run::set(const Instruction& instruction, const std::vector<Scalar>& values) {
    Slot& target = slot(instruction.target);
    if (instruction.lanes == 0)
        target.scalar = values.front();
    else
        target.lanes = values;
}

void Run::apply(const Instruction& instruction) {
    constexpr std::size_t kMaxOperands = 3;
    Scalar operands[kMaxOperands]{};
    const auto result = [&](std::size_t number) {
        for (std::size_t i = 0; i < instruction.sources.size(); ++i) {
            const Slot& operand = source(instruction, i);
            // A scalar may choose between vectors.
            operands[i] = number < operand.lanes.size() ? operand.lanes[number] : operand.scalar;
        }
        return fitted(instruction.function(operands, instruction.types), instruction.types.to);
    };
    if (instruction.lanes == 0) {
        slot(instruction.target).scalar = result(0);
        return;
    }
    std::vector<Scalar> lanes(instruction.lanes);
    for (std::size_t i = 0; i < lanes.size(); ++i)
        lanes[i] = result(i);
    slot(instruction.target).lanes = std::move(lanes);
}

bool Run::take(const Instruction& instruction, std::int64_t passed) {
    const Side& side = program_.sides[instruction.to];
    const auto wanted = static_cast<int>(instruction.number);
    int& held = held_[instruction.to];
    if (wanted > held) {
        if (side.locks && !pass(passed)) return false;
        held = wanted;
    }
    Slot& target = slot(instruction.target);
    target.side = instruction.to;
    target.objects.clear();
    const auto depth = static_cast<int>(side.objects.size());
    for (int i = 0; i < held; ++i)
        target.objects.push_back((first_[instruction.to] + i) % depth);
    return true;
}

void Run::give(const Instruction& instruction) {
    const auto depth = static_cast<int>(program_.sides[instruction.to].objects.size());
    held_[instruction.to] -= static_cast<int>(instruction.number);
    first_[instruction.to] =
        (first_[instruction.to] + static_cast<int>(instruction.number)) % depth;
}

void Run::object_at(const Instruction& instruction) {
    const Slot& objects = source(instruction, 0);
    const auto number = static_cast<std::size_t>(instruction.number);
    if (number >= objects.objects.size()) fail(instruction, "an object that is not acquired");
    const Side& side = program_.sides[objects.side];
    slot(instruction.target).view = side.objects[static_cast<std::size_t>(objects.objects[number])];
}

namespace {

class Code final : public schedule::CoreCode {
 public:
    explicit Code(Program program) : program_{std::move(program)} {}

    [[nodiscard]] std::unique_ptr<schedule::RunningCode> begin(
        const schedule::BufferBytes& bytes) const override {
        if (!program_.unknown.empty()) throw base::InputError{program_.unknown};
        return std::make_unique<Run>(program_, bytes);
    }

 private:
    Program program_;
};

}  // namespace

std::shared_ptr<const schedule::CoreCode> code_of(Program program) {
    return std::make_shared<Code>(std::move(program));
}

}  // namespace xdnasim::design::interpreter
