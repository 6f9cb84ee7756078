#pragma once
// A workload that its own rules have placed, as place and route sees it.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "arch/device.hpp"
#include "workloads/placed_schedule/schedule_netlist.hpp"
#include "workloads/placement/array.hpp"
#include "workloads/placement/placement.hpp"
#include "workloads/placement/placer.hpp"
#include "workloads/placement/routes/router.hpp"
#include "workloads/placement/search.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::placed_schedule {

/// What the section `placement` of a problem file says.
struct PlacementQuestion {
    placement::Method method = placement::Method::AnnealingPath;  ///< of kTyingMethods
    std::int64_t seed = 1;
    std::int64_t moves = 100'000;
};

class PlaceableWorkload {
 public:
    /// Throws MappingError when the device has no room for the workload by its own rules.
    PlaceableWorkload(std::shared_ptr<const schedule::Workload> own, const arch::Device& device);

    [[nodiscard]] const netlist::Netlist& netlist() const { return found_.netlist; }
    [[nodiscard]] const placement::Array& array() const { return array_; }
    /// Each stream is what the schedule says; nothing is left to choose but its way.
    [[nodiscard]] std::unique_ptr<placement::Router> router() const;
    /// By the own rules, on ways as place and route finds them.
    [[nodiscard]] placement::Solution present() const;
    /// Where a search begins; nullopt: the method knows where it puts each tile.
    [[nodiscard]] std::optional<placement::Placement> start(placement::Method method) const;

    /// Why a legal solution cannot run: its streams do not all find ports in the switches, or it
    /// breaks a limit of the hardware that netlists do not know. nullopt: it can.
    [[nodiscard]] std::optional<std::string> obstacle(const placement::Solution& solution) const;
    /// The same for a search. The workload outlives it.
    [[nodiscard]] std::function<std::optional<placement::Doubt>(const placement::Solution&)>
    doubts() const;
    /// "; the nearest breaks ...", of a search that has found nothing; empty: nothing was tried.
    [[nodiscard]] std::string nearest_text(const placement::Search& search) const;

    /// The workload on the tiles of `solution`, to which there is no obstacle. `asked`: what
    /// results say of it.
    [[nodiscard]] std::shared_ptr<const schedule::Workload> placed(
        const placement::Solution& solution, const PlacementQuestion& asked) const;

 private:
    std::shared_ptr<const schedule::Workload> own_;
    arch::Device device_;
    placement::Array array_;
    schedule::Schedule schedule_;  ///< by the own rules, without routes
    ScheduleNetlist found_;
};

}  // namespace xdnasim::placed_schedule
