#include "workloads/design/cores/core_fifos.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/design/acquired.hpp"
#include "workloads/design/cores/core_check.hpp"
#include "workloads/design/parts.hpp"

namespace xdnasim::design {
namespace {

bool is_producer(const ir::Fields& fields) {
    const ir::Token& port = fields.token("port");
    if (port.text == "Produce" || port.text == "0") return true;
    if (port.text == "Consume" || port.text == "1") return false;
    fields.fail("port", fmt::format("is {}; allowed: Produce, Consume", to_string(port)));
}

}  // namespace

void read_fifo_ends(Draft& draft, const ir::Region& device) {
    for (const ir::Operation& operation : device.operations()) {
        if (!operation.is("fifo.end")) continue;
        const ir::Fields fields = draft.fields(operation);
        FifoEnd end;
        end.fifo = fields.symbol("fifo");
        end.tile = draft.tile(fields, "tile");
        end.produces = is_producer(fields);
        if (fields.has("acquire")) {
            end.acquire = draft.lock(fields, "acquire");
            end.release = draft.lock(fields, "release");
        }
        end.repeat = fields.small("repeat", 1, kMaxCount);
        for (const std::string_view object : values_in(draft.text, fields.range("objects")))
            end.objects.push_back(draft.buffers.at(object));
        draft.fifo_ends.push_back(std::move(end));
    }
}

std::size_t CoreFifos::fifo_side(const ir::Fields& fields) const {
    const std::string_view name = fields.symbol("objFifo_name");
    const bool produces = is_producer(fields);
    const auto side = std::ranges::find_if(state_.draft.fifo_ends, [&](const FifoEnd& end) {
        return end.fifo == name && end.tile == state_.core && end.produces == produces;
    });
    if (side == state_.draft.fifo_ends.end())
        fields.fail(
            "objFifo_name",
            fmt::format(
                "is '{}'; core {} is not its {}, or the FIFO is linked to another one there", name,
                to_string(state_.core), produces ? "producer" : "consumer"));
    return static_cast<std::size_t>(side - state_.draft.fifo_ends.begin());
}

bool CoreFifos::read(const ir::Operation& operation, CoreSteps& steps) {
    if (operation.is("aie.objectfifo.acquire"))
        acquire_objects(operation, steps);
    else if (operation.is("aie.objectfifo.release"))
        release_objects(operation, steps);
    else if (operation.is("aie.objectfifo.subview.access"))
        access_object(operation);
    else
        return false;
    return true;
}

/// Objects that the core already holds count as part of the acquired ones.
void CoreFifos::acquire_objects(const ir::Operation& operation, CoreSteps& steps) {
    const ir::Fields fields = state_.draft.fields(operation, &state_.values.constants());
    const std::size_t number = fifo_side(fields);
    const FifoEnd& side = state_.draft.fifo_ends[number];
    const auto depth = static_cast<int>(side.objects.size());
    const Acquired given = acquired(fields, state_.draft.module.aliases, kMaxCount);
    const int wanted = given.count;
    if (wanted > depth)
        fields.fail("size", fmt::format("is {}; object FIFO '{}' has {} objects here", wanted,
                                        side.fifo, depth));
    FifoState& state = state_.values.fifo(number);
    const int more = std::max(0, wanted - state.held);
    if (more > 0 && side.acquire) {
        const schedule::Acquire acquire{*side.acquire, more * side.repeat};
        state_.note_wait(acquire);
        append(steps, {acquire, operation.at});
    }
    state.held += more;
    std::vector<schedule::BufferRef> view;
    for (int i = 0; i < state.held; ++i)
        view.push_back(side.objects[static_cast<std::size_t>((state.first + i) % depth)]);
    if (given.types.empty())
        for (const std::string_view result : operation.results)
            subviews_[result] = view;
    else
        give_objects(fields, given.types, view);
}

/// Sets the results of an acquire that returns the objects, not a subview of them.
void CoreFifos::give_objects(const ir::Fields& acquire, const std::vector<ir::Range>& types,
                             const std::vector<schedule::BufferRef>& held) {
    std::vector<Value> objects;
    for (std::size_t i = 0; i < types.size(); ++i) {
        objects.push_back(object_value(held[i]));
        check_object(state_.draft, acquire, types[i], objects.back().type);
    }
    state_.values.set_each_result(acquire.operation(), objects);
}

Value CoreFifos::object_value(schedule::BufferRef object) const {
    Value value;
    value.kind = Value::Kind::Memory;
    value.slice = {object, {}, state_.draft.at(object).size};
    value.type = state_.draft.types.at(object);
    return value;
}

void CoreFifos::release_objects(const ir::Operation& operation, CoreSteps& steps) {
    const ir::Fields fields = state_.draft.fields(operation, &state_.values.constants());
    const std::size_t number = fifo_side(fields);
    const FifoEnd& side = state_.draft.fifo_ends[number];
    const int released = fields.small("size", 1, kMaxCount);
    FifoState& state = state_.values.fifo(number);
    if (released > state.held)
        fields.fail("size", fmt::format("is {}; the core holds {} of '{}' here", released,
                                        base::counted(state.held, "object"), side.fifo));
    if (side.release)
        append(steps, {schedule::Release{*side.release, released * side.repeat}, operation.at});
    state.held -= released;
    state.first = (state.first + released) % static_cast<int>(side.objects.size());
}

void CoreFifos::access_object(const ir::Operation& operation) {
    const ir::Fields fields = state_.draft.fields(operation, &state_.values.constants());
    const auto view = subviews_.find(fields.value("subview"));
    if (view == subviews_.end())
        fields.fail("subview", fmt::format("is '%{}', which is not the result of an acquire",
                                           fields.value("subview")));
    ir::Range list = inside(state_.draft.text, fields.range("index"));
    const auto index = ir::integer_at(state_.draft.text, list, &state_.values.constants());
    const std::int64_t held = std::ssize(view->second);
    if (!index || *index < 0 || *index >= held)
        fields.fail("index", fmt::format("is not a number from 0 to {}: {} {} acquired", held - 1,
                                         base::counted(held, "object"), held == 1 ? "is" : "are"));
    const Value value = object_value(view->second[static_cast<std::size_t>(*index)]);
    check_view(state_.draft, fields, value.type);
    state_.values.set_results(operation, value);
}

}  // namespace xdnasim::design
