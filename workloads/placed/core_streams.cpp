// The programs of cores, and the ends of streams at cores.

#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "workloads/placed/placed_mapping.hpp"

namespace xdnasim::placed {

using arch::Bytes;

namespace {

/// Maximum length of a core's program: the firings until each of its nets is at its first buffer
/// again.
constexpr std::int64_t kMaxRound = 720;

}  // namespace

void Mapping::program(CoreId core) {
    const CoreNets& nets = nets_[static_cast<std::size_t>(core)];
    kernels::Firing firing{{}, {}, core};
    for (const NetId id : nets.in)
        firing.inputs.push_back(netlist_.net(id).object);
    for (const NetId id : nets.out)
        firing.outputs.push_back(netlist_.net(id).object);
    const schedule::KernelRef kernel{static_cast<int>(schedule_.kernels.size())};
    schedule_.kernels.push_back(
        {netlist_.core(core).name, std::move(firing), design_.cycles_of(core), true});
    tile(core).set_core(body_of(core, kernel));
    std::vector<Stream> streams;
    for (const NetId id : nets.in)
        if (is_stream(transport(id))) streams.push_back(stream_into(core, id));
    take(tile_of(core), streams);
}

schedule::CoreBody Mapping::body_of(CoreId core, schedule::KernelRef kernel) const {
    const CoreNets& nets = nets_[static_cast<std::size_t>(core)];
    std::int64_t round = 1;
    for (const auto* list : {&nets.in, &nets.out})
        for (const NetId id : *list)
            round = std::lcm(round, std::int64_t{held_.at({id, core}).count()});
    if (round > kMaxRound)
        throw schedule::MappingError{
            "netlist",
            fmt::format(
                "{}: the depths of its nets make a program of {} firings before each net is at its "
                "first buffer again; at most {}; allowed: depths with a smaller common multiple",
                core_text(netlist_, core), round, kMaxRound)};
    schedule::CoreBody body;
    for (std::int64_t firing = 0; firing < round; ++firing) {
        schedule::Call call{kernel, {}};
        schedule::CoreBody releases;
        const auto use = [&](NetId id, std::int64_t object, bool is_input) {
            const ObjectBuffers& held = held_.at({id, core});
            body.push_back({schedule::Acquire{is_input ? held.filled : held.free}});
            call.arguments.push_back({held.of(object), Bytes{}, netlist_.net(id).object});
            releases.push_back({schedule::Release{is_input ? held.free : held.filled}});
        };
        for (const NetId id : nets.in)
            use(id, firing, true);
        for (const NetId id : nets.out)
            use(id, firing + netlist_.net(id).initial_tokens, false);
        call.arguments.push_back({{tile_of(core), 0}, Bytes{}, kernels::kFiringCounter});
        body.push_back({std::move(call)});
        body.insert(body.end(), releases.begin(), releases.end());
    }
    return {{schedule::Loop{std::nullopt, std::move(body)}}};
}

Stream Mapping::stream_into(CoreId core, NetId id) const {
    const ObjectBuffers& held = held_.at({id, core});
    const Bytes object = netlist_.net(id).object;
    return {
        id, core, held.count(), [&held, object](int number) {
            return std::vector{handover(held.of(number), Bytes{}, object, held.free, held.filled)};
        }};
}

Stream Mapping::stream_out_of(CoreId core, NetId id) const {
    const ObjectBuffers& held = held_.at({id, core});
    const Bytes object = netlist_.net(id).object;
    return {
        id, core, held.count(), [&held, object](int number) {
            return std::vector{handover(held.of(number), Bytes{}, object, held.filled, held.free)};
        }};
}

void Mapping::send_from(CoreId core) {
    std::vector<Stream> streams;
    for (const NetId id : nets_[static_cast<std::size_t>(core)].out)
        if (is_stream(transport(id))) streams.push_back(stream_out_of(core, id));
    send(tile_of(core), streams);
}

}  // namespace xdnasim::placed
