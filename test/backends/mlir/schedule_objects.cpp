#include "test/backends/mlir/schedule_objects.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backends/mlir/kernel_attribute.hpp"
#include "workloads/schedule/bd_walk.hpp"
#include "workloads/schedule/unrolled_sequence.hpp"

namespace xdnasim::mlir {
namespace {

using arch::kWord;
using schedule::Bd;
using schedule::Schedule;
using schedule::TileProgram;

std::string text_of(schedule::BufferRef buffer) {
    return fmt::format("buffer {} of {}", buffer.index, to_string(buffer.tile));
}
std::string text_of(schedule::HostBufferRef buffer) {
    return fmt::format("host buffer {}", buffer.index);
}
std::string text_of(const schedule::Acquire& acquire) {
    return fmt::format(
        "acquire {} of {} {} {}", acquire.lock.id, to_string(acquire.lock.tile),
        acquire.condition == schedule::LockCondition::Equal ? "==" : ">=", acquire.value);
}
std::string text_of(const schedule::Release& release) {
    return fmt::format("release {} of {} by {}", release.lock.id, to_string(release.lock.tile),
                       release.value);
}

/// A BD's dimensions in normal form: the size of the outermost one follows from the BD's length,
/// and a dimension of a single step has no stride.
std::string dimensions_of(const Bd& bd) {
    std::vector<std::string> all;
    std::size_t count = bd.dimensions.size();
    while (count > 0 && bd.padding.size() < count && steps_of(bd, count - 1) == 1)
        --count;
    if (count == 1 && bd.padding.empty() && bd.dimensions.front().stride == kWord) count = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t steps = steps_of(bd, i);
        all.push_back(
            fmt::format("{} x {}", steps, steps > 1 ? bd.dimensions[i].stride.count() : 0));
    }
    return fmt::format("({})", fmt::join(all, ", "));
}

std::string text_of(const Bd& bd) {
    std::string text = std::visit([](const auto& buffer) { return text_of(buffer); }, bd.buffer);
    text += fmt::format(" + {}, {} bytes as {}", bd.offset.count(), bd.length.count(),
                        dimensions_of(bd));
    for (const schedule::Padding& padding : bd.padding)
        text += fmt::format(", padded {}/{}", padding.before, padding.after);
    if (bd.iteration && bd.iteration->size > 1)
        text +=
            fmt::format(", {} iterations of {}", bd.iteration->size, bd.iteration->stride.count());
    if (bd.acquire) text += ", " + text_of(*bd.acquire);
    if (bd.release) text += ", " + text_of(*bd.release);
    if (bd.packet) text += fmt::format(", packet {}/{}", bd.packet->id, bd.packet->type);
    if (bd.next) text += fmt::format(", then {}", *bd.next);
    return text;
}

class Lister {
 public:
    explicit Lister(const Schedule& schedule) : schedule_{schedule} {}

    std::vector<Object> list() {
        add("device", "{}", schedule_.device);
        int index = 0;
        for (const kernels::Kernel& kernel : schedule_.kernels)
            add(fmt::format("kernel {}", index++), "'{}' {}", kernel.name, attribute_of(kernel));
        for (const TileProgram& program : schedule_.tiles)
            list_tile(program);
        for (std::size_t flow = 0; flow < schedule_.flows.size(); ++flow)
            list_flow(flow);
        index = 0;
        for (const schedule::HostBuffer& buffer : schedule_.host_buffers)
            add(fmt::format("host buffer {}", index++), "'{}' of {}", buffer.name,
                buffer.size.count());
        index = 0;
        for (const schedule::SequenceOp& operation : unrolled(schedule_.sequence))
            std::visit([&](const auto& op) { list_operation(index++, op); }, operation.op);
        for (const schedule::CascadeLink& link : schedule_.cascades)
            add("cascade", "from {} to {}", to_string(link.from), to_string(link.to));
        if (!schedule_.pl.ports.empty()) add("PL", "at {} GHz", schedule_.pl.clock_ghz.value_or(0));
        for (const schedule::PlPort& port : schedule_.pl.ports)
            add(fmt::format("PL port '{}'", port.name),
                "at {}, {} bytes wide, {} frames of {} every {} of host buffer {}, after {}",
                to_string(port.port), port.width.count(), port.frames, port.frame.count(),
                port.interval.count(), port.buffer.index, port.source.value_or(-1));
        if (schedule_.trace) list_trace(*schedule_.trace);
        return std::move(objects_);
    }

