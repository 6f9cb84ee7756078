#include "test/workloads/schedule/validation_fixture.hpp"

#include <algorithm>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "test/workloads/schedule/example_schedule.hpp"

namespace xdnasim::schedule::test {

namespace {

testing::AssertionResult failure_with(const std::vector<Breach>& breaches) {
    auto failure = testing::AssertionFailure() << breaches.size() << " breaches:";
    for (const Breach& breach : breaches)
        failure << "\n  " << breach.where << ": " << breach.what;
    return failure;
}

bool matches(const Breach& breach, const std::string& where, const std::string& what) {
    return breach.where == where && breach.what.find(what) != std::string::npos;
}

}  // namespace

Validation::Validation()
    : device{arch::load_device(arch::find_device("teaching-2x1"))}, schedule{copy_chain(device)} {}

Bd& Validation::bd(arch::TileId tile, int id) {
    return *program(tile).bd(id);
}

Flow& Validation::flow(const std::string& name) {
    return flow_named(schedule, name);
}

Route& Validation::route(const std::string& flow_name) {
    return schedule.routes.at(static_cast<std::size_t>(&flow(flow_name) - schedule.flows.data()));
}

testing::AssertionResult Validation::only_breach(const std::string& where,
                                                 const std::string& what) const {
    const std::vector<Breach> breaches = validate(schedule, device);
    if (breaches.size() == 1 && matches(breaches.front(), where, what)) {
        return testing::AssertionSuccess();
    }
    return failure_with(breaches) << "\ninstead of\n  " << where << ": ..." << what << "...";
}

bool Validation::has_breach(const std::string& where, const std::string& what) const {
    return std::ranges::any_of(validate(schedule, device),
                               [&](const Breach& breach) { return matches(breach, where, what); });
}

testing::AssertionResult Validation::is_valid() const {
    const std::vector<Breach> breaches = validate(schedule, device);
    return breaches.empty() ? testing::AssertionSuccess() : failure_with(breaches);
}

}  // namespace xdnasim::schedule::test
