// Vectors in a core's code. The lanes of a vector of several dimensions lie in a row, with the last
// dimension running fastest: vector<2x4xi32> has 8 lanes, and its element [1, 2] is lane 6.

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "workloads/design/interpreter/compiler.hpp"
#include "workloads/design/interpreter/lanes.hpp"

namespace xdnasim::design::interpreter {
namespace {

/// The words of a list that begins at `i`: "[1, 0]" or "array<i64: 1, 0>".
ir::Range list_at(const ir::Text& text, std::uint32_t i) {
    if (text[i].is("[")) return {i + 1, text[i].partner};
    if (!text[i].is("array") || !text[i + 1].is("<")) return {};
    constexpr std::uint32_t kBehindColon = 4;
    const std::uint32_t end = text[i + 1].partner;
    return {std::min(i + kBehindColon, end), end};
}

using Names = std::initializer_list<std::string_view>;

/// The numbers of a list. In the pretty form, this is the first list, or the first one after
/// `word`; in the generic form, the attribute with one of `names`. nullopt if there is none.
std::optional<Shape> numbers_of(const ir::Text& text, const ir::Operation& operation,
                                std::string_view word, Names names) {
    const ir::Range range = operation.rest;
    const auto is_name = [&](std::uint32_t k) {
        return text[k + 1].is("=") && std::ranges::find(names, text[k].text) != names.end();
    };
    std::uint32_t i = range.begin;
    while (operation.generic && i < range.end && !is_name(i))
        ++i;
    while (!operation.generic && !word.empty() && i < range.end && !text[i].is(word))
        ++i;
    while (!operation.generic && i < range.end && !text[i].is("["))
        ++i;
    if (i >= range.end) return std::nullopt;
    Shape numbers;
    for (const ir::Range& piece : ir::split(text, list_at(text, operation.generic ? i + 2 : i))) {
        const auto number = ir::whole_number(text[piece.begin]);
        if (!number) return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

/// The kind "add" of "vector.reduction <add>, %v", or of the attribute "#vector.kind<add>".
std::string_view kind_of(const ir::Text& text, const ir::Operation& operation) {
    std::uint32_t i = operation.rest.begin;
    if (!operation.generic) return text[i + 1].text;
    while (i < operation.rest.end && !text[i].is("vector.kind"))
        ++i;
    return i < operation.rest.end ? text[i + 2].text : std::string_view{};
}

/// The function of a reduction, by kind and by the type that is reduced; nullptr if it is not
/// known.
const NamedFunction* reduction(std::string_view kind, const ScalarType& type) {
    struct Reduction {
        std::string_view kind, whole, real;
    };
    constexpr std::array kReductions{
        Reduction{"add", "arith.addi", "arith.addf"},
        Reduction{"mul", "arith.muli", "arith.mulf"},
        Reduction{"minsi", "arith.minsi", ""},
        Reduction{"maxsi", "arith.maxsi", ""},
        Reduction{"minui", "arith.minui", ""},
        Reduction{"maxui", "arith.maxui", ""},
        Reduction{"and", "arith.andi", ""},
        Reduction{"or", "arith.ori", ""},
        Reduction{"xor", "arith.xori", ""},
        Reduction{"minimumf", "", "arith.minimumf"},
        Reduction{"maximumf", "", "arith.maximumf"},
        Reduction{"minnumf", "", "arith.minnumf"},
        Reduction{"maxnumf", "", "arith.maxnumf"},
        // Names before the autumn of 2023.
        Reduction{"minf", "", "arith.minf"},
        Reduction{"maxf", "", "arith.maxf"},
    };
    for (const auto& [name, whole, real] : kReductions)
        if (name == kind) return function_called(type.floats() ? real : whole);
    return nullptr;
}

}  // namespace

void Compiler::vector(const ir::Operation& operation) {
    VectorOperation of{operation, operands(operation), types_of(operation), {}, {}};
    // In "vector<4x8xf32> to vector<4xf32>" or "f32 from vector<4x8xf32>".
    ir::Range from = of.types;
    ir::Range to = of.types;
    for (std::uint32_t i = of.types.begin; i < of.types.end; ++i) {
        if (text_[i].is("to") || text_[i].is("into")) to.begin = i + 1;
        if (text_[i].is("from")) from.begin = i + 1;
    }
    const auto taken = operation.generic ? operand_types(operation) : std::vector<ir::Range>{};
    if (!taken.empty()) from = taken.front();
    of.from = type_at(from);
    of.to = type_at(to);
    const bool known =
        of.from && of.to && !of.names.empty() && (reorders(of) || takes_part(of) || reduces(of));
    if (known) return;
    static_cast<void>(result(operation));
    unknown(operation.at,
            fmt::format("this form of {} is not supported in a run with data", operation.name));
}

/// Compiles operations that move lanes of the operands to lanes of the result.
bool Compiler::reorders(const VectorOperation& of) {
    const ir::Operation& operation = of.operation;
    Instruction instruction = made(Kind::Shuffle, operation);
    instruction.lanes = of.to->lanes;
    if (operation.is("vector.broadcast") || operation.is("vector.splat")) {
        if (of.from->lanes == 0 || operation.is("vector.splat"))
            instruction.kind = Kind::Broadcast;
        else
            instruction.constants = broadcast_lanes(of.from->shape, of.to->shape);
    } else if (operation.is("vector.shape_cast")) {
        instruction.kind = Kind::Move;
    } else if (operation.is("vector.transpose")) {
        const auto order = numbers_of(text_, operation, "", {"permutation", "transp"});
        if (order) instruction.constants = transposed_lanes(of.from->shape, of.to->shape, *order);
    } else if (operation.is("vector.extract_strided_slice")) {
        const auto offsets = numbers_of(text_, operation, "offsets", {"offsets"});
        const auto steps = numbers_of(text_, operation, "strides", {"strides"});
        if (offsets && steps && std::ranges::count(*steps, 1) == std::ssize(*steps))
            instruction.constants = slice_lanes(of.from->shape, of.to->shape, *offsets);
    } else if (operation.is("vector.insert_strided_slice")) {
        const auto offsets = numbers_of(text_, operation, "offsets", {"offsets"});
        const auto steps = numbers_of(text_, operation, "strides", {"strides"});
        if (offsets && steps && std::ranges::count(*steps, 1) == std::ssize(*steps))
            instruction.constants = inserted_lanes(of.from->shape, of.to->shape, *offsets);
    } else if (operation.is("vector.from_elements") && of.names.size() == of.to->lanes) {
        for (std::int64_t lane = 0; lane < lanes_of(of.to->shape); ++lane)
            instruction.constants.push_back({lane});
    } else if (operation.is("vector.shuffle") && of.from->shape.size() == 1) {
        for (const std::int64_t lane : numbers_of(text_, operation, "", {"mask"}).value_or(Shape{}))
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

std::vector<int> Compiler::lane_places(const VectorOperation& of) {
    const ir::Operation& operation = of.operation;
    const bool inserts = operation.is("vector.insert") || operation.is("vector.insertelement");
    if (operation.is("vector.extractelement") || operation.is("vector.insertelement"))
        return {use(of.names.back(), operation.at)};
    if (!operation.generic) {
        std::uint32_t list = operation.rest.begin;
        while (list < of.types.begin && !text_[list].is("["))
            ++list;
        if (list == of.types.begin) return {};
        return indices({list, text_[list].partner + 1});
    }
    // Indices that are not known in advance are operands after the vectors.
    constexpr std::int64_t kOperand = std::numeric_limits<std::int64_t>::min();
    std::vector<int> places;
    std::size_t next = inserts ? 2 : 1;
    for (const std::int64_t place :
         numbers_of(text_, operation, "", {"static_position", "position"}).value_or(Shape{})) {
        if (place == kOperand && next >= of.names.size()) return {};
        places.push_back(place == kOperand ? use(of.names[next++], operation.at)
                                           : number(place, operation.at));
    }
    return places;
}

/// Compiles "vector.extract %v[1, %i] : vector<8xf32> from vector<4x4x8xf32>" and similar
/// operations.
bool Compiler::takes_part(const VectorOperation& of) {
    const ir::Operation& operation = of.operation;
    const bool inserts = operation.is("vector.insert") || operation.is("vector.insertelement");
    const bool by_element =
        operation.is("vector.extractelement") || operation.is("vector.insertelement");
    if (!inserts && !operation.is("vector.extract") && !by_element) return false;
    // In texts without the word "from", the type is that of the whole vector.
    const ValueType& whole = inserts ? *of.to : *of.from;
    if (whole.lanes == 0) return false;
    const std::vector<int> at = lane_places(of);
    const bool names_none = at.empty() && !whole.shape.empty();
    if (names_none || at.size() > whole.shape.size()) return false;
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

/// Compiles "vector.multi_reduction <add>, %v, %start [1] : vector<4x8xf32> to vector<4xf32>" and
/// vector.reduction.
bool Compiler::reduces(const VectorOperation& of) {
    const ir::Operation& operation = of.operation;
    const bool some = operation.is("vector.multi_reduction");
    if (!some && !operation.is("vector.reduction")) return false;
    const NamedFunction* const function = reduction(kind_of(text_, operation), of.to->element);
    if (function == nullptr) return false;
    Instruction instruction = made(Kind::Reduce, operation);
    instruction.function = function->function;
    instruction.types = {of.to->element, of.to->element};
    if (some) {
        const auto reduced = numbers_of(text_, operation, "", {"reduction_dims"});
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
