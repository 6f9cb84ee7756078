#include "workloads/design/cores/core_reader.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/place.hpp"
#include "base/saturating.hpp"
#include "workloads/design/cores/core_affine.hpp"
#include "workloads/design/cores/core_arithmetic.hpp"
#include "workloads/design/cores/operation_cost.hpp"
#include "workloads/design/functions.hpp"
#include "workloads/design/ir/fields.hpp"

namespace xdnasim::design {
CoreReader::CoreReader(Draft& draft, KernelTable& kernels, arch::TileId core,
                       const ir::Operation& program)
    : draft_{draft},
      kernels_{kernels},
      core_{core},
      program_{program},
      text_{draft, program},
      values_{draft},
      tables_{draft} {}

CoreSteps CoreReader::read() {
    CoreSteps steps;
    if (!program_.regions.empty()) region(program_.regions.front(), steps);
    const auto fields = ir::Fields::read(draft_.text, program_);
    if (steps.empty() && fields.has("elf_file"))
        draft_.loss(program_.at,
                    fmt::format("the program of core {}, of which there is {} alone",
                                to_string(core_), base::in_quotes(fields.string("elf_file"))));
    return steps;
}

void CoreReader::count_operation(base::Position at) {
    if (++operations_ > kMaxOperations)
        draft_.text.fail(at, fmt::format("the program of core {} takes more than {} operations to "
                                         "follow",
                                         to_string(core_), kMaxOperations));
}

void CoreReader::set_results(const ir::Operation& operation, const Value& value) {
    for (const std::string_view result : operation.results) {
        values_.set(result, value);
        if (const auto numbered = numbered_.find(result); numbered != numbered_.end())
            for (const std::string& name : numbered->second)
                values_.set(name, value);
    }
}

void CoreReader::set_each_result(const ir::Operation& operation, const std::vector<Value>& values) {
    set_results(operation, {});
    const std::vector<std::string_view>& results = operation.results;
    if (results.size() == values.size())
        for (std::size_t i = 0; i < results.size(); ++i)
            values_.set(results[i], values[i]);
    // Which values of "%a, %b:2" are whose is not known here.
    if (results.size() != 1 || values.size() < 2) return;
    values_.set(results.front(), values.front());
    std::deque<std::string>& names = numbered_[results.front()];
    while (names.size() < values.size())
        names.push_back(fmt::format("{}#{}", results.front(), names.size()));
    for (std::size_t i = 0; i < values.size(); ++i)
        values_.set(names[i], values[i]);
}

Value CoreReader::constant(const ir::Operation& operation) const {
    const auto number = ir::constant_of(draft_.text, operation);
    return number ? Value::of(*number) : Value{};
}

std::optional<std::int64_t> CoreReader::constant_of(std::string_view name) const {
    const Value value = values_.get(name);
    return value.is_number() ? std::optional{value.number} : text_.literal_of(name);
}

void CoreReader::operation(const ir::Operation& operation, CoreSteps& steps) {
    count_operation(operation.at);
    note_early_read(operation);
    if (operation.is("arith.constant")) return set_results(operation, constant(operation));
    if (lock_or_call(operation, steps) || memory(operation)) return;
    if (object_fifo(operation, steps)) return;
    if (operation.name.starts_with("scf.") || operation.is("affine.for") ||
        operation.is("affine.yield"))
        return structured(operation, steps);
    if (operation.is("memref.load") || operation.is("memref.store"))
        if (access(operation)) return;
    if (operation.is("memref.copy")) return copy(operation, steps);
    if (cascade(operation, steps)) return;
    if (is_affine_value(operation)) return affine_value(operation, steps);
    if (operation.is("ub.poison")) return set_results(operation, {});
    // What stands in it may store.
    const bool masks = operation.is("vector.mask");
    if (!masks && cost_of(operation.name, draft_.device.core.slots))
        return compute(operation, steps);
    if (operation.is("aie.end") || operation.name.starts_with("cf.")) return;
    if (operation.is("aie.lock") || operation.is("aie.buffer")) return;  // read with the objects
    if (operation.is("aie.event")) return tell_event(operation, steps);
    const bool streams = operation.name.starts_with("aie.") && operation.name.ends_with("_stream");
    draft_.unsupported(
        operation.at,
        streams ? fmt::format("{}: a core's own stream; allowed: the same data through a DMA "
                              "channel of its tile",
                              operation.name)
                : fmt::format("{} in the program of a core; allowed: the code in a function, whose "
                              "cycles kernels.yaml says",
                              operation.name));
    set_results(operation, {});
}

void CoreReader::tell_event(const ir::Operation& operation, CoreSteps& steps) {
    constexpr int kLast = schedule::TellEvent::kEvents - 1;
    const auto fields = ir::Fields::read(draft_.text, operation);
    append(steps, {schedule::TellEvent{fields.small("val", 0, kLast)}, operation.at});
}

bool CoreReader::lock_or_call(const ir::Operation& operation, CoreSteps& steps) {
    if (operation.is("func.call")) {
        call(operation, steps);
        return true;
    }
    if (is_return(operation)) {
        returned_.clear();
        for (const std::string_view name : text_.operands(operation))
            returned_.push_back(values_.get(name));
        return true;
    }
    if (!operation.is("aie.use_lock")) return false;
    const auto use = lock_use(draft_, operation, &values_.constants());
    if (const auto* const acquire = std::get_if<schedule::Acquire>(&use)) note_wait(*acquire);
    std::visit([&](const auto& each) { append(steps, {each, operation.at}); }, use);
    return true;
}

void CoreReader::compute(const ir::Operation& operation, CoreSteps& steps) {
    // A memref.store has said what it knows.
    if (!operation.is("memref.store")) forget_written(operation);
    std::vector<std::int64_t> numbers;
    std::optional<int> varying;  // from round to round of which loop
    bool data = !operation.name.starts_with("arith.");
    for (const std::string_view name : text_.operands(operation)) {
        const Value value = values_.get(name);
        if (value.kind == Value::Kind::Memory) require_reach(value, operation.at);
        numbers.push_back(value.number);
        if (value.kind == Value::Kind::Varying)
            varying = std::min(varying.value_or(value.loop), value.loop);
        data = data || value.kind == Value::Kind::Data || value.kind == Value::Kind::Memory;
    }
    if (data) {
        const arch::CoreModel& core = draft_.device.core;
        const std::int64_t passes =
            vector_passes(draft_.text, operation, draft_.module.aliases, core);
        const std::int64_t cycles =
            base::saturating_multiply(cost_of(operation.name, core.slots).value_or(0), passes);
        append(steps, {Compute{std::min(cycles, kMaxCycles)}, operation.at});
        return set_results(operation, {});
    }
    if (varying) return set_results(operation, Value::varying(*varying));
    const auto result = computed(draft_.text, operation, numbers);
    set_results(operation, result ? Value::of(*result) : Value{});
}

}  // namespace xdnasim::design
