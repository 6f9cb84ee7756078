#include "workloads/placed_schedule/relocated_workload.hpp"

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/placed_schedule/placement_section.hpp"

namespace xdnasim::placed_schedule {

using arch::TileId;

namespace {

/// Forwards kernel calls with the tiles of the workload's own rules.
class OwnTiles final : public schedule::CallListener {
 public:
    OwnTiles(schedule::CallListener& listener, const Relocation& relocation)
        : listener_{listener}, back_{relocation.back()} {}

    void on(const schedule::CallData& call) override {
        schedule::CallData own = call;
        own.tile = back_.of(call.tile);
        listener_.on(own);
    }

 private:
    schedule::CallListener& listener_;
    Relocation back_;
};

/// Such as "sa, seed 1, 100,000 moves".
std::string asked_text(const PlacementQuestion& asked) {
    if (!is_random(asked.method)) return to_string(asked.method);
    return fmt::format("{}, seed {}, {}", to_string(asked.method), asked.seed,
                       base::counted(asked.moves, "move"));
}

}  // namespace

parameters::Values RelocatedWorkload::placement() const {
    return parameter_table().values(found_.asked);
}

parameters::Values RelocatedWorkload::derived() const {
    parameters::Values values = own_->derived();
    values.push_back({"moved_tiles", std::int64_t{found_.relocation.moved()}});
    values.push_back({"route_length", found_.after.route_length});
    values.push_back({"own_route_length", found_.before.route_length});
    return values;
}

std::vector<schedule::NamedTile> RelocatedWorkload::tiles() const {
    std::vector<schedule::NamedTile> tiles = own_->tiles();
    for (schedule::NamedTile& each : tiles)
        each.tile = found_.relocation.of(each.tile);
    return tiles;
}

schedule::Schedule RelocatedWorkload::map(const arch::Device& device) const {
    return relocated(own_->map(device), found_.relocation);
}

std::vector<schedule::Line> RelocatedWorkload::summary() const {
    std::vector<schedule::Line> lines = own_->summary();
    for (schedule::Line& line : lines)
        line.text = found_.relocation.in(line.text);
    lines.push_back({"placement", fmt::format("{}: {} moved; routes of {}, {} by its own rules",
                                              asked_text(found_.asked),
                                              base::counted(found_.relocation.moved(), "tile"),
                                              base::counted(found_.after.route_length, "hop"),
                                              base::grouped(found_.before.route_length))});
    return lines;
}

std::vector<schedule::CoreGroup> RelocatedWorkload::core_groups() const {
    std::vector<schedule::CoreGroup> groups = own_->core_groups();
    for (schedule::CoreGroup& group : groups)
        for (TileId& tile : group.tiles)
            tile = found_.relocation.of(tile);
    return groups;
}

schedule::Verification RelocatedWorkload::check(schedule::HostMemory& host,
                                                const schedule::DataRun& run) const {
    const auto translated = [&](schedule::HostMemory& memory, schedule::CallListener* calls) {
        if (calls == nullptr) {
            run(memory, nullptr);
            return;
        }
        OwnTiles listener{*calls, found_.relocation};
        run(memory, &listener);
    };
    schedule::Verification verification = own_->check(host, translated);
    for (schedule::DataArray& array : verification.arrays)
        for (schedule::DataArray::Part& part : array.parts)
            part.tile = found_.relocation.of(part.tile);
    return verification;
}

schedule::Estimate RelocatedWorkload::estimate(const schedule::Schedule& /*schedule*/,
                                               const arch::Device& device,
                                               const schedule::KernelCycles& cycles) const {
    return own_->estimate(schedule_, device, cycles);
}

std::optional<std::string> RelocatedWorkload::way_around_shim_channels(
    const schedule::Schedule& /*schedule*/, const arch::Device& device,
    const schedule::KernelCycles& cycles) const {
    return own_->way_around_shim_channels(schedule_, device, cycles);
}

}  // namespace xdnasim::placed_schedule
