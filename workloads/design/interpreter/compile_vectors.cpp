// Vectors in a core's code. One of several dimensions is the row of its lanes, the last dimension
// the fastest: vector<2x4xi32> has 8 lanes, and [1, 2] of it is lane 6.

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include "workloads/design/interpreter/compiler.hpp"

namespace xdnasim::design::interpreter {
namespace {

using Shape = std::vector<std::int64_t>;

std::int64_t lanes_of(const Shape& shape) {
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies{});
}

/// The place in each dimension of lane `lane`.
Shape position(std::int64_t lane, const Shape& shape) {
    Shape at(shape.size());
    for (std::size_t i = shape.size(); i-- > 0; lane /= shape[i])
        at[i] = lane % shape[i];
    return at;
}

Scalar lane_at(const Shape& at, const Shape& shape) {
    std::int64_t lane = 0;
    for (std::size_t i = 0; i < shape.size(); ++i)
        lane = lane * shape[i] + at[i];
    return {lane};
}

/// The numbers in the first square brackets behind the word `name`, or behind the operation's name
/// where it is empty; nullopt: there are none.
std::optional<Shape> numbers_of(const ir::Text& text, ir::Range range, std::string_view name) {
    std::uint32_t i = range.begin;
    while (!name.empty() && i < range.end && !text[i].is(name))
        ++i;
    while (i < range.end && !text[i].is("["))
        ++i;
    if (i >= range.end) return std::nullopt;
    Shape numbers;
    for (const ir::Range& piece : ir::split(text, ir::inside(text, {i, range.end}))) {
        const auto number = ir::whole_number(text[piece.begin]);
        if (!number) return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

/// Which lane of the operands each lane of the result is; empty: it is not written as known here.
std::vector<Scalar> broadcast_lanes(const Shape& from, const Shape& to) {
    std::vector<Scalar> lanes;
    if (from.size() > to.size()) return lanes;
    for (std::int64_t lane = 0; lane < lanes_of(to); ++lane) {
        // Dimensions are added in front, and those of one element stretched.
        Shape at = position(lane, to);
        at.erase(at.begin(), at.end() - std::ssize(from));
        for (std::size_t i = 0; i < at.size(); ++i)
            at[i] = std::min(at[i], from[i] - 1);
        lanes.push_back(lane_at(at, from));
    }
    return lanes;
}

std::vector<Scalar> transposed_lanes(const Shape& from, const Shape& to, const Shape& order) {
    std::vector<Scalar> lanes;
    if (order.size() != from.size() || to.size() != from.size()) return lanes;
    for (std::size_t i = 0; i < order.size(); ++i)
        if (order[i] < 0 || order[i] >= std::ssize(from) ||
            from[static_cast<std::size_t>(order[i])] != to[i])
            return lanes;
    for (std::int64_t lane = 0; lane < lanes_of(to); ++lane) {
        const Shape at = position(lane, to);
        Shape source(from.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            source[static_cast<std::size_t>(order[i])] = at[i];
        lanes.push_back(lane_at(source, from));
    }
    return lanes;
}

std::vector<Scalar> slice_lanes(const Shape& from, const Shape& to, const Shape& offsets) {
    std::vector<Scalar> lanes;
    if (offsets.size() > from.size() || to.size() != from.size()) return lanes;
    for (std::int64_t lane = 0; lane < lanes_of(to); ++lane) {
        Shape at = position(lane, to);
        for (std::size_t i = 0; i < offsets.size(); ++i)
            at[i] += offsets[i];
        for (std::size_t i = 0; i < at.size(); ++i)
            if (at[i] < 0 || at[i] >= from[i]) return {};
        lanes.push_back(lane_at(at, from));
    }
    return lanes;
}

/// Of the lanes of `part` and behind them those of `whole`: those of `whole` with `part` in it from
/// `offsets` on. Empty: it does not fit.
std::vector<Scalar> inserted_lanes(const Shape& part, const Shape& whole, const Shape& offsets) {
    if (part.size() > whole.size() || offsets.size() != whole.size()) return {};
    // In dimensions that it has not got it is one lane.
    Shape size = part;
    size.insert(size.begin(), whole.size() - part.size(), 1);
    for (std::size_t i = 0; i < whole.size(); ++i)
        if (offsets[i] < 0 || offsets[i] + size[i] > whole[i]) return {};
    std::vector<Scalar> lanes;
    for (std::int64_t lane = 0; lane < lanes_of(whole); ++lane) {
        Shape at = position(lane, whole);
        bool inside = true;
        for (std::size_t i = 0; i < at.size(); ++i) {
            at[i] -= offsets[i];
            inside = inside && at[i] >= 0 && at[i] < size[i];
        }
        lanes.push_back(inside ? lane_at(at, size) : Scalar{lanes_of(part) + lane});
    }
    return lanes;
}

/// "<add>" by the type that is reduced; nullptr: not known.
const NamedFunction* reduction(std::string_view kind, const ScalarType& type) {
    constexpr std::array<std::array<std::string_view, 3>, 6> kReductions{
        {{"add", "arith.addi", "arith.addf"},
         {"mul", "arith.muli", "arith.mulf"},
         {"minsi", "arith.minsi", ""},
         {"maxsi", "arith.maxsi", ""},
         {"minimumf", "", "arith.minimumf"},
         {"maximumf", "", "arith.maximumf"}}};
    for (const auto& [name, whole, real] : kReductions)
        if (name == kind) return function_called(type.floats() ? real : whole);
    return nullptr;
}

}  // namespace

void Compiler::vector(const ir::Operation& operation) {
    VectorOperation of{operation, operands(operation), types_of(operation), {}, {}};
    // "vector<4x8xf32> to vector<4xf32>", "f32 from vector<4x8xf32>".
    ir::Range from = of.types;
    ir::Range to = of.types;
    for (std::uint32_t i = of.types.begin; i < of.types.end; ++i) {
        if (text_[i].is("to") || text_[i].is("into")) to.begin = i + 1;
        if (text_[i].is("from")) from.begin = i + 1;
    }
    of.from = type_at(from);
    of.to = type_at(to);
    const bool known = !operation.generic && of.from && of.to && !of.names.empty() &&
                       (reorders(of) || takes_part(of) || reduces(of));
    if (known) return;
    static_cast<void>(result(operation));
    unknown(operation.at,
            fmt::format("{} is not computed on data as it is written here", operation.name));
}

/// Each lane of the result is one of the operands'.
bool Compiler::reorders(const VectorOperation& of) {
    const ir::Operation& operation = of.operation;
    Instruction instruction = made(Kind::Shuffle, operation);
    instruction.lanes = of.to->lanes;
    if (operation.is("vector.broadcast") || operation.is("vector.splat")) {
        if (of.from->shape.empty() || operation.is("vector.splat"))
            instruction.kind = Kind::Broadcast;
        else
            instruction.constants = broadcast_lanes(of.from->shape, of.to->shape);
    } else if (operation.is("vector.shape_cast")) {
        instruction.kind = Kind::Move;
    } else if (operation.is("vector.transpose")) {
        const auto order = numbers_of(text_, operation.rest, "");
        if (order) instruction.constants = transposed_lanes(of.from->shape, of.to->shape, *order);
    } else if (operation.is("vector.extract_strided_slice")) {
        const auto offsets = numbers_of(text_, operation.rest, "offsets");
        const auto steps = numbers_of(text_, operation.rest, "strides");
        if (offsets && steps && std::ranges::count(*steps, 1) == std::ssize(*steps))
            instruction.constants = slice_lanes(of.from->shape, of.to->shape, *offsets);
    } else if (operation.is("vector.insert_strided_slice")) {
        const auto offsets = numbers_of(text_, operation.rest, "offsets");
        const auto steps = numbers_of(text_, operation.rest, "strides");
        if (offsets && steps && std::ranges::count(*steps, 1) == std::ssize(*steps))
            instruction.constants = inserted_lanes(of.from->shape, of.to->shape, *offsets);
    } else if (operation.is("vector.from_elements") && of.names.size() == of.to->lanes) {
        for (std::int64_t lane = 0; lane < lanes_of(of.to->shape); ++lane)
            instruction.constants.push_back({lane});
    } else if (operation.is("vector.shuffle") && of.from->shape.size() == 1) {
        for (const std::int64_t lane : numbers_of(text_, operation.rest, "").value_or(Shape{}))
            instruction.constants.push_back({lane});
        instruction.lanes = instruction.constants.size();
    } else {
        return false;
    }
    if (instruction.kind == Kind::Shuffle && instruction.constants.empty()) return false;
    for (const std::string_view name : of.names)
        instruction.sources.push_back(use(name, operation.at));
    instruction.target = result(operation);
    add(std::move(instruction));
    return true;
}

/// "vector.extract %v[1, %i] : vector<8xf32> from vector<4x4x8xf32>", and its like.
bool Compiler::takes_part(const VectorOperation& of) {
    const ir::Operation& operation = of.operation;
    const bool inserts = operation.is("vector.insert") || operation.is("vector.insertelement");
    const bool by_element =
        operation.is("vector.extractelement") || operation.is("vector.insertelement");
    if (!inserts && !operation.is("vector.extract") && !by_element) return false;
    // Before the word "from" was written, the type was that of the whole.
    const ValueType& whole = inserts ? *of.to : *of.from;
    std::uint32_t list = operation.rest.begin;
    while (list < of.types.begin && !text_[list].is("["))
        ++list;
    if (list == of.types.begin || whole.shape.empty()) return false;
    std::vector<int> at;
    if (by_element)
        at.push_back(use(of.names.back(), operation.at));
    else
        at = indices({list, text_[list].partner + 1});
    if (at.empty() || at.size() > whole.shape.size()) return false;
    Instruction instruction = made(inserts ? Kind::Insert : Kind::Extract, operation);
    instruction.lanes = 0;
    auto part = static_cast<std::int64_t>(whole.lanes);
    int lane = number(0, operation.at);
    for (std::size_t i = 0; i < at.size(); ++i) {
        part /= whole.shape[i];
        lane = sum(lane, scaled(at[i], part, operation.at), operation.at);
    }
    if (at.size() < whole.shape.size()) instruction.lanes = static_cast<std::size_t>(part);
    for (std::size_t i = 0; i < (inserts ? 2U : 1U) && i < of.names.size(); ++i)
        instruction.sources.push_back(use(of.names[i], operation.at));
    instruction.sources.push_back(lane);
    instruction.target = result(operation);
    add(std::move(instruction));
    return true;
}

/// "vector.multi_reduction <add>, %v, %start [1] : vector<4x8xf32> to vector<4xf32>"
bool Compiler::reduces(const VectorOperation& of) {
    const ir::Operation& operation = of.operation;
    const bool some = operation.is("vector.multi_reduction");
    if (!some && !operation.is("vector.reduction")) return false;
    const std::string_view kind = text_[operation.rest.begin + 1].text;
    const NamedFunction* const function = reduction(kind, of.to->element);
    if (function == nullptr) return false;
    Instruction instruction = made(Kind::Reduce, operation);
    instruction.function = function->function;
    instruction.types = {of.to->element, of.to->element};
    if (some) {
        const auto reduced = numbers_of(text_, operation.rest, "");
        if (!reduced || of.names.size() != 2) return false;
        instruction.lanes = of.to->lanes;
        for (std::int64_t lane = 0; lane < static_cast<std::int64_t>(of.from->lanes); ++lane) {
            const Shape at = position(lane, of.from->shape);
            Shape kept;
            for (std::int64_t i = 0; i < std::ssize(at); ++i)
                if (std::ranges::find(*reduced, i) == reduced->end())
                    kept.push_back(at[static_cast<std::size_t>(i)]);
            if (kept.size() != of.to->shape.size()) return false;
            instruction.constants.push_back(lane_at(kept, of.to->shape));
        }
    }
    for (const std::string_view name : of.names)
        instruction.sources.push_back(use(name, operation.at));
    instruction.target = result(operation);
    add(std::move(instruction));
    return true;
}

int Compiler::sum(int left, int right, base::Position at) {
    return apply("arith.addi", {left, right}, at);
}

int Compiler::scaled(int value, std::int64_t factor, base::Position at) {
    return factor == 1 ? value : apply("arith.muli", {value, number(factor, at)}, at);
}

int Compiler::apply(std::string_view function, std::vector<int> sources, base::Position at) {
    Instruction instruction;
    instruction.kind = Kind::Apply;
    instruction.at = at;
    instruction.function = function_called(function)->function;
    instruction.sources = std::move(sources);
    instruction.target = fresh();
    const int target = instruction.target;
    add(std::move(instruction));
    return target;
}

}  // namespace xdnasim::design::interpreter
