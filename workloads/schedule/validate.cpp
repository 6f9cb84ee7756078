#include <algorithm>
#include <set>
#include <span>

#include "base/number_format.hpp"
#include "workloads/schedule/inspection.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::schedule {

namespace {

void check_programs(Inspection& inspection) {
    const arch::Device& device = inspection.device;
    const TileProgram* previous = nullptr;
    std::set<arch::TileId> seen;
    for (const TileProgram& program : inspection.schedule.tiles) {
        const Reporter report = inspection.at(inspection.name(program.tile));
        if (!seen.insert(program.tile).second) {
            report("has more than one program");
        } else if (previous != nullptr && program.tile < previous->tile) {
            report("has its program after that of {}; programs are sorted by tile",
                   inspection.name(previous->tile));
        }
        previous = &program;
        if (!device.contains(program.tile)) {
            report("is outside the array; {} has columns 0 to {} and rows 0 to {}", device.name,
                   device.columns - 1, device.rows() - 1);
            continue;
        }
        check_buffers(inspection, program);
        check_locks(inspection, program);
        check_bds(inspection, program);
        check_channels(inspection, program);
        check_core(inspection, program);
    }
}

/// Checks that the host buffers and the kernel that the workload names exist.
void check_workload(Inspection& inspection) {
    const Schedule& schedule = inspection.schedule;
    if (!schedule.workload) return;
    const Reporter report = inspection.at("workload " + schedule.workload->name());
    for (const BufferContent& content : schedule.workload->buffers())
        if (inspection.buffer(content.buffer) == nullptr)
            report("names host buffer {}; there are {}", content.buffer.index,
                   schedule.host_buffers.size());
    const auto kernel = schedule.workload->work().kernel;
    if (kernel && schedule.kernel(*kernel) == nullptr)
        report("names kernel {}; there are {}", kernel->index, schedule.kernels.size());
}

}  // namespace

std::vector<Breach> validate(const Schedule& schedule, const arch::Device& device) {
    Inspection inspection{schedule, device};
    check_workload(inspection);
    check_kernels(inspection);
    check_programs(inspection);
    check_cascades(inspection);
    check_pl(inspection);
    check_flows(inspection);
    check_routes(inspection);
    check_host_buffers(inspection);
    check_sequence(inspection);
    check_trace(inspection);
    check_control_ports(inspection);
    if (inspection.is_sound()) check_lock_balance(inspection);
    return inspection.take_breaches();
}

void require_valid(const Schedule& schedule, const arch::Device& device) {
    std::vector<Breach> breaches = validate(schedule, device);
    if (schedule.workload && schedule.workload->runs_as_it_is())
        std::erase_if(breaches,
                      [](const Breach& breach) { return breach.kind != BreachKind::Hardware; });
    if (breaches.empty()) return;
    std::string message = fmt::format(
        "the schedule breaks {} of {}:", base::counted(std::ssize(breaches), "limit"), device.name);
    constexpr std::size_t kShown = 10;
    for (const Breach& breach : std::span{breaches}.first(std::min(breaches.size(), kShown)))
        message += fmt::format("\n  {}: {}", breach.where, breach.what);
    if (breaches.size() > kShown)
        message += fmt::format("\n  and {} more", breaches.size() - kShown);
    throw MappingError{"device", message};
}

}  // namespace xdnasim::schedule
