// Instructions on memory.

#include <algorithm>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "base/saturating.hpp"
#include "workloads/design/interpreter/run.hpp"

namespace xdnasim::design::interpreter {
namespace {

using Index = std::vector<std::int64_t>;

/// Calls f(element, index) for all elements of `view`, in order.
template <class F>
void for_each_element(const View& view, const F& f) {
    Index index(view.shape.size());
    if (std::ranges::find(view.shape, 0) != view.shape.end()) return;
    while (true) {
        std::int64_t at = view.offset;
        for (std::size_t i = 0; i < index.size(); ++i)
            at += index[i] * view.strides[i];
        f(at, index);
        std::size_t d = index.size();
        while (d > 0 && ++index[d - 1] == view.shape[d - 1])
            index[--d] = 0;
        if (d == 0) return;
    }
}

/// Returns whether a vector whose lanes lie along this dimension of the memory may begin beyond its
/// end.
bool is_bounded(const LanesInMemory& lanes, std::size_t dimension) {
    for (std::size_t i = 0; i < lanes.bounded.size(); ++i)
        if (lanes.bounded[i] && lanes.dimensions[i] == dimension) return true;
    return false;
}

}  // namespace

std::int64_t Run::element(const Instruction& instruction, const View& view, std::size_t first) {
    std::int64_t at = view.offset;
    for (std::size_t i = 0; i < view.shape.size() && first + i < instruction.sources.size(); ++i) {
        const std::int64_t index = source(instruction, first + i).scalar.integer;
        const bool behind = index >= view.shape[i] && !is_bounded(instruction.in_memory, i);
        if (index < 0 || behind)
            fail(instruction,
                 fmt::format("index {} is outside of dimension {} of the buffer, which "
                             "has {} elements",
                             index, i, view.shape[i]));
        at += std::min(index, view.shape[i]) * view.strides[i];
    }
    return at;
}

template <class F>
void Run::for_each_lane(const Instruction& instruction, const View& view, std::size_t first,
                        const F& f) {
    const LanesInMemory& lanes = instruction.in_memory;
    const std::size_t rank = lanes.extents.size();
    View part = view;
    part.offset = element(instruction, view, first);
    part.shape = lanes.extents;
    part.strides.assign(rank, 0);
    Index ends(rank, std::numeric_limits<std::int64_t>::max());
    for (std::size_t i = 0; i < rank; ++i) {
        const std::optional<std::size_t> along = lanes.dimensions.empty()
                                                     ? std::optional{view.strides.size() + i - rank}
                                                     : lanes.dimensions[i];
        if (!along) continue;
        if (*along >= view.strides.size())
            fail(instruction, "a vector of more dimensions than the memory has");
        part.strides[i] = view.strides[*along];
        if (!lanes.bounded.empty() && lanes.bounded[i])
            ends[i] = view.shape[*along] - source(instruction, first + *along).scalar.integer;
    }
    const std::vector<Scalar>* const mask = lanes.mask < 0 ? nullptr : &slot(lanes.mask).lanes;
    std::size_t lane = 0;
    for_each_element(part, [&](std::int64_t at, const Index& index) {
        bool there = mask == nullptr || (lane < mask->size() && (*mask)[lane].integer != 0);
        for (std::size_t i = 0; i < rank; ++i)
            there = there && index[i] < ends[i];
        ++lane;
        f(there ? std::optional{at} : std::nullopt);
    });
}

std::span<std::byte> Run::bytes(const Instruction& instruction, const View& view,
                                std::int64_t element) {
    if (view.memory < 0) fail(instruction, "memory that is not known");
    const std::span<std::byte> memory = memories_[static_cast<std::size_t>(view.memory)];
    const std::size_t size = view.element.bytes();
    const auto begin = static_cast<std::size_t>(element) * size;
    if (element < 0 || begin + size > memory.size())
        fail(instruction,
             fmt::format("an access to byte {} of a buffer of {} bytes", begin, memory.size()));
    return memory.subspan(begin, size);
}

void Run::load(const Instruction& instruction) {
    const View& view = source(instruction, 0).view;
    Slot& target = slot(instruction.target);
    if (instruction.lanes == 0) {
        const std::int64_t at = element(instruction, view, 1);
        target.scalar = loaded(bytes(instruction, view, at), view.element);
        return;
    }
    const int padding = instruction.in_memory.padding;
    const Scalar otherwise = padding < 0 ? Scalar{} : slot(padding).scalar;
    std::vector<Scalar> lanes;
    for_each_lane(instruction, view, 1, [&](const std::optional<std::int64_t>& at) {
        lanes.push_back(at ? loaded(bytes(instruction, view, *at), view.element) : otherwise);
    });
    target.lanes = std::move(lanes);
}

void Run::store(const Instruction& instruction) {
    const View& view = source(instruction, 0).view;
    const Slot& value = source(instruction, 1);
    if (instruction.lanes == 0) {
        const std::int64_t at = element(instruction, view, 2);
        return stored(value.scalar, view.element, bytes(instruction, view, at));
    }
    std::size_t lane = 0;
    for_each_lane(instruction, view, 2, [&](const std::optional<std::int64_t>& at) {
        if (at && lane < value.lanes.size())
            stored(value.lanes[lane], view.element, bytes(instruction, view, *at));
        ++lane;
    });
}

void Run::copy(const Instruction& instruction) {
    const View from = source(instruction, 0).view;
    const View to = source(instruction, 1).view;
    if (from.memory < 0) fail(instruction, "memory that is not known");
    std::int64_t elements = 1;
    for (const std::int64_t size : from.shape)
        elements = base::saturating_multiply(elements, size);
    const std::int64_t there = std::ssize(memories_[static_cast<std::size_t>(from.memory)]) /
                               static_cast<std::int64_t>(from.element.bytes());
    if (elements > there)
        fail(instruction,
             fmt::format("a copy of {} elements from a buffer with {}", elements, there));
    std::vector<Scalar> values;
    for_each_element(from, [&](std::int64_t at, const Index& /*index*/) {
        values.push_back(loaded(bytes(instruction, from, at), from.element));
    });
    std::size_t next = 0;
    for_each_element(to, [&](std::int64_t at, const Index& /*index*/) {
        if (next < values.size()) stored(values[next++], to.element, bytes(instruction, to, at));
    });
}

void Run::slice(const Instruction& instruction) {
    const View& from = source(instruction, 0).view;
    const auto given = [&](std::size_t i) { return source(instruction, i).scalar.integer; };
    const auto stride = [&](std::size_t dimension) {
        if (dimension >= from.strides.size())
            fail(instruction, fmt::format("a view of dimension {} of memory with {} dimensions",
                                          dimension, from.strides.size()));
        return from.strides[dimension];
    };
    View view = instruction.view;
    view.memory = from.memory;
    view.offset = from.offset;
    view.base = from.base;
    switch (instruction.slicing) {
        case Slicing::All:
            break;
        case Slicing::Dimensions:
            for (std::size_t i = 1; i < instruction.sources.size(); ++i)
                view.offset += given(i) * stride(i - 1);
            view.strides.clear();
            for (const Scalar& kept : instruction.constants)
                view.strides.push_back(stride(static_cast<std::size_t>(kept.integer)));
            break;
        case Slicing::Elements:
            view.offset = view.base + given(1);
            view.strides.clear();
            for (std::size_t i = 2; i < instruction.sources.size(); ++i)
                view.strides.push_back(given(i));
            break;
        case Slicing::Bytes: {
            const auto size = static_cast<std::int64_t>(view.element.bytes());
            const std::int64_t byte =
                from.offset * static_cast<std::int64_t>(from.element.bytes()) + given(1);
            if (byte % size != 0)
                fail(instruction, fmt::format("elements of {} bytes cannot start at byte {}; "
                                              "allowed: a multiple of their size",
                                              size, byte));
            view.offset = byte / size;
            view.base = view.offset;
            break;
        }
    }
    slot(instruction.target).view = std::move(view);
}

}  // namespace xdnasim::design::interpreter
