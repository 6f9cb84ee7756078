#include <set>

#include "xdnasim/arch/error.hpp"
#include "xdnasim/workloads/schedule/inspection.hpp"
#include "xdnasim/workloads/schedule/schedule.hpp"

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

void check_gemm(Inspection& inspection) {
    const Schedule& schedule = inspection.schedule;
    if (!schedule.gemm) return;
    const Reporter report = inspection.at("GEMM description");
    for (const HostBufferRef buffer : {schedule.gemm->a, schedule.gemm->b, schedule.gemm->c}) {
        if (inspection.buffer(buffer) == nullptr) {
            report("names host buffer {}; there are {}", buffer.index,
                   schedule.host_buffers.size());
        }
    }
    const kernels::Kernel* multiply = inspection.kernel(schedule.gemm->multiply);
    if (multiply == nullptr || !std::holds_alternative<kernels::Matmul>(multiply->work)) {
        report("names kernel {} as the multiplying one, which it is not", schedule.gemm->multiply);
    }
}

void check_transfer(Inspection& inspection) {
    const Schedule& schedule = inspection.schedule;
    if (!schedule.transfer) return;
    const Reporter report = inspection.at("transfer description");
    for (const Copy& copy : schedule.transfer->copies) {
        const HostBuffer* from = inspection.buffer(copy.from);
        const HostBuffer* to = inspection.buffer(copy.to);
        if (from == nullptr || to == nullptr) {
            report("copies host buffer {} to {}; there are {}", copy.from.index, copy.to.index,
                   schedule.host_buffers.size());
        } else if (from->size != copy.matrix.size() || to->size != copy.matrix.size()) {
            report("copies {} bytes from '{}' of {} to '{}' of {}; all must be equal",
                   copy.matrix.size().count(), from->name, from->size.count(), to->name,
                   to->size.count());
        }
    }
}

void check_elementwise(Inspection& inspection) {
    const Schedule& schedule = inspection.schedule;
    if (!schedule.elementwise) return;
    const ElementwiseDescription& elementwise = *schedule.elementwise;
    const Reporter report = inspection.at("elementwise description");
    for (const HostBufferRef reference : {elementwise.in, elementwise.out}) {
        const HostBuffer* buffer = inspection.buffer(reference);
        if (buffer == nullptr) {
            report("names host buffer {}; there are {}", reference.index,
                   schedule.host_buffers.size());
        } else if (buffer->size != elementwise.size()) {
            report("names host buffer '{}' of {} bytes for {} objects of {}", buffer->name,
                   buffer->size.count(), elementwise.objects, elementwise.object.count());
        }
    }
    if (inspection.kernel(elementwise.kernel) == nullptr)
        report("names kernel {}; there are {}", elementwise.kernel, schedule.kernels.size());
}

}  // namespace

std::vector<Breach> validate(const Schedule& schedule, const arch::Device& device) {
    Inspection inspection{schedule, device};
    check_gemm(inspection);
    check_transfer(inspection);
    check_elementwise(inspection);
    check_kernels(inspection);
    check_programs(inspection);
    check_flows(inspection);
    check_routes(inspection);
    check_host_buffers(inspection);
    check_sequence(inspection);
    check_trace(inspection);
    if (inspection.clean()) check_lock_balance(inspection);
    return inspection.take_breaches();
}

void require_valid(const Schedule& schedule, const arch::Device& device) {
    const std::vector<Breach> breaches = validate(schedule, device);
    if (breaches.empty()) return;
    std::string message = fmt::format("the schedule breaks {} limit{} of {}:", breaches.size(),
                                      breaches.size() == 1 ? "" : "s", device.name);
    for (const Breach& breach : breaches) {
        message += fmt::format("\n  {}: {}", breach.where, breach.what);
    }
    throw arch::InputError{message};
}

}  // namespace xdnasim::schedule
