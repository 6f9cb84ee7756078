// Instructions on the lanes of vectors.

#include <algorithm>

#include <fmt/format.h>

#include "workloads/design/interpreter/run.hpp"

namespace xdnasim::design::interpreter {

void Run::shuffle(const Instruction& instruction) {
    std::vector<Scalar> all;
    for (std::size_t i = 0; i < instruction.sources.size(); ++i) {
        const Slot& from = source(instruction, i);
        all.insert(all.end(), from.lanes.begin(), from.lanes.end());
        if (from.lanes.empty()) all.push_back(from.scalar);
    }
    std::vector<Scalar> chosen;
    for (const Scalar& lane : instruction.constants) {
        if (lane.integer < 0 || lane.integer >= std::ssize(all))
            fail(instruction, "a lane that the vector does not have");
        chosen.push_back(all[static_cast<std::size_t>(lane.integer)]);
    }
    slot(instruction.target).lanes = std::move(chosen);
}

std::span<Scalar> Run::part_of(const Instruction& instruction, Slot& of, std::size_t lane_source) {
    const std::int64_t first = source(instruction, lane_source).scalar.integer;
    const auto count = static_cast<std::int64_t>(std::max<std::size_t>(instruction.lanes, 1));
    if (first < 0 || first + count > std::ssize(of.lanes))
        fail(instruction, fmt::format("lane {} of a vector with {} lanes", first, of.lanes.size()));
    return std::span{of.lanes}.subspan(static_cast<std::size_t>(first),
                                       static_cast<std::size_t>(count));
}

void Run::extract(const Instruction& instruction) {
    const std::span<const Scalar> part = part_of(instruction, source(instruction, 0), 1);
    Slot& target = slot(instruction.target);
    if (instruction.lanes == 0)
        target.scalar = part.front();
    else
        target.lanes = std::vector<Scalar>{part.begin(), part.end()};
}

void Run::insert(const Instruction& instruction) {
    const Slot value = source(instruction, 0);
    Slot& target = slot(instruction.target);
    target.lanes = source(instruction, 1).lanes;
    const std::span<Scalar> part = part_of(instruction, target, 2);
    if (instruction.lanes == 0)
        part.front() = value.scalar;
    else if (value.lanes.size() == part.size())
        std::ranges::copy(value.lanes, part.begin());
    else
        fail(instruction, "the part to insert has another size than the part that it replaces");
}

void Run::reduce(const Instruction& instruction) {
    if (!instruction.constants.empty()) return reduce_some(instruction);
    const std::vector<Scalar>& lanes = source(instruction, 0).lanes;
    if (lanes.empty()) fail(instruction, "a reduction of a scalar");
    Scalar operands[2]{lanes.front(), {}};
    const auto add = [&](const Scalar& other) {
        operands[1] = other;
        operands[0] =
            fitted(instruction.function(operands, instruction.types), instruction.types.to);
    };
    for (std::size_t i = 1; i < lanes.size(); ++i)
        add(lanes[i]);
    if (instruction.sources.size() > 1) add(source(instruction, 1).scalar);
    slot(instruction.target).scalar = operands[0];
}

void Run::reduce_some(const Instruction& instruction) {
    const std::vector<Scalar>& lanes = source(instruction, 0).lanes;
    std::vector<Scalar> sums = source(instruction, 1).lanes;
    if (instruction.lanes == 0) sums = {source(instruction, 1).scalar};
    for (std::size_t i = 0; i < lanes.size() && i < instruction.constants.size(); ++i) {
        const auto to = static_cast<std::size_t>(instruction.constants[i].integer);
        if (to >= sums.size()) fail(instruction, "a lane that the vector does not have");
        const Scalar operands[2]{sums[to], lanes[i]};
        sums[to] = fitted(instruction.function(operands, instruction.types), instruction.types.to);
    }
    if (instruction.lanes == 0)
        slot(instruction.target).scalar = sums.front();
    else
        slot(instruction.target).lanes = std::move(sums);
}

}  // namespace xdnasim::design::interpreter
