#include "workloads/gemm/gemm_workload.hpp"

#include <algorithm>
#include <chrono>
#include <future>
#include <stop_token>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/stop_request.hpp"
#include "workloads/gemm/asymmetric_model.hpp"
#include "workloads/gemm/gemm_parameters.hpp"
#include "workloads/gemm/gemm_program.hpp"
#include "workloads/gemm/gemm_terms.hpp"
#include "workloads/gemm/packs/pack_workload.hpp"
#include "workloads/gemm/reference/gemm_reference.hpp"
#include "workloads/mapping/mapping.hpp"
#include "workloads/memory/pattern_factors.hpp"

namespace xdnasim::gemm {

using arch::Bytes;
using schedule::HostBufferRef;
using schedule::HostMemory;
using schedule::Line;

namespace {

constexpr HostBufferRef kA{kHostA};
constexpr HostBufferRef kB{kHostB};
constexpr HostBufferRef kC{kHostC};

std::string size_text(const Extent& extent) {
    return fmt::format("{} x {} x {}", extent.m, extent.k, extent.n);
}

std::string_view protocol_text(BdReconfiguration protocol) {
    switch (protocol) {
        case BdReconfiguration::Overlapped:
            break;
        case BdReconfiguration::Sequential:
            return ", one block at a time";
        case BdReconfiguration::PingPong:
            return ", block rows in ping-pong";
        case BdReconfiguration::FourSlots:
            return ", blocks in four slots";
    }
    return {};
}

/// Text for choices of the mapping that differ from the usual ones.
std::string unusual_text(const GemmDesign& design) {
    std::string text;
    if (design.rho != 1)
        text += fmt::format(", rho {} (A in slices of {} rows)", design.rho, design.slice_rows());
    if (design.k_mt_b) text += fmt::format(", {} for B", *design.k_mt_b);
    if (design.is_staged())
        text += fmt::format(", C in {} between calls", to_string(*design.partial_type));
    if (design.b_is_row_major()) text += ", B row-major";
    if (design.c_buffers != 1) text += fmt::format(", {} C buffers", design.c_buffers);
    if (design.c_buffers_l2 != 1) text += fmt::format(", {} in the mem tile", design.c_buffers_l2);
    text += protocol_text(design.bd_reconfiguration);
    return text;
}

void add(parameters::Values& values, const std::string& name, const Extent& extent) {
    values.push_back({name + ".m", extent.m});
    values.push_back({name + ".k", extent.k});
    values.push_back({name + ".n", extent.n});
}

}  // namespace

schedule::Schedule GemmWorkload::map(const arch::Device& device) const {
    return program_of(design_, device);
}

parameters::Values GemmWorkload::parameters() const {
    return values_of(design_);
}

parameters::Values GemmWorkload::derived() const {
    parameters::Values values;
    add(values, "padded", design_.padded);
    values.push_back({"useful_share", design_.useful_share()});
    values.push_back({"operations_per_byte", asymmetric::intensity_of(design_)});
    values.push_back({"rows", std::int64_t{*design_.rows}});
    values.push_back({"columns", std::int64_t{*design_.columns}});
    return values;
}

std::vector<Line> GemmWorkload::summary() const {
    std::vector<Line> lines{
        {"gemm",
         fmt::format("{}, {} x {} -> {}", size_text(design_.size), to_string(design_.a_type),
                     to_string(design_.b_type), to_string(design_.c_type))}};
    if (design_.size != design_.padded)
        lines.push_back(
            {"padded to", fmt::format("{}, {} of its work useful", size_text(design_.padded),
                                      base::percent(design_.useful_share()))});
    lines.push_back(
        {"tile", fmt::format("{} per core, k_mt {}, shift {}{}", size_text(design_.tile),
                             *design_.k_mt, *design_.shift, unusual_text(design_))});
    return lines;
}

std::string GemmWorkload::array_text() const {
    return fmt::format("{} x {} cores", *design_.columns, *design_.rows);
}

schedule::Work GemmWorkload::work() const {
    const auto bytes = [](std::int64_t elements, kernels::DataType type) {
        return storage(type, elements);
    };
    const auto& [m, k, n] = design_.padded;
    const Bytes c = bytes(m * n, design_.c_type);
    return {.operations = design_.operations(),
            .peak_operations_per_cycle = arch::kOperationsPerMac * design_.peak_macs_per_cycle *
                                         design_.rows * design_.columns,
            .moved = bytes(m * k, design_.a_type) + bytes(k * n, design_.b_type) + c,
            .results = c,
            .kernel = kMatmulKernel};
}

std::vector<schedule::BufferContent> GemmWorkload::buffers() const {
    using enum schedule::BufferRole;
    const auto& [m, k, n] = design_.padded;
    const auto layout = [](bool tiled, kernels::Layout otherwise) {
        return tiled ? std::string{"tiled"} : to_string(otherwise);
    };
    using kernels::Layout;
    return {{kA,
             Input,
             to_string(design_.a_type),
             {m, k},
             layout(design_.a_is_tiled(), Layout::RowMajor)},
            {kB,
             Input,
             to_string(design_.b_type),
             {k, n},
             layout(design_.b_is_tiled(), design_.b_layout)},
            {kC,
             Output,
             to_string(design_.c_type),
             {m, n},
             layout(design_.c_is_tiled(), Layout::RowMajor)}};
}

void GemmWorkload::fill(HostMemory& host, std::uint64_t seed) const {
    at(host, kA) = random_a(design_, seed);
    at(host, kB) = random_b(design_, seed);
}

schedule::Verification GemmWorkload::check(HostMemory& host, const schedule::DataRun& run) const {
    // The run only reads A and B and only writes C, so that the reference can read A and B at the
    // same time.
    std::stop_source unwanted;
    auto expected = std::async(std::launch::async, [&] {
        return reference(design_, at(host, kA), at(host, kB), unwanted.get_token());
    });
    constexpr std::chrono::milliseconds kBetweenQuestions{20};
    try {
        run(host, nullptr);
        while (expected.wait_for(kBetweenQuestions) != std::future_status::ready)
            base::stop_if_called_off();
    } catch (...) {
        unwanted.request_stop();
        throw;
    }
    return compare(design_, expected.get(), at(host, kC));
}

Bytes GemmWorkload::memory_to_check() const {
    return memory_of_reference(design_);
}

schedule::Estimate GemmWorkload::estimate(const schedule::Schedule& schedule,
                                          const arch::Device& device,
                                          const schedule::KernelCycles& cycles) const {
    return gemm::estimate(design_, device, gemm_terms(design_, device, costs_of(schedule, cycles)),
                          memory::pattern_factors(schedule, device));
}

GemmDesign read_open(const base::Node& section, const arch::Device& device) {
    GemmDesign design;
    parameter_table(device).read(section, "gemm", design);
    if (design.t_ma && section.find("rho") != nullptr)
        refuse_key("gemm.t_ma", "'gemm.rho' sets the same value. Leave out one of them");
    return design;
}

std::shared_ptr<const schedule::Workload> read_gemm(const base::Node& section,
                                                    const arch::Device& device) {
    if (packs::is_asked_for(section)) return packs::read_packs(section, device);
    GemmDesign design = choose(read_open(section, device), device);
    check_cycles(design, device);
    return std::make_shared<GemmWorkload>(std::move(design));
}

std::vector<parameters::Description> describe_gemm(const arch::Device& device) {
    std::vector<parameters::Description> all = parameter_table(device).descriptions();
    for (parameters::Description& of_packs : packs::describe_packs())
        if (std::ranges::find(all, of_packs.path, &parameters::Description::path) == all.end())
            all.push_back(std::move(of_packs));
    return all;
}

std::vector<parameters::Description> describe_like(const base::Node& section,
                                                   const arch::Device& device) {
    return packs::is_asked_for(section) ? packs::describe_packs()
                                        : parameter_table(device).descriptions();
}

schedule::Schedule map_gemm(const GemmDesign& design, const arch::Device& device) {
    return mapping::map_workload(std::make_shared<GemmWorkload>(choose(design, device)), device);
}

const GemmDesign* design_of(const schedule::Workload* workload) {
    const auto* const gemm = dynamic_cast<const GemmWorkload*>(workload);
    return gemm == nullptr ? nullptr : &gemm->design();
}

}  // namespace xdnasim::gemm
