#pragma once
// A workload outside the project: cores of one column, each of which adds 1 to the data from the
// core below it. It shows all that is needed to add a workload: this folder, and the line in
// chain_test.cpp that lists it.

#include <memory>
#include <string>

#include "workloads/problem/workload_list.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::chain {

struct ChainDesign {
    int cores = 1;             ///< number of cores in column 0, from the first row of cores on
    arch::Bytes object{};      ///< size of one object, a multiple of the 4 bytes of a word
    std::int64_t objects = 0;  ///< number of objects that pass through the chain

    [[nodiscard]] arch::Bytes size() const { return object * objects; }
};

class ChainWorkload final : public schedule::Workload {
 public:
    explicit ChainWorkload(ChainDesign design) : design_{design} {}

    [[nodiscard]] std::string name() const override { return "chain"; }
    [[nodiscard]] schedule::Schedule map(const arch::Device& device) const override;
    [[nodiscard]] parameters::Values parameters() const override;
    [[nodiscard]] parameters::Values derived() const override { return {}; }
    [[nodiscard]] std::vector<schedule::Line> summary() const override;
    [[nodiscard]] std::string array_text() const override;
    [[nodiscard]] schedule::Operands operands() const override { return {"objects", "sums"}; }
    [[nodiscard]] schedule::Work work() const override;
    [[nodiscard]] std::vector<schedule::BufferContent> buffers() const override;
    void fill(schedule::HostMemory& host, std::uint64_t seed) const override;
    [[nodiscard]] schedule::Verification check(schedule::HostMemory& host,
                                               const schedule::DataRun& run) const override;
    [[nodiscard]] std::string size_key() const override { return "chain.objects"; }
    [[nodiscard]] schedule::Estimate estimate(const schedule::Schedule& schedule,
                                              const arch::Device& device,
                                              const schedule::KernelCycles& cycles) const override;

 private:
    ChainDesign design_;
};

[[nodiscard]] std::shared_ptr<const schedule::Workload> read_chain(const base::Node& section,
                                                                   const arch::Device& device);
[[nodiscard]] std::vector<parameters::Description> describe_chain(const arch::Device& device);

}  // namespace xdnasim::chain
