#include "workloads/problem/workload_list.hpp"

#include <array>

#include "workloads/design/design_workload.hpp"
#include "workloads/design/named_files.hpp"
#include "workloads/elementwise/elementwise_workload.hpp"
#include "workloads/gemm/gemm_workload.hpp"
#include "workloads/network/network_workload.hpp"
#include "workloads/placed/placed_workload.hpp"
#include "workloads/transfer/transfer_workload.hpp"

namespace xdnasim::problem {

std::span<const WorkloadEntry> known_workloads() {
    static constexpr std::array kWorkloads{
        WorkloadEntry{"gemm", gemm::read_gemm, gemm::describe_gemm, gemm::describe_like},
        WorkloadEntry{"transfer", transfer::read_transfer, transfer::describe_transfer},
        WorkloadEntry{"elementwise", elementwise::read_elementwise,
                      elementwise::describe_elementwise},
        WorkloadEntry{"network", network::read_network, network::describe_network},
        WorkloadEntry{.name = "netlist",
                      .read = placed::read_section,
                      .describe = placed::describe_section,
                      .files = SectionFiles{placed::named_files, placed::may_name_files}},
        WorkloadEntry{.name = "design",
                      .read = design::read_section,
                      .describe = design::describe_section,
                      .files = SectionFiles{design::named_files, design::may_name_files,
                                            design::named_outputs}},
    };
    return kWorkloads;
}

}  // namespace xdnasim::problem
