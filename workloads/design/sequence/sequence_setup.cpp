// Operations of a runtime sequence that set up the array, and parts of its arguments.

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backends/txn/tile_registers.hpp"
#include "base/saturating.hpp"
#include "workloads/design/bd_pattern.hpp"
#include "workloads/design/devices.hpp"
#include "workloads/design/sequence/stream_builder.hpp"

namespace xdnasim::design {
namespace {

/// The numbers of "[4, 8]". Throws InputError, with the place, for values that are not known before
/// the run.
std::vector<std::int64_t> numbers_in(const Draft& draft, const ir::Fields& fields,
                                     std::string_view name, const ir::Constants& constants) {
    std::vector<std::int64_t> numbers;
    for (const ir::Range& piece : split(draft.text, inside(draft.text, fields.range(name)))) {
        const auto number = ir::integer_at(draft.text, piece, &constants);
        if (!number || *number < 0 || *number > kMaxElements)
            fields.fail(name, "has a number that is not known before the run");
        numbers.push_back(*number);
    }
    return numbers;
}

/// Returns whether a part of `shape` is contiguous in memory: after the first size larger than 1,
/// all sizes must be those of `shape`.
bool is_dense(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& shape) {
    const auto first = std::ranges::find_if(sizes, [](std::int64_t size) { return size > 1; });
    if (first == sizes.end()) return true;
    const auto behind = (first - sizes.begin()) + 1;
    return std::equal(sizes.begin() + behind, sizes.end(), shape.begin() + behind);
}

/// Returns whether the text has a device `name` that is empty.
bool is_empty_device(const Draft& draft, std::string_view name) {
    bool found = false;
    for_each_within(draft.module.top, [&](const ir::Operation& operation) {
        const auto is_end = [](const ir::Operation& inner) { return inner.is("aie.end"); };
        found = found || (operation.is("aie.device") && symbol_of(draft.text, operation) == name &&
                          !operation.regions.empty() &&
                          std::ranges::all_of(operation.regions.front().operations(), is_end));
    });
    return found;
}

}  // namespace

/// Reads "memref.subview %arg[4] [8] [1]", here elements 4 to 11.
void StreamBuilder::read_subview(const ir::Operation& operation) {
    const ir::Fields read = fields(operation);
    HostView part = view(read, "source");
    const std::vector<std::int64_t> shape = part.type.shape;
    const auto offsets = numbers_in(draft_, read, "offsets", constants_);
    const auto sizes = numbers_in(draft_, read, "sizes", constants_);
    const auto strides = numbers_in(draft_, read, "strides", constants_);
    if (offsets.size() != shape.size() || sizes.size() != shape.size())
        read.fail("offsets", fmt::format("has {} numbers for memory of {} dimensions",
                                         offsets.size(), shape.size()));
    const bool steps = std::ranges::any_of(strides, [](std::int64_t step) { return step != 1; });
    if (steps || !is_dense(sizes, shape))
        read.fail("sizes", "selects a part with gaps; allowed: contiguous elements");
    std::int64_t first = 0;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (offsets[i] + sizes[i] > shape[i])
            read.fail("sizes",
                      fmt::format("ends at element {} of {}", offsets[i] + sizes[i], shape[i]));
        first = base::saturating_add(base::saturating_multiply(first, shape[i]), offsets[i]);
    }
    part.offset += part.type.bytes_of(first);
    part.type.shape = sizes;
    for (const std::string_view result : operation.results)
        views_[result] = part;
}

/// Reads "memref.collapse_shape %arg [[0, 1]] : memref<8x8xi32> into memref<64xi32>": the same
/// elements in the shape of the last type.
void StreamBuilder::read_reshape(const ir::Operation& operation) {
    const auto values = ir::values_in(draft_.text, operation.rest);
    const auto source = values.empty() ? views_.end() : views_.find(values.front());
    if (source == views_.end())
        draft_.text.fail(
            operation.at,
            fmt::format("{} of something that is not an argument of the runtime sequence",
                        operation.name));
    HostView same = source->second;
    ir::Range type = operation.rest;
    for (std::uint32_t i = type.begin; i < type.end; i = behind(draft_.text, i)) {
        const ir::Token& token = draft_.text[i];
        if (token.is("memref") || token.is("!")) type.begin = i;
    }
    // A type without sizes changes nothing.
    if (auto known = find_memref(draft_.text, type, draft_.module.aliases))
        same.type = std::move(*known);
    for (const std::string_view result : operation.results)
        views_[result] = same;
}

