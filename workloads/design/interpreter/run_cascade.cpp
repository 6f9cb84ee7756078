// Words that a core's code gets from the cascade and puts on it.

#include <algorithm>
#include <span>

#include "workloads/design/interpreter/run.hpp"

namespace xdnasim::design::interpreter {

const Instruction& Run::step_on_cascade(Instruction::Kind kind) const {
    const Instruction& present =
        has_ended() ? program_.instructions.back() : program_.instructions[at_];
    if (has_ended() || present.kind != kind)
        fail(present,
             "the core's code does not match its schedule, which has a cascade step here. Run "
             "without data");
    return present;
}

void Run::get(const kernels::CascadeWord& word) {
    const Instruction& step = step_on_cascade(Instruction::Kind::GetWord);
    const std::size_t bytes = step.types.to.bytes();
    std::vector<Scalar> lanes;
    for (std::size_t i = 0; i < step.lanes; ++i)
        lanes.push_back(loaded(std::span{word}.subspan(i * bytes, bytes), step.types.to));
    slot(step.target).lanes = std::move(lanes);
}

kernels::CascadeWord Run::put() {
    const Instruction& step = step_on_cascade(Instruction::Kind::PutWord);
    const std::size_t bytes = step.types.from.bytes();
    const std::vector<Scalar>& lanes = source(step, 0).lanes;
    kernels::CascadeWord word{};
    for (std::size_t i = 0; i < std::min(step.lanes, lanes.size()); ++i)
        stored(lanes[i], step.types.from, std::span{word}.subspan(i * bytes, bytes));
    return word;
}

}  // namespace xdnasim::design::interpreter
