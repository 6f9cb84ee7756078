#pragma once
// Problem files with networks, and runs of them.

#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backends/systemc/systemc_backend.hpp"
#include "base/yaml.hpp"
#include "test/support/replaced_text.hpp"
#include "workloads/network/network_workload.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::network::test {

/// The text of a problem file. `layers`: the keys of each layer in YAML. `more`: further lines.
inline std::string text_of(int m, int k, const std::vector<std::string>& layers,
                           const std::string& more = "") {
    return fmt::format(
        "device: versal-ve2802\nworkload: network\nnetwork:\n  input: {{m: {}, k: {}}}\n"
        "  layers:\n    - {{{}}}\n{}",
        m, k, fmt::join(layers, "}\n    - {"), more);
}

/// As text_of(), for a device with two rows of cores.
inline std::string small_text_of(int m, int k, const std::vector<std::string>& layers,
                                 const std::string& more = "") {
    return replaced(text_of(m, k, layers, more), "versal-ve2802", "versal-ve2302");
}

inline problem::Problem problem_of(const std::string& text) {
    return problem::read_problem(base::parse_yaml(text, "network.yaml"), {}, {},
                                 problem::known_workloads());
}

inline const NetworkWorkload& network_of(const problem::Problem& problem) {
    return dynamic_cast<const NetworkWorkload&>(*problem.workload);
}

/// Result of a simulated run of the schedule with data from `seed`, compared with the reference.
inline backends::RunResult verified(const schedule::Schedule& schedule, const arch::Device& device,
                                    std::uint64_t seed = 1) {
    return backends::make_systemc_backend()->run(schedule, device, {.verify = true, .seed = seed});
}

}  // namespace xdnasim::network::test
