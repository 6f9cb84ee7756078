#include "test/backends/systemc/random_workloads.hpp"

#include <cmath>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "test/support/mapped_elementwise.hpp"
#include "test/support/stock_device.hpp"
#include "test/workloads/gemm/every_types.hpp"
#include "workloads/elementwise/elementwise_workload.hpp"
#include "workloads/gemm/gemm_workload.hpp"
#include "workloads/mapping/mapping.hpp"
#include "workloads/transfer/transfer_workload.hpp"

namespace xdnasim::backends::properties {
namespace {

using arch::Bytes;
using elementwise::ElementwiseDesign;
using elementwise::ElementwiseWorkload;
using elementwise::KernelKind;
using gemm::GemmDesign;
using gemm::GemmWorkload;
using transfer::MatrixStream;
using transfer::TransferDesign;
using transfer::TransferWorkload;
using transfer::Walk;

/// Returns `workload`; nullptr if the device has no room for it.
WorkloadPointer if_mappable(WorkloadPointer workload, const arch::Device& device) {
    try {
        static_cast<void>(mapping::map_workload(workload, device));
        return workload;
    } catch (const base::InputError&) {
        return nullptr;
    }
}

/// Draws until `make` gives a problem that the device has room for.
template <class Make>
DrawnProblem first_mappable(Make make) {
    constexpr int kMaxDraws = 1000;  // if more are needed, `make` is at fault
    for (int draws = 0; draws < kMaxDraws; ++draws) {
        try {
            DrawnProblem problem = make();
            if (problem.workload = if_mappable(std::move(problem.workload), problem.device);
                problem.workload)
                return problem;
        } catch (const base::InputError&) {
            continue;
        }
    }
    throw std::logic_error{"no problem fits"};
}

/// The design with all that it leaves open chosen for `device`, so that a changed device does not
/// change the design.
GemmDesign chosen(const GemmDesign& design, const arch::Device& device) {
    const schedule::Schedule schedule = gemm::map_gemm(design, device);
    return *gemm::design_of(schedule.workload.get());
}

/// The bytes that a GEMM reads: for each block of C its rows of A and its columns of B, zeros of
/// the padding included.
Bytes bytes_read_by(const GemmDesign& design) {
    const std::int64_t high = design.tile->m * *design.rows;
    const std::int64_t wide = design.tile->n * *design.columns;
    const std::int64_t down = (design.size.m + high - 1) / high;
    const std::int64_t across = (design.size.n + wide - 1) / wide;
    const std::int64_t deep = (design.size.k + *design.k_mt - 1) / *design.k_mt * *design.k_mt;
    return down * across * deep * (high * design.a_element() + wide * design.b_element());
}

Bytes bytes_written_by(const GemmDesign& design) {
    const std::int64_t high = design.tile->m * *design.rows;
    const std::int64_t wide = design.tile->n * *design.columns;
    return (design.size.m + high - 1) / high * high * ((design.size.n + wide - 1) / wide * wide) *
           design.c_element();
}

std::string text_of(const GemmDesign& design, const arch::Device& device) {
    return fmt::format(
        "{}, gemm: {{size: {{m: {}, k: {}, n: {}}}, types: {{a: {}, b: {}, c: {}}}, tile: {{m: {}, "
        "k: {}, n: {}}}, k_mt: {}, b_layout: {}, c_buffers: {}, c_buffers_l2: {}, array: {{rows: "
        "{}, columns: {}}}, bd_reconfiguration: {}}}",
        device.name, design.size.m, design.size.k, design.size.n, to_string(design.a_type),
        to_string(design.b_type), to_string(design.c_type), design.tile->m, design.tile->k,
        design.tile->n, *design.k_mt, to_string(design.b_layout), design.c_buffers,
        design.c_buffers_l2, *design.rows, *design.columns, to_string(design.bd_reconfiguration));
}

std::string text_of(const TransferDesign& design, const arch::Device& device) {
    std::string text = fmt::format("{}, transfer: {{columns: {}, depth: {}, streams: [",
                                   device.name, design.columns, design.depth);
    for (const MatrixStream& one : design.streams)
        text += fmt::format(
            "{{name: {}, rows: {}, row_bytes: {}, run_bytes: {}, runs: {}, walk: {}}}, ", one.name,
            one.rows, one.row.count(), one.run.count(), one.runs, to_string(one.walk));
    return text + "]}";
}

std::string text_of(const ElementwiseDesign& design, const arch::Device& device) {
    return fmt::format(
        "{}, elementwise: {{column: {}, row: {}, object_bytes: {}, objects: {}, depth: {}, "
        "mem_tile_object_bytes: {}, kernel: {{kind: {}, type: {}, cycles_per_call: {}, inlined: "
        "{}}}}}",
        device.name, design.core.column, design.core.row, design.object.count(), design.objects,
        design.depth, design.mem_tile_object.value_or(Bytes{0}).count(),
        to_string(design.kernel.kind), to_string(design.kernel.type),
        design.kernel.cycles_per_call.value_or(arch::Cycles{0}).count(), design.kernel.inlined);
}

}  // namespace

int wanted(int runs) {
    const char* const factor = std::getenv("XDNASIM_RANDOM_RUNS");  // NOLINT(concurrency-mt-unsafe)
    return factor == nullptr ? runs : runs * std::stoi(factor);
}

RandomWorkloads::RandomWorkloads(unsigned seed) : random_{seed} {
    for (const char* name : {"xdna-phoenix", "xdna2-krackan", "xdna2-strix", "teaching-2x1"})
        devices_.push_back(xdnasim::test::device_named(name));
}

std::int64_t RandomWorkloads::pick(std::int64_t from, std::int64_t to) {
    return std::uniform_int_distribution{from, to}(random_);
}

const arch::Device& RandomWorkloads::any_device() {
    return devices_[static_cast<std::size_t>(
        pick(0, static_cast<std::int64_t>(devices_.size()) - 1))];
}

GemmDesign RandomWorkloads::draw_gemm(const arch::Device& device) {
    const auto size = [this] {
        return std::llround(std::exp2(std::uniform_real_distribution{5.0, 10.5}(random_)));
    };
    const auto& types = gemm::test::kEveryTypes.at(
        static_cast<std::size_t>(pick(0, gemm::test::kEveryTypes.size() - 1)));
    GemmDesign design;
    design.a_type = design.b_type = types.input;
    design.c_type = types.output;
    design.size = {size(), size(), size()};
    if (pick(0, 1) == 1) design.b_layout = kernels::Layout::RowMajor;
    if (pick(0, 2) == 0)
        design.tile = gemm::Extent{16 * pick(1, 5), 16 * pick(1, 6), 16 * pick(1, 5)};
    design.c_buffers = static_cast<int>(pick(1, 2));
    design.c_buffers_l2 = static_cast<int>(pick(1, 2));
    design.bd_reconfiguration = static_cast<gemm::BdReconfiguration>(pick(0, 2));
    if (pick(0, 1) == 0) {
        design.rows = static_cast<int>(pick(1, device.core_rows()));
        design.columns = static_cast<int>(pick(1, device.columns));
    }
    return design;
}

DrawnProblem RandomWorkloads::gemm() {
    return first_mappable([this] {
        const arch::Device& device = any_device();
        const GemmDesign design = chosen(draw_gemm(device), device);
        DrawnProblem problem{text_of(design, device), device,
                             std::make_shared<GemmWorkload>(design), bytes_read_by(design),
                             bytes_written_by(design)};
        problem.with_kernel_of = [design](arch::Cycles cycles) {
            GemmDesign other = design;
            other.kernel = {.cycles_per_call = cycles};
            return std::make_shared<GemmWorkload>(other);
        };
        GemmDesign deeper = design;
        deeper.tile = gemm::Extent{*design.tile};  // given, so that it is not chosen anew
        deeper.k_mt = std::int64_t{*design.k_mt};
        deeper.c_buffers = deeper.c_buffers_l2 = 2;
        try {
            problem.deeper = std::make_shared<GemmWorkload>(chosen(deeper, device));
        } catch (const base::InputError&) {
            problem.deeper = nullptr;
        }
        return problem;
    });
}

TransferDesign RandomWorkloads::draw_transfer(const arch::Device& device) {
    TransferDesign design;
    design.columns = static_cast<int>(pick(1, device.columns));
    design.depth = static_cast<int>(pick(1, 4));
    const std::int64_t streams = pick(1, 2);
    for (std::int64_t i = 0; i < streams; ++i) {
        const auto walk = static_cast<Walk>(pick(0, 2));
        const std::int64_t run = 4 * pick(1, 200);
        const std::int64_t runs = pick(1, 40);
        const std::int64_t below = pick(1, 12) * (walk == Walk::Across ? 1 : design.columns);
        const std::int64_t beside = pick(1, 12) * (walk == Walk::Across ? design.columns : 1);
        design.streams.push_back(
            {i == 0 ? "A" : "B", runs * below, Bytes{run * beside}, Bytes{run}, runs, walk});
    }
    return design;
}

DrawnProblem RandomWorkloads::transfer() {
    return first_mappable([this] {
        const arch::Device& device = any_device();
        const TransferDesign design = draw_transfer(device);
        Bytes moved{};
        for (const MatrixStream& one : design.streams)
            moved += one.row * one.rows;
        DrawnProblem problem{text_of(design, device), device,
                             std::make_shared<TransferWorkload>(design), moved, moved};
        problem.in_turns = design.depth == 1;
        TransferDesign deeper = design;
        ++deeper.depth;
        try {
            static_cast<void>(transfer::map_transfer(deeper, device));
            problem.deeper = std::make_shared<TransferWorkload>(deeper);
        } catch (const base::InputError&) {
            problem.deeper = nullptr;
        }
        return problem;
    });
}

ElementwiseDesign RandomWorkloads::draw_elementwise(const arch::Device& device) {
    ElementwiseDesign design;
    design.core = {static_cast<int>(pick(0, device.columns - 1)),
                   device.first_core_row() + static_cast<int>(pick(0, device.core_rows() - 1))};
    design.object = Bytes{64 * pick(1, 64)};
    design.objects = 12 * pick(1, 20);
    design.depth = static_cast<int>(pick(1, 4));
    if (pick(0, 1) == 0) design.mem_tile_object = design.object * pick(1, 3);
    design.kernel = {static_cast<KernelKind>(pick(0, 2)),
                     "kernel",
                     kernels::DataType::Int8,
                     3,
                     std::nullopt,
                     pick(0, 3) == 0};
    if (pick(0, 2) > 0) design.kernel.cycles_per_call = arch::Cycles{pick(1, 4000)};
    return design;
}

DrawnProblem RandomWorkloads::elementwise() {
    return first_mappable([this] {
        const arch::Device& device = any_device();
        const ElementwiseDesign design = draw_elementwise(device);
        static_cast<void>(xdnasim::test::map_elementwise(design, device));
        DrawnProblem problem{text_of(design, device), device,
                             std::make_shared<ElementwiseWorkload>(design), design.size(),
                             design.size()};
        problem.with_kernel_of = [design](arch::Cycles cycles) {
            ElementwiseDesign other = design;
            other.kernel.cycles_per_call = cycles;
            return std::make_shared<ElementwiseWorkload>(other);
        };
        ElementwiseDesign deeper = design;
        ++deeper.depth;
        try {
            static_cast<void>(xdnasim::test::map_elementwise(deeper, device));
            problem.deeper = std::make_shared<ElementwiseWorkload>(deeper);
        } catch (const base::InputError&) {
            problem.deeper = nullptr;
        }
        return problem;
    });
}

}  // namespace xdnasim::backends::properties