/// Reads operations that act on the array other than by register writes.
bool StreamBuilder::read_setup(const ir::Operation& operation) {
    if (operation.is("aiex.set_lock")) {
        read_set_lock(operation);
    } else if (operation.is("aiex.control_packet")) {
        read_control_packet(operation);
    } else if (operation.is("aiex.npu.load_pdi")) {
        return read_load(operation);
    } else if (operation.name.starts_with("aiex.npu.assert_bd_")) {
        read_limit(operation);
    } else {
        return false;
    }
    return true;
}

/// Reads an aiex.npu.load_pdi. Loading another device, or loading during the run, is a
/// reconfiguration. Loading an empty device before the one that runs makes the firmware load the
/// latter anew, even if it was loaded last.
bool StreamBuilder::read_load(const ir::Operation& load) {
    const ir::Fields read = fields(load);
    if (!read.has("device_ref") || !operations_.empty()) return false;
    const std::string_view device = read.symbol("device_ref");
    if (device == draft_.aie_device) {
        if (emptied_ != nullptr)
            draft_.safe(std::exchange(emptied_, nullptr)->at,
                        "aiex.npu.load_pdi of an empty device before the device that runs");
        draft_.safe(load.at, "aiex.npu.load_pdi of the device that runs");
        return true;
    }
    if (!is_empty_device(draft_, device)) return false;
    emptied_ = &load;
    return true;
}

/// Checks an assertion of mlir-aie about a number that it writes into a BD. The stream has no
/// operation for it.
void StreamBuilder::read_limit(const ir::Operation& assertion) {
    constexpr std::int64_t kMin = std::numeric_limits<std::int32_t>::min();
    const ir::Fields read = fields(assertion);
    const std::int64_t value = read.integer("value", kMin, kMaxWord);
    if (assertion.is("aiex.npu.assert_bd_field")) {
        const std::int64_t max = read.integer("max", 0, kMaxWord);
        const std::int64_t min = read.has("min") ? read.integer("min", 0, max) : 0;
        if (value < min || value > max)
            read.fail("value", fmt::format("is {}; allowed: {} to {}", value, min, max));
        return;
    }
    const std::int64_t divisor = read.integer("divisor", 1, kMaxWord);
    if (value % divisor != 0 && !(value == 1 && read.flag("allow_unit")))
        read.fail("value", fmt::format("is {}; allowed: multiples of {}", value, divisor));
}

void StreamBuilder::read_set_lock(const ir::Operation& operation) {
    const ir::Fields read = fields(operation);
    const schedule::LockRef set = draft_.lock(read, "lock");
    const int value = read.small("value", 0, draft_.device.model(set.tile).max_lock_value);
    add(operation.at,
        txn::Write{txn::lock_register(set, draft_.device), static_cast<std::uint32_t>(value)});
}

/// Reads a control packet that writes registers. They are written directly, whichever route the
/// packet would take.
void StreamBuilder::read_control_packet(const ir::Operation& operation) {
    constexpr std::int64_t kWrite = 0;
    constexpr std::int64_t kMaxOpcode = 3;
    constexpr std::int64_t kMin = std::numeric_limits<std::int32_t>::min();
    const ir::Fields read = fields(operation);
    if (read.integer("opcode", 0, kMaxOpcode) != kWrite || !read.has("data")) {
        draft_.unsupported(operation.at,
                           "aiex.control_packet does not write data. Use opcode = 0 with `data`");
        return;
    }
    std::vector<std::uint32_t> data;
    // The numbers of "array<i32: 1024, 5>".
    ir::Range list = read.range("data");
    while (!list.empty() && !draft_.text[list.begin].is(":"))
        ++list.begin;
    for (std::uint32_t i = list.begin; i < list.end; ++i)
        if (draft_.text[i].kind == ir::Kind::Number)
            data.push_back(
                static_cast<std::uint32_t>(ir::whole_number(draft_.text[i]).value_or(0)));
    const auto address = static_cast<std::uint32_t>(read.integer("address", kMin, kMaxWord));
    if (data.empty()) read.fail("data", "has no words");
    draft_.note(operation.at,
                "aiex.control_packet: the command processor writes the register in its own time, "
                "without a packet on the streams");
    if (data.size() == 1)
        add(operation.at, txn::Write{txn::register_at(address), data.front()});
    else
        add(operation.at, txn::BlockWrite{txn::register_at(address), std::move(data)});
}

}  // namespace xdnasim::design