 private:
    template <class... Arguments>
    void add(std::string name, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        objects_.push_back(
            {std::move(name), fmt::format(format, std::forward<Arguments>(arguments)...)});
    }

    void list_tile(const TileProgram& program) {
        const std::string tile = to_string(program.tile);
        int index = 0;
        for (const schedule::Buffer& buffer : program.buffers)
            add(fmt::format("buffer {} of {}", index++, tile), "'{}' at {} of {}{}", buffer.name,
                buffer.address.count(), buffer.size.count(), text_of_content(buffer));
        for (const schedule::Lock& lock : program.locks)
            add(fmt::format("lock {} of {}", lock.id, tile), "'{}' = {}", lock.name, lock.initial);
        std::vector<Bd> bds = program.bds;
        std::ranges::sort(bds, {}, &Bd::id);
        for (const Bd& bd : bds)
            add(fmt::format("BD {} of {}", bd.id, tile), "{}", text_of(bd));
        for (const schedule::Channel& channel : program.channels)
            for (const schedule::Task& task : channel.tasks)
                add(fmt::format("{} {} of {}", to_string(channel.direction), channel.channel, tile),
                    "from BD {}, {} times more, token {}", task.bd, task.repeat, task.token);
        if (program.core.empty()) return;
        add("stack of " + tile, "{}", program.stack.count());
        core_index_ = 0;
        list_body(tile, program.core, "");
    }

    void list_body(const std::string& tile, const schedule::CoreBody& body,
                   const std::string& loops) {
        for (const schedule::CoreOp& operation : body) {
            const std::string name = fmt::format("operation {} of core {}", core_index_++, tile);
            if (const auto* loop = std::get_if<schedule::Loop>(&operation.op)) {
                add(name, "{}loop {}", loops, loop->count.value_or(-1));
                list_body(tile, loop->body, loops + "in loop ");
            } else if (const auto* call = std::get_if<schedule::Call>(&operation.op)) {
                add(name, "{}{}", loops, text_of_call(*call));
            } else if (const auto* acquire = std::get_if<schedule::Acquire>(&operation.op)) {
                add(name, "{}{}", loops, text_of(*acquire));
            } else if (const auto* get = std::get_if<schedule::GetCascade>(&operation.op)) {
                add(name, "{}get{}", loops, text_of_word(get->into));
            } else if (const auto* put = std::get_if<schedule::PutCascade>(&operation.op)) {
                add(name, "{}put{}", loops, text_of_word(put->from));
            } else {
                add(name, "{}{}", loops, text_of(std::get<schedule::Release>(operation.op)));
            }
        }
    }

    static std::string text_of_content(const schedule::Buffer& buffer) {
        if (!buffer.content) return "";
        std::string text = ", holds";
        for (const std::byte byte : *buffer.content)
            text += fmt::format(" {}", std::to_integer<int>(byte));
        return text;
    }

    static std::string text_of_word(const std::optional<schedule::BufferSlice>& slice) {
        if (!slice) return "";
        return fmt::format(" {} + {} of {}", text_of(slice->buffer), slice->offset.count(),
                           slice->length.count());
    }

    static std::string text_of_call(const schedule::Call& call) {
        std::string text = fmt::format("call {}", call.kernel.index);
        for (const auto& [buffer, offset, length] : call.arguments)
            text += fmt::format(", {} + {} of {}", text_of(buffer), offset.count(), length.count());
        return text;
    }

