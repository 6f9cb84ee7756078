// The part of the reader of a core's program that knows what its memory holds, since the runtime
// sequence writes it there or nothing does: parameters and constants that say how often a loop
// runs, or which way is taken.

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/saturating.hpp"
#include "workloads/design/cores/core_check.hpp"
#include "workloads/design/cores/core_reader.hpp"
#include "workloads/design/interpreter/scalar.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

/// One with more does not decide.
constexpr std::int64_t kMaxElementsOfAGlobal = 65'536;

void for_each_in(const ir::Operation& operation, const auto& call) {
    call(operation);
    for (const ir::Region& region : operation.regions)
        for (const ir::Block& block : region.blocks)
            for (const ir::Operation& inner : block.operations)
                for_each_in(inner, call);
}

}  // namespace

/// Words that are written with one value alone; nullopt: with several.
void CoreReader::note_parameters() {
    schedule::for_each_operation<schedule::WriteMemory>(
        draft_.schedule.sequence, [&](const schedule::WriteMemory& write) {
            auto& words = parameters_[write.buffer];
            const std::int64_t first = write.offset / arch::kWord;
            for (std::size_t i = 0; i < write.words.size(); ++i) {
                const std::optional value{static_cast<std::int32_t>(write.words[i])};
                const bool whole = write.mask == schedule::kAllBits;
                auto& known =
                    words.try_emplace(first + static_cast<std::int64_t>(i), value).first->second;
                if (known != value || !whole) known.reset();
            }
        });
    for_each_in(program_, [&](const ir::Operation& operation) {
        // A kernel is taken to leave parameters as they are.
        if (operation.is("func.call")) return;
        for (const std::string_view name : written_by(operation))
            if (const auto buffer = draft_.buffers.find(viewed_by(name));
                buffer != draft_.buffers.end())
                stored_.insert(buffer->second);
    });
}

bool CoreReader::is_parameter(schedule::BufferRef buffer) {
    if (buffer.tile != core_ || moved_->contains(buffer) || stored_.contains(buffer) ||
        escaped_.contains(buffer))
        return false;
    return parameters_.contains(buffer) || keeps_its_content(buffer);
}

/// Whatever is done with it but a load, by any core, might write it.
bool CoreReader::keeps_its_content(schedule::BufferRef buffer) {
    if (!draft_.at(buffer).content) return false;
    if (!used_) {
        used_.emplace();
        ir::for_each_within(draft_.module.top, [&](const ir::Operation& operation) {
            if (is_load(operation)) return;
            // A body at its call says itself what it uses; a function's arguments are its own.
            const bool has_region = !operation.regions.empty();
            if (is_function(operation) || (operation.is("func.call") && has_region)) return;
            const auto names = operands(operation);
            used_->insert(names.begin(), names.end());
        });
    }
    return std::ranges::none_of(draft_.buffers, [&](const auto& named) {
        return named.second == buffer && used_->contains(named.first);
    });
}

void CoreReader::note_wait(const schedule::Acquire& acquire) {
    const schedule::Lock* const lock = draft_.program(acquire.lock.tile).lock(acquire.lock.id);
    if (lock == nullptr) return;
    const bool equal = acquire.condition == schedule::LockCondition::Equal;
    waited_ = waited_ || (equal ? lock->initial != acquire.value : lock->initial < acquire.value);
}

void CoreReader::note_early_read(const ir::Operation& operation) {
    if (waited_ || !draft_.moves_data) return;
    const bool calls = operation.is("func.call") && operation.regions.empty();
    if (!is_load(operation) && !calls && !operation.is("memref.copy")) return;
    find_users();
    if (deciding_.contains(&operation)) return;  // of which parameter() tells
    for (const std::string_view name : operands(operation)) {
        const auto buffer = draft_.buffers.find(viewed_by(name));
        if (buffer != draft_.buffers.end() && parameters_.contains(buffer->second))
            draft_.note(
                operation.at,
                fmt::format("'{}', which the sequence writes, is read before the core waits "
                            "for anything: an NPU's core may still see what was there "
                            "before",
                            draft_.at(buffer->second).name));
    }
}

