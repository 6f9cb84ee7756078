#include "workloads/placed_schedule/relocated_workload.hpp"

#include <fmt/format.h>

#include "base/number_format.hpp"

namespace xdnasim::placed_schedule {

using arch::TileId;

namespace {

/// Tells of calls where the own rules have their cores.
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

}  // namespace

parameters::Values RelocatedWorkload::parameters() const {
    parameters::Values values = own_->parameters();
    parameter_table().append_values(found_.asked, "placed", values);
    return values;
}

schedule::Schedule RelocatedWorkload::map(const arch::Device& device) const {
    return relocated(own_->map(device), found_.relocation);
}

std::vector<schedule::Line> RelocatedWorkload::summary() const {
    std::vector<schedule::Line> lines = own_->summary();
    lines.push_back(
        {"placement",
         fmt::format("{}, seed {}, {}: {} moved; routes of {}, {} by its own rules",
                     to_string(found_.asked.method), found_.asked.seed,
                     base::counted(found_.asked.moves, "move"),
                     base::counted(found_.relocation.moved(), "tile"),
                     base::counted(found_.after.route_length, "hop"), found_.before.route_length)});
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

const schedule::Workload* by_own_rules(const schedule::Workload* workload) {
    const auto* const relocated = dynamic_cast<const RelocatedWorkload*>(workload);
    return relocated == nullptr ? workload : &relocated->own();
}

}  // namespace xdnasim::placed_schedule
