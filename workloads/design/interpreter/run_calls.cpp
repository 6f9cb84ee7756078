// Calls of functions in libraries of the host.

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "workloads/design/interpreter/run.hpp"

namespace xdnasim::design::interpreter {
namespace {

/// A value as it lies in memory; integers are widened to 64 bits.
std::uint64_t word_of(const Scalar& value, const ScalarType& type) {
    if (!type.floats()) return static_cast<std::uint64_t>(value.integer);
    std::uint64_t word = 0;
    stored(value, type, std::as_writable_bytes(std::span{&word, 1}).first(type.bytes()));
    return word;
}

Scalar value_of(std::uint64_t word, const ScalarType& type) {
    if (!type.floats()) return fitted({static_cast<std::int64_t>(word)}, type);
    return loaded(std::as_bytes(std::span{&word, 1}).first(type.bytes()), type);
}

}  // namespace

std::uint64_t Run::pointer_to(const Instruction& instruction, const View& view) const {
    if (view.memory < 0) fail(instruction, "memory that is not known");
    const std::span<std::byte> shared = process_->buffer(static_cast<std::size_t>(view.memory));
    const std::int64_t offset = view.offset * static_cast<std::int64_t>(view.element.bytes());
    if (offset < 0 || offset > std::ssize(shared))
        fail(instruction, fmt::format("a pointer to byte {} of a buffer of {} bytes is passed",
                                      offset, shared.size()));
    return reinterpret_cast<std::uint64_t>(shared.data() + offset);
}

void Run::start_process() {
    std::vector<std::size_t> sizes;
    for (const std::span<std::byte> memory : memories_)
        sizes.push_back(memory.size());
    process_ = std::make_unique<library::Process>(program_.functions, sizes);
}

void Run::call(const Instruction& instruction) {
    const auto number = static_cast<std::size_t>(instruction.number);
    const library::HostFunction& function = process_->function(number);
    std::set<std::size_t> passed;
    std::vector<std::uint64_t> values;
    for (std::size_t i = 0; i < instruction.sources.size(); ++i) {
        const library::Argument& argument = function.arguments[i];
        if (argument.is_buffer) {
            const View& view = source(instruction, i).view;
            values.push_back(pointer_to(instruction, view));
            passed.insert(static_cast<std::size_t>(view.memory));
        } else {
            values.push_back(word_of(source(instruction, i).scalar, *argument.type));
        }
    }
    // Whole buffers are copied once, as in the core's memory, since two pointers may be views of
    // one buffer.
    for (const std::size_t memory : passed)
        std::ranges::copy(memories_[memory], process_->buffer(memory).begin());
    const std::uint64_t result = process_->call(number, values);
    for (const std::size_t memory : passed)
        std::ranges::copy(process_->buffer(memory), memories_[memory].begin());
    if (function.result) slot(instruction.target).scalar = value_of(result, *function.result);
}

}  // namespace xdnasim::design::interpreter
