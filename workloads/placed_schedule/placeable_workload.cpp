#include "workloads/placed_schedule/placeable_workload.hpp"

#include <utility>

#include <fmt/format.h>

#include "arch/routing_graph.hpp"
#include "base/error.hpp"
#include "workloads/placed_schedule/relocated_workload.hpp"
#include "workloads/placed_schedule/relocation.hpp"
#include "workloads/placement/cost.hpp"
#include "workloads/placement/legality.hpp"
#include "workloads/routing/router.hpp"

namespace xdnasim::placed_schedule {

using placement::Method;
using placement::Solution;

namespace {

schedule::Schedule routed(schedule::Schedule schedule, const arch::Device& device) {
    schedule.routes = routing::route(schedule.flows, arch::RoutingGraph{device});
    return schedule;
}

}  // namespace

PlaceableWorkload::PlaceableWorkload(std::shared_ptr<const schedule::Workload> own,
                                     const arch::Device& device)
    : own_{std::move(own)},
      device_{device},
      array_{device},
      schedule_{own_->map(device)},
      found_{netlist_of(schedule_, device)} {
    schedule_.routes.clear();
    schedule_.device = device.name;
    found_.netlist.name = own_->name();
}

std::unique_ptr<placement::Router> PlaceableWorkload::router() const {
    return placement::make_negotiating_router(array_, placement::StreamMode::Circuit);
}

Solution PlaceableWorkload::present() const {
    return {found_.present, router()->route(netlist(), found_.present)};
}

std::optional<placement::Placement> PlaceableWorkload::start(Method method) const {
    return is_random(method) ? std::optional{found_.present} : std::nullopt;
}

std::optional<std::string> PlaceableWorkload::obstacle(const Solution& solution) const {
    const Relocation relocation{found_.present, solution.placement};
    try {
        const schedule::Schedule tried = routed(relocated(schedule_, relocation), device_);
        const auto breaches = schedule::validate(tried, device_);
        if (breaches.empty()) return std::nullopt;
        return fmt::format("{}: {}", breaches.front().where, breaches.front().what);
    } catch (const base::InputError& error) {
        return error.what();
    }
}

std::function<std::optional<placement::Doubt>(const Solution&)> PlaceableWorkload::doubts() const {
    return [this](const Solution& solution) -> std::optional<placement::Doubt> {
        if (!obstacle(solution)) return std::nullopt;
        return placement::Doubt{placement::Doubt::Kind::CannotRun, {}};
    };
}

std::string PlaceableWorkload::nearest_text(const placement::Search& search) const {
    if (!search.doubtful().empty())
        return "; of the nearest, " +
               obstacle(search.doubtful().front()).value_or("nothing is known");
    const auto& breaches = search.least_breaches();
    return breaches.empty() ? "" : "; the nearest breaks a limit: " + breaches.front().text();
}

std::shared_ptr<const schedule::Workload> PlaceableWorkload::placed(
    const Solution& solution, const PlacementQuestion& asked) const {
    return std::make_shared<RelocatedWorkload>(
        own_, routed(schedule_, device_),
        PlacementFound{.asked = asked,
                       .relocation = {found_.present, solution.placement},
                       .before = measures_of(netlist(), array_, present()),
                       .after = measures_of(netlist(), array_, solution)});
}

}  // namespace xdnasim::placed_schedule