/// Data: it is not known.
Value CoreReader::parameter(const ir::Operation& load, const Value& memory, std::int64_t index) {
    constexpr int kWordBits = 32;
    const schedule::Buffer& buffer = draft_.at(memory.slice.buffer);
    const arch::Bytes at = memory.slice.offset + memory.type.bytes_of(index);
    if (memory.type.bits != kWordBits || !memory.in_row || index < 0) return {};
    const bool is_before = at < arch::Bytes{0};
    if (is_before || at > buffer.size - arch::kWord) {
        draft_.note(load.at,
                    fmt::format("a parameter {} of '{}': the core's program is taken to "
                                "stop there",
                                is_before ? "before the begin" : "behind the end", buffer.name));
        endless_ = true;
        return {};
    }
    const auto written = parameters_.find(memory.slice.buffer);
    if (written != parameters_.end() && noted_.insert(&load).second)
        draft_.note(load.at, fmt::format("a decision by '{}': it is taken to hold from the "
                                         "beginning what the sequence writes there",
                                         buffer.name));
    if (written != parameters_.end()) {
        const auto word = written->second.find(at / arch::kWord);
        if (word != written->second.end()) {
            if (!word->second) return {};
            begin_with(memory.slice.buffer, at, *word->second);
            return Value::of(*word->second);
        }
    }
    // Memory that nobody has written holds 0, as in a run with data.
    std::int32_t initial = 0;
    if (buffer.content) std::memcpy(&initial, buffer.content->data() + at.count(), sizeof initial);
    return Value::of(initial);
}

namespace {

bool is_constant(const ir::Text& text, const ir::Operation& global) {
    for (std::uint32_t i = global.rest.begin; i < global.rest.end; ++i)
        if (text[i].is("constant")) return true;
    return false;
}

/// nullopt: `global` is not of whole numbers, too large, or not written as known here.
std::optional<GlobalTable> read_table(const Draft& draft, const ir::Operation& global) {
    std::optional<Memref> type;
    ir::Range values{global.rest.end, global.rest.end};
    for (std::uint32_t i = global.rest.begin; i < global.rest.end; ++i) {
        if (draft.text[i].is("dense") && values.empty()) values.begin = i;
        if (!type) type = find_memref(draft.text, {i, global.rest.end}, draft.module.aliases);
    }
    const auto element = type ? interpreter::scalar_type(type->type) : std::nullopt;
    if (!element || element->floats() || type->elements() > kMaxElementsOfAGlobal)
        return std::nullopt;
    const auto known = interpreter::dense_values(draft.text, values, *element,
                                                 static_cast<std::size_t>(type->elements()));
    if (!known) return std::nullopt;
    GlobalTable table{std::move(type->shape), {}};
    for (const interpreter::Scalar& value : *known)
        table.values.push_back(value.integer);
    return table;
}

}  // namespace

const std::optional<GlobalTable>& CoreReader::table_of(const ir::Operation& global) {
    const auto [table, is_new] = tables_.try_emplace(&global);
    if (is_new) table->second = read_table(draft_, global);
    return table->second;
}

bool CoreReader::constant_global(const ir::Operation& load) {
    find_users();
    const auto names = operands(load);
    const ir::Operation* const named = names.empty() ? nullptr : definition_of(names.front());
    if (!deciding_.contains(&load) || named == nullptr || !named->is("memref.get_global"))
        return false;
    const ir::Operation& global = global_of(draft_, *named);
    if (!is_constant(draft_.text, global)) return false;
    const std::optional<GlobalTable>& table = table_of(global);
    if (!table || table->shape.size() + 1 != names.size()) return false;
    std::int64_t index = 0;
    for (std::size_t i = 0; i < table->shape.size(); ++i) {
        const Value at = values_.get(names[i + 1]);
        if (at.kind == Value::Kind::Varying) {
            set_results(load, Value::varying());
            return true;
        }
        if (!at.is_number() || at.number < 0 || at.number >= table->shape[i]) return false;
        index = index * table->shape[i] + at.number;
    }
    set_results(load, Value::of(table->values[static_cast<std::size_t>(index)]));
    return true;
}

/// What the core's code computes goes the same way.
void CoreReader::begin_with(schedule::BufferRef reference, arch::Bytes at, std::int32_t word) {
    schedule::Buffer& buffer =
        draft_.program(reference.tile).buffers[static_cast<std::size_t>(reference.index)];
    if (buffer.size > draft_.device.model(reference.tile).memory) return;  // refused later
    const auto size = static_cast<std::size_t>(buffer.size.count());
    schedule::Content content = buffer.content ? *buffer.content : schedule::Content(size);
    std::memcpy(content.data() + at.count(), &word, sizeof word);
    if (!buffer.content || content != *buffer.content)
        buffer.content = std::make_shared<const schedule::Content>(std::move(content));
}

}  // namespace xdnasim::design
