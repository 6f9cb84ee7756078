// Views of memory in a core's code: all of the memory in another shape, or a part of it.

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "workloads/design/affine_map.hpp"
#include "workloads/design/interpreter/compiler.hpp"

namespace xdnasim::design::interpreter {
namespace {

/// Operations that give all elements in order in another shape.
constexpr std::array<std::string_view, 3> kReshapes{"memref.collapse_shape", "memref.expand_shape",
                                                    "memref.reshape"};
/// Operations that only change how much of the type is known.
constexpr std::array<std::string_view, 2> kCasts{"memref.cast", "memref.memory_space_cast"};

std::vector<std::int64_t> dense_strides(const std::vector<std::int64_t>& shape) {
    std::vector<std::int64_t> strides(shape.size(), 1);
    for (std::size_t i = shape.size(); i-- > 1;)
        strides[i - 1] = strides[i] * shape[i];
    return strides;
}

}  // namespace

bool Compiler::is_view_of_another(const ir::Operation& operation) {
    return operation.is("memref.subview") || operation.is("memref.reinterpret_cast") ||
           operation.is("memref.view") ||
           std::ranges::find(kReshapes, operation.name) != kReshapes.end() ||
           std::ranges::find(kCasts, operation.name) != kCasts.end();
}

View Compiler::view_of_buffer(const schedule::BufferRef& buffer, base::Position at) {
    const Memref& type = draft_.types.at(buffer);
    const auto [known, fresh_one] =
        memories_.try_emplace(buffer, static_cast<int>(program_.buffers.size()));
    if (fresh_one) program_.buffers.push_back(buffer);
    View view;
    view.memory = known->second;
    view.shape = type.shape;
    view.strides = dense_strides(view.shape);
    const auto element = scalar_type(type.type);
    // A kernel may use element types that the code itself does not compute with.
    view.element = element.value_or(ScalarType{ScalarType::Kind::Unsigned, 8});
    static_cast<void>(at);
    return view;
}

View Compiler::view_of_type(ir::Range type, base::Position at) {
    const Memref memref = read_memref(text_, type, draft_.module.aliases);
    View view;
    view.shape = memref.shape;
    view.strides = dense_strides(view.shape);
    const auto element = scalar_type(memref.type);
    if (!element) unknown(at, fmt::format("unsupported element type {}", memref.type));
    view.element = element.value_or(ScalarType{});
    return view;
}

bool Compiler::is_memory(ir::Range type) const {
    return !type.empty() && text_[named_by(text_, type, draft_.module.aliases).begin].is("memref");
}

/// Compiles "%m = arith.select %is, %a, %b : memref<16xi32>".
void Compiler::chosen_memory(const ir::Operation& choice) {
    const auto names = operands(choice);
    const int target = result(choice);
    if (names.size() != 3) return unknown(choice.at, "unsupported form of arith.select");
    const auto move = [&](std::string_view memory) {
        Instruction instruction = made(Kind::Move, choice);
        instruction.sources = {use(memory, choice.at)};
        instruction.target = target;
        add(std::move(instruction));
    };
    move(names[1]);
    Instruction otherwise = made(Kind::JumpUnless, choice);
    otherwise.sources = {use(names[0], choice.at)};
    const std::size_t unless = add(std::move(otherwise));
    const std::size_t leave = add(made(Kind::Jump, choice));
    program_.instructions[unless].to = program_.instructions.size();
    move(names[2]);
    program_.instructions[leave].to = program_.instructions.size();
}

/// The strides in "memref<4x4xi32, strided<[16, 1], offset: 36>>"; nullopt if they are not known
/// from the type.
std::optional<std::vector<std::int64_t>> Compiler::strides_of_type(
    ir::Range type, const std::vector<std::int64_t>& shape) const {
    const ir::Aliases& aliases = draft_.module.aliases;
    const std::uint32_t bracket = named_by(text_, type, aliases).begin + 1;
    const std::uint32_t end = text_[bracket].partner;
    for (std::uint32_t i = bracket; i < end; ++i) {
        if (find_affine_map(text_, {i, end}, aliases)) return std::nullopt;
        if (!text_[i].is("strided") || !text_[i + 1].is("<")) continue;
        std::vector<std::int64_t> strides;
        for (const ir::Range& piece : ir::split(text_, ir::inside(text_, {i + 2, end}))) {
            const auto stride = ir::whole_number(text_[piece.begin]);
            if (!stride) return std::nullopt;
            strides.push_back(*stride);
        }
        return strides.size() == shape.size() ? std::optional{std::move(strides)} : std::nullopt;
    }
    return dense_strides(shape);
}

void Compiler::view_of(const ir::Operation& operation) {
    const auto names = operands(operation);
    const ir::Range type = last_memref(text_, operation.rest, draft_.module.aliases);
    if (names.empty() || type.empty() || operation.generic)
        return unknown(operation.at,
                       fmt::format("{} is supported in pretty form only", operation.name));
    Instruction instruction = made(Kind::Slice, operation);
    instruction.view = view_of_type(type, operation.at);
    instruction.sources = {use(names.front(), operation.at)};
    instruction.target = result(operation);
    if (operation.is("memref.subview")) return subview(operation, std::move(instruction));
    if (operation.is("memref.reinterpret_cast"))
        return reinterpret(operation, std::move(instruction));
    if (operation.is("memref.view")) {
        // The form "memref.view %m[%byte][] : memref<256xi8> to memref<16xi32>".
        const auto bytes = indices(first_list(operation));
        if (bytes.size() != 1) unknown(operation.at, "unsupported form of memref.view");
        instruction.slicing = Slicing::Bytes;
        instruction.sources.insert(instruction.sources.end(), bytes.begin(), bytes.end());
    } else if (std::ranges::find(kCasts, operation.name) != kCasts.end()) {
        // Strides that the type leaves open stay those of the memory.
        instruction.slicing = Slicing::Dimensions;
        for (std::size_t i = 0; i < instruction.view.shape.size(); ++i)
            instruction.constants.push_back({static_cast<std::int64_t>(i)});
    } else if (auto strides = strides_of_type(type, instruction.view.shape)) {
        instruction.view.strides = std::move(*strides);
    } else {
        unknown(operation.at,
                fmt::format("{} needs a type that gives all strides", operation.name));
    }
    add(std::move(instruction));
}

/// Compiles "memref.reinterpret_cast %m to offset: [%i], sizes: [4, 4], strides: [%n, 1] : ...".
void Compiler::reinterpret(const ir::Operation& operation, Instruction instruction) {
    const auto list_of = [&](std::string_view name) {
        std::uint32_t i = operation.rest.begin;
        while (i < operation.rest.end && !text_[i].is(name))
            ++i;
        const bool written = i + 2 < operation.rest.end && text_[i + 2].is("[");
        return written ? indices({i + 2, text_[i + 2].partner + 1}) : std::vector<int>{};
    };
    const std::vector<int> offsets = list_of("offset");
    const std::vector<int> strides = list_of("strides");
    if (offsets.size() != 1 || strides.size() != instruction.view.shape.size())
        return unknown(operation.at, "unsupported form of memref.reinterpret_cast");
    instruction.slicing = Slicing::Elements;
    instruction.sources.push_back(offsets.front());
    instruction.sources.insert(instruction.sources.end(), strides.begin(), strides.end());
    add(std::move(instruction));
}

/// Compiles "memref.subview %m[%i, 0] [1, 64] [1, 1] : ... to memref<64xi32, strided<[1], offset:
/// ?>>".
void Compiler::subview(const ir::Operation& operation, Instruction instruction) {
    std::vector<ir::Range> lists;
    for (std::uint32_t i = operation.rest.begin; i < operation.rest.end && lists.size() < 3; ++i)
        if (text_[i].is("[")) {
            lists.push_back({i, text_[i].partner + 1});
            i = text_[i].partner;
        }
    if (lists.size() != 3) return unknown(operation.at, "unsupported form of memref.subview");
    const auto offsets = indices(lists[0]);
    instruction.sources.insert(instruction.sources.end(), offsets.begin(), offsets.end());
    const auto sizes = ir::split(text_, ir::inside(text_, lists[1]));
    for (const ir::Range& step : ir::split(text_, ir::inside(text_, lists[2])))
        if (ir::whole_number(text_[step.begin]) != 1)
            return unknown(operation.at, "memref.subview is supported only with steps of 1");
    // A dimension of size 1 may be dropped. Which of several is dropped makes no difference to the
    // places of the elements.
    const std::vector<std::int64_t>& shape = instruction.view.shape;
    std::size_t missing = shape.size();
    for (std::size_t i = sizes.size(); i-- > 0;) {
        const auto size = ir::whole_number(text_[sizes[i].begin]);
        if (missing > 0 && (!size || *size == shape[missing - 1])) {
            instruction.constants.push_back({static_cast<std::int64_t>(i)});
            --missing;
        } else if (size != 1) {
            return unknown(operation.at, "the type of memref.subview does not match its sizes");
        }
    }
    if (missing != 0)
        return unknown(operation.at, "the type of memref.subview does not match its sizes");
    std::ranges::reverse(instruction.constants);
    instruction.slicing = Slicing::Dimensions;
    add(std::move(instruction));
}

}  // namespace xdnasim::design::interpreter