    void list_flow(std::size_t index) {
        const schedule::Flow& flow = schedule_.flows[index];
        const schedule::Route& route = schedule_.routes[index];
        std::vector<std::pair<arch::Port, int>> sinks;
        for (std::size_t i = 0; i < flow.sinks.size(); ++i)
            sinks.emplace_back(flow.sinks[i], route.hops[i]);
        std::ranges::sort(sinks);
        std::string text = fmt::format("'{}' from {}, mode {}, id {}, header {}", flow.name,
                                       to_string(flow.source), static_cast<int>(flow.mode),
                                       flow.packet_id, flow.keep_header);
        for (const auto& [sink, hops] : sinks)
            text += fmt::format(", to {} in {}", to_string(sink), hops);
        add(fmt::format("flow {}", index), "{}", text);
        std::vector<schedule::Connection> connections = route.connections;
        std::ranges::sort(connections);
        for (const auto& [slave, master] : connections)
            add(fmt::format("connection of flow {}", index), "{} to {}", to_string(slave),
                to_string(master));
    }

    void list_trace(const schedule::Trace& trace) {
        add("trace", "route {} to host buffer {} through S2MM {} of {}",
            static_cast<int>(trace.route), trace.buffer.index, trace.channel,
            to_string(trace.shim));
        for (const schedule::TraceUnit& unit : trace.units)
            add("trace unit of " + to_string(unit.unit), "packet {}, events {}, channels {} {}",
                unit.packet_id, fmt::join(unit.events, " "), fmt::join(unit.s2mm, " "),
                fmt::join(unit.mm2s, " "));
    }

    void list_operation(int index, const schedule::WriteBd& write) {
        add(fmt::format("sequence op {}", index), "write BD {} of {}: {} from {}", write.id.base,
            to_string(write.tile), text_of(write.bd), write.offset.base);
    }
    void list_operation(int index, const schedule::PushTask& push) {
        add(fmt::format("sequence op {}", index), "push {} to {} {} of {}, repeat {}, token {}",
            push.bd.base, to_string(push.direction), push.channel, to_string(push.tile),
            push.repeat, push.token);
    }
    void list_operation(int index, const schedule::AwaitToken& await) {
        add(fmt::format("sequence op {}", index), "await {} {} of {}", to_string(await.direction),
            await.channel, to_string(await.tile));
    }
    void list_operation(int index, const schedule::WriteMemory& write) {
        add(fmt::format("sequence op {}", index), "write {} words at {} of buffer {} of {}",
            write.words.size(), write.offset.count(), write.buffer.index,
            to_string(write.buffer.tile));
    }
    void list_operation(int index, const schedule::SetLock& set) {
        add(fmt::format("sequence op {}", index), "set lock {} of {} to {}", set.lock.id,
            to_string(set.lock.tile), set.value);
    }
    void list_operation(int index, const schedule::SignalTrace& signal) {
        add(fmt::format("sequence op {}", index), "signal {} from {}",
            static_cast<int>(signal.signal), to_string(signal.shim));
    }
    void list_operation(int, const schedule::SequenceLoop&) {}

    const Schedule& schedule_;
    std::vector<Object> objects_;
    int core_index_ = 0;
};

}  // namespace

std::vector<Object> objects_of(const Schedule& schedule) {
    return Lister{schedule}.list();
}

std::optional<std::string> first_difference(const Schedule& a, const Schedule& b) {
    const std::vector<Object> of_a = objects_of(a);
    const std::vector<Object> of_b = objects_of(b);
    for (std::size_t i = 0; i < std::max(of_a.size(), of_b.size()); ++i) {
        const Object none{"nothing", ""};
        const Object& one = i < of_a.size() ? of_a[i] : none;
        const Object& other = i < of_b.size() ? of_b[i] : none;
        if (one != other)
            return fmt::format("{}: {}\n{}: {}", one.name, one.numbers, other.name, other.numbers);
    }
    return std::nullopt;
}

}  // namespace xdnasim::mlir
