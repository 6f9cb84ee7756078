#include "workloads/design/cores/core_calls.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/design/cores/core_check.hpp"

namespace xdnasim::design {
namespace {

/// The words of `range` without blanks: "memref<7x1x64xui8>".
std::string text_of(const ir::Text& text, ir::Range range) {
    std::string written;
    for (std::uint32_t i = range.begin; i < range.end; ++i)
        written += text[i].text;
    return written;
}

}  // namespace

void CoreCalls::call(const ir::Operation& operation, CoreSteps& steps) {
    const ir::Fields fields = state_.draft.fields(operation, &state_.values.constants());
    CallSite site;
    site.function = fields.symbol("callee");
    site.at = operation.at;
    schedule::Call made;
    std::vector<Memref> memory;
    std::vector<std::string_view> others;
    std::vector<Value> passed;
    const auto arguments = fields.find("operands");
    if (arguments)
        for (const std::string_view name : ir::values_in(state_.draft.text, *arguments)) {
            const Value& value = passed.emplace_back(state_.values.get(name));
            site.scalars.push_back(value.is_number() ? std::optional{value.number} : std::nullopt);
            if (state_.draft.locks.contains(name))
                return state_.draft.unsupported(
                    operation.at,
                    fmt::format("'%{}' is a lock, which is passed to '{}'. What a function does "
                                "with locks is not known. Acquire and release them in the core",
                                name, site.function));
            if (value.kind != Value::Kind::Memory) {
                others.push_back(name);
                continue;
            }
            made.arguments.push_back(value.slice);
            site.sizes.push_back(value.slice.length);
            memory.push_back(value.type);
        }
    const CallTypes types = call_types_of(fields);
    check_call(state_.draft, fields, types, passed);
    if (!operation.regions.empty()) return run_body(operation, types, steps);
    move_slices(memory, others, site, made);
    for (const ir::Range& piece : types.arguments)
        site.types.push_back(text_of(state_.draft.text, piece));
    state_.forget_written(operation);
    made.kernel = kernels_.find(site);
    note_scattered(site, made.kernel, types, passed);
    append(steps, {std::move(made), operation.at});
    state_.values.set_results(operation, {});
}

/// Runs the function's body, which the lowering has put into the call (lowering/called_bodies.cpp).
void CoreCalls::run_body(const ir::Operation& call, const CallTypes& types, CoreSteps& steps) {
    const arch::Timing& timing = state_.draft.device.timing;
    append(steps, {Compute{timing.core_call}, call.at});
    state_.returned.clear();
    blocks_.region(call.regions.front(), steps);
    if (state_.endless) return;
    const std::vector<Value> returned = std::exchange(state_.returned, {});
    if (returned.size() != types.results.size())
        state_.draft.text.fail(
            call.at,
            fmt::format("a call expects {} from a function that returns {}",
                        base::counted(std::ssize(types.results), "value"), returned.size()));
    const arch::Cycles behind = timing.core_return + timing.core_restore;
    append(steps, {Compute{behind}, call.at});
    state_.values.set_each_result(call, returned);
}

/// Notes a view with gaps that is passed to one of xdnasim's own kernels, which take a slice as
/// contiguous bytes.
void CoreCalls::note_scattered(const CallSite& site, schedule::KernelRef kernel,
                               const CallTypes& types, const std::vector<Value>& passed) {
    const bool own =
        !std::holds_alternative<kernels::External>(state_.draft.schedule.kernel(kernel)->work);
    const auto scattered = std::ranges::find_if(passed, [](const Value& value) {
        return value.kind == Value::Kind::Memory && !value.in_row;
    });
    if (!own || scattered == passed.end() || !not_computed_.empty()) return;
    const auto number = static_cast<std::size_t>(scattered - passed.begin());
    const ir::Range type = types.arguments[number];
    not_computed_ = fmt::format(
        "{}: argument {} of '{}' is a view whose elements may not be contiguous, as its `work` "
        "needs them. Copy them into a buffer with memref.copy, use `library` instead of `work`, or "
        "run without data",
        state_.draft.text.place(state_.draft.text[type.begin].at), number, site.function);
}

/// Moves each slice by the number that says where it begins. These numbers are removed from the
/// kernel's scalars, so that calls on all slices are calls of one kernel.
void CoreCalls::move_slices(const std::vector<Memref>& memory,
                            const std::vector<std::string_view>& numbers, CallSite& site,
                            schedule::Call& made) const {
    const std::vector<std::size_t> sliced = kernels_.sliced_buffers(site.function);
    for (std::size_t i = 0; i < sliced.size(); ++i) {
        if (sliced[i] >= memory.size() || i >= numbers.size())
            state_.draft.text.fail(
                site.at, fmt::format("'{}' is passed {} and {}; its description says "
                                     "that it takes a slice of buffer {}",
                                     site.function, base::counted(std::ssize(memory), "buffer"),
                                     base::counted(std::ssize(numbers), "number"), sliced[i]));
        const auto begin = state_.values.number(numbers[i], site.at);
        if (!begin || *begin < 0 || *begin > kMaxElements)
            state_.draft.text.fail(
                site.at,
                fmt::format(
                    "the start of the slice of buffer {} of '{}' is not known before the run",
                    sliced[i], site.function));
        made.arguments[sliced[i]].offset += memory[sliced[i]].bytes_of(*begin);
    }
    site.scalars.resize(site.scalars.size() - sliced.size());
}

}  // namespace xdnasim::design
