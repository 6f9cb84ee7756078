#include "workloads/elementwise/elementwise_workload.hpp"

#include <random>
#include <span>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/elementwise/elementwise_parts.hpp"
#include "workloads/elementwise/elementwise_reference.hpp"
#include "workloads/elementwise/elementwise_terms.hpp"
#include "workloads/schedule/estimate.hpp"
#include "workloads/schedule/patterns.hpp"

namespace xdnasim::elementwise {

using base::grouped;
using schedule::as_double;
using schedule::HostBufferRef;
using schedule::HostMemory;
using schedule::Line;

namespace {

constexpr HostBufferRef kIn{kHostIn};
constexpr HostBufferRef kOut{kHostOut};

/// The first core of the first column whose shim reaches host memory.
arch::TileId default_core(const arch::Device& device) {
    const std::vector<int> columns = device.host_columns();
    return {columns.empty() ? device.columns : columns.front(), device.first_core_row()};
}

}  // namespace

schedule::Schedule ElementwiseWorkload::map(const arch::Device& device) const {
    return program_of(design_, device);
}

parameters::Values ElementwiseWorkload::parameters() const {
    // The ranges in the table do not affect the values.
    return parameter_table(arch::Device{}).values(design_);
}

std::vector<schedule::NamedTile> ElementwiseWorkload::tiles() const {
    return {{"core.0", "core.1", design_.core}};
}

std::vector<Line> ElementwiseWorkload::summary() const {
    std::string way;
    if (design_.mem_tile_object)
        way = fmt::format(" through the mem tile, in objects of {} bytes there",
                          grouped(design_.mem_tile_object->count()));
    return {{"elementwise", fmt::format("{} objects of {} bytes through core {}{}, FIFOs {} deep",
                                        grouped(design_.objects), grouped(design_.object.count()),
                                        to_string(design_.core), way, design_.depth)}};
}

schedule::Work ElementwiseWorkload::work() const {
    return {.moved = design_.size() * std::int64_t{kFifos},
            .results = design_.size(),
            .kernel = kKernel};
}

std::vector<schedule::BufferContent> ElementwiseWorkload::buffers() const {
    using enum schedule::BufferRole;
    const std::vector<std::int64_t> shape{design_.objects, design_.object.count()};
    const std::string rows = to_string(kernels::Layout::RowMajor);
    return {{kIn, Input, "bytes", shape, rows}, {kOut, Output, "bytes", shape, rows}};
}

void ElementwiseWorkload::fill(HostMemory& host, std::uint64_t seed) const {
    std::mt19937_64 random{seed};
    at(host, kIn) = schedule::random_bytes(design_.size(), random);
}

schedule::Verification ElementwiseWorkload::check(HostMemory& host,
                                                  const schedule::DataRun& run) const {
    run(host, nullptr);
    const std::span<const std::byte> in{at(host, kIn)};
    const std::span<const std::byte> out{at(host, kOut)};
    const auto size = static_cast<std::size_t>(design_.object.count());
    for (std::size_t i = 0; i < static_cast<std::size_t>(design_.objects); ++i) {
        const std::vector<std::byte> expected =
            reference(design_.kernel, in.subspan(i * size, size));
        const auto found = schedule::difference(expected, out.subspan(i * size, size));
        if (found.count > 0)
            return {false,
                    fmt::format("{} of {} bytes of object {} differ, first at byte {}: expected "
                                "{}, got {}",
                                found.count, size, i, found.first, found.expected, found.got)};
    }
    return {true, fmt::format("every byte of {} objects is what {} makes of its input",
                              design_.objects, design_.kernel.name)};
}

schedule::Estimate ElementwiseWorkload::estimate(const schedule::Schedule& schedule,
                                                 const arch::Device& device,
                                                 const schedule::KernelCycles& cycles) const {
    const kernels::Kernel& kernel = *schedule.kernel(kKernel);
    const arch::Cycles call = kernel.inlined ? arch::Cycles{} : device.timing.call_overhead();
    const schedule::CoreRound round = core_round(*schedule.find(design_.core)).value();
    return elementwise::estimate(
        design_, device,
        {.call = as_double(cycles(kernel) + call),
         .locks = as_double(round.lock_operations()) / as_double(round.all_calls())});
}

std::shared_ptr<const schedule::Workload> read_elementwise(const base::Node& section,
                                                           const arch::Device& device) {
    ElementwiseDesign design;
    design.core = default_core(device);
    parameter_table(device).read(section, "elementwise", design);
    if (design.kernel.name.empty()) design.kernel.name = to_string(design.kernel.kind);
    require_mappable(design, device);
    return std::make_shared<ElementwiseWorkload>(std::move(design));
}

std::vector<parameters::Description> describe_elementwise(const arch::Device& device) {
    return parameter_table(device).descriptions();
}

}  // namespace xdnasim::elementwise
