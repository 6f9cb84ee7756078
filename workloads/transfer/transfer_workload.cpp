#include "workloads/transfer/transfer_workload.hpp"

#include <random>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/number_format.hpp"
#include "workloads/mapping/mapping.hpp"
#include "workloads/memory/pattern_factors.hpp"
#include "workloads/transfer/transfer_parts.hpp"
#include "workloads/transfer/transfer_terms.hpp"

namespace xdnasim::transfer {

using base::grouped;
using schedule::HostMemory;
using schedule::Line;

namespace {

std::string_view walk_text(Walk walk) {
    switch (walk) {
        case Walk::Along:
            return "along the rows";
        case Walk::Across:
            return "down the columns";
        case Walk::Bands:
            break;
    }
    return "each column down its own band of rows";
}

/// "3 of 4096 bytes of B differ, first at row 1, byte 2: expected 7, got 0"
std::string difference_text(const MatrixStream& matrix, std::span<const std::byte> sent,
                            std::span<const std::byte> back) {
    const schedule::Difference found = schedule::difference(sent, back);
    return fmt::format("{} of {} bytes of {} differ, first at row {}, byte {}: expected {}, got {}",
                       found.count, matrix.size().count(), matrix.name,
                       found.first / matrix.row.count(), found.first % matrix.row.count(),
                       found.expected, found.got);
}

}  // namespace

schedule::Schedule TransferWorkload::map(const arch::Device& device) const {
    return program_of(design_, device);
}

parameters::Values TransferWorkload::parameters() const {
    // The ranges in the table do not affect the values.
    return parameter_table(arch::Device{}).values(design_);
}

std::vector<Line> TransferWorkload::summary() const {
    std::vector<Line> lines{
        {"transfer", fmt::format("host memory to mem tile and back, {} of each stream there",
                                 base::counted(design_.depth, "tile"))}};
    for (const MatrixStream& matrix : design_.streams)
        lines.push_back(
            {"stream", fmt::format("{}: {} of {} bytes, in tiles of {} of {} bytes, {}",
                                   matrix.name, base::counted(matrix.rows, "row"),
                                   grouped(matrix.row.count()), base::counted(matrix.runs, "run"),
                                   grouped(matrix.run.count()), walk_text(matrix.walk))});
    return lines;
}

std::string TransferWorkload::array_text() const {
    return base::counted(design_.columns, "column");
}

schedule::Work TransferWorkload::work() const {
    schedule::Work work;
    for (const MatrixStream& matrix : design_.streams)
        work.results += matrix.size();
    work.moved = work.results * std::int64_t{kDirections};
    return work;
}

std::vector<schedule::BufferContent> TransferWorkload::buffers() const {
    using enum schedule::BufferRole;
    std::vector<schedule::BufferContent> buffers;
    int number = 0;
    for (const MatrixStream& matrix : design_.streams) {
        const std::vector<std::int64_t> shape{matrix.rows, matrix.row.count()};
        const std::string rows = to_string(kernels::Layout::RowMajor);
        buffers.push_back({source(number), Input, "bytes", shape, rows});
        buffers.push_back({destination(number), Output, "bytes", shape, rows});
        ++number;
    }
    return buffers;
}

void TransferWorkload::fill(HostMemory& host, std::uint64_t seed) const {
    std::mt19937_64 random{seed};
    int number = 0;
    for (const MatrixStream& matrix : design_.streams)
        at(host, source(number++)) = schedule::random_bytes(matrix.size(), random);
}

schedule::Verification TransferWorkload::check(HostMemory& host,
                                               const schedule::DataRun& run) const {
    run(host, nullptr);
    std::vector<std::string> names;
    int number = 0;
    for (const MatrixStream& matrix : design_.streams) {
        const auto& sent = at(host, source(number));
        const auto& back = at(host, destination(number));
        if (sent != back) return {false, difference_text(matrix, sent, back)};
        names.push_back(matrix.name);
        ++number;
    }
    return {true, fmt::format("every byte of {} came back", fmt::join(names, " and "))};
}

schedule::Estimate TransferWorkload::estimate(const schedule::Schedule& schedule,
                                              const arch::Device& device,
                                              const schedule::KernelCycles& /*cycles*/) const {
    return transfer::estimate(design_, device, memory::pattern_factors(schedule, device));
}

std::shared_ptr<const schedule::Workload> read_transfer(const base::Node& section,
                                                        const arch::Device& device) {
    TransferDesign design;
    design.columns = device.usable_columns();
    parameter_table(device).read(section, "transfer", design);
    require_mappable(design, device);
    return std::make_shared<TransferWorkload>(std::move(design));
}

std::vector<parameters::Description> describe_transfer(const arch::Device& device) {
    return parameter_table(device).descriptions();
}

schedule::Schedule map_transfer(const TransferDesign& design, const arch::Device& device) {
    require_mappable(design, device);
    return mapping::map_workload(std::make_shared<TransferWorkload>(design), device);
}

}  // namespace xdnasim::transfer
