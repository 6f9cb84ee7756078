#pragma once
// A workload that is placed by its own rules, as a netlist for place and route.

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

/// Content of the section `placement` of a problem file.
struct PlacementQuestion {
    placement::Method method = placement::Method::AnnealingPath;  ///< one of kTyingMethods
    std::int64_t seed = 1;
    std::int64_t moves = 100'000;
};

class PlaceableWorkload {
 public:
    /// Throws MappingError if the device has no room for the workload by its own rules.
    PlaceableWorkload(std::shared_ptr<const schedule::Workload> own, const arch::Device& device);

    [[nodiscard]] const netlist::Netlist& netlist() const { return found_.netlist; }
    [[nodiscard]] const placement::Array& array() const { return array_; }
    /// A router that keeps each stream a circuit or a packet stream, as in the schedule; only
    /// routes are chosen.
    [[nodiscard]] std::unique_ptr<placement::Router> router() const;
    /// The placement by the workload's own rules, with routes of place and route.
    [[nodiscard]] placement::Solution present() const;
    /// The placement from which a search starts; nullopt: the method places each tile by itself.
    [[nodiscard]] std::optional<placement::Placement> start(placement::Method method) const;

    /// Reason why a legal solution cannot run: its streams do not all find ports in the switches,
    /// or it breaks a limit of the hardware that netlists do not express; nullopt: it can run.
    [[nodiscard]] std::optional<std::string> obstacle(const placement::Solution& solution) const;
    /// obstacle() as SearchOptions::doubts of a search. Precondition: the workload outlives the
    /// function.
    [[nodiscard]] std::function<std::optional<placement::Doubt>(const placement::Solution&)>
    doubts() const;
    /// "; the nearest breaks ...", for a search that found nothing; empty if nothing was tried.
    [[nodiscard]] std::string nearest_text(const placement::Search& search) const;

    /// The workload on the tiles of `solution`. `asked`: the question that results report.
    /// Precondition: there is no obstacle() to `solution`.
    [[nodiscard]] std::shared_ptr<const schedule::Workload> placed(
        const placement::Solution& solution, const PlacementQuestion& asked) const;

 private:
    std::shared_ptr<const schedule::Workload> own_;
    arch::Device device_;
    placement::Array array_;
    schedule::Schedule schedule_;  ///< placed by the workload's own rules, without routes
    ScheduleNetlist found_;
};

}  // namespace xdnasim::placed_schedule
