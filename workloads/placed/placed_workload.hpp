#pragma once
// A placed netlist as a workload: cores fire when each input net holds an object and each output
// net has room for one, mem tiles pass objects on, and shims feed and drain the cores. The outputs
// of cores show where each byte came from, so that the data at the shims can be checked, whatever
// the placement.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arch/device.hpp"
#include "base/node.hpp"
#include "base/parameters/description.hpp"
#include "base/read_files.hpp"
#include "workloads/netlist/netlist.hpp"
#include "workloads/placement/placement.hpp"
#include "workloads/placement/placer.hpp"
#include "workloads/placement/routes/router.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::placed {

/// Parameters of the search for a placement, if no result gives it.
struct Question {
    placement::Method placer = placement::Method::AnnealingPath;
    std::int64_t seed = 1;
    std::int64_t moves = 300'000;
    placement::StreamMode streams = placement::StreamMode::Mixed;
};

struct PlacedDesign {
    netlist::Netlist netlist;  ///< the netlist with the object sizes of the run
    placement::Solution solution;

    // Source of netlist and solution; exactly one of the three is set.
    std::string file;
    std::string suite;
    std::string result;
    std::vector<schedule::FileContent> contents{};  ///< content of `file` or `result`
    Question question;
    /// Description of how packets can wait for each other in a cycle, if no placement was found
    /// where they cannot.
    std::optional<std::string> packet_cycle{};

    std::int64_t firings = 4096;
    std::optional<arch::Bytes> object{};  ///< object size that replaces those of the netlist
    arch::Cycles call{64};                ///< cycles of a firing in addition to those for its bytes
    /// Bytes per cycle that a firing reads and writes, over all its objects.
    arch::Bytes per_cycle{32};

    /// Cycles of a firing of the core, without its lock operations.
    [[nodiscard]] arch::Cycles cycles_of(netlist::CoreId core) const;
};

class PlacedWorkload final : public schedule::Workload {
 public:
    explicit PlacedWorkload(PlacedDesign design) : design_{std::move(design)} {}

    [[nodiscard]] std::string name() const override { return "netlist"; }
    /// The program, with the routes of the placement. Throws MappingError if a tile has too few
    /// BDs, or if the program of a core would be too long.
    [[nodiscard]] schedule::Schedule map(const arch::Device& device) const override;
    [[nodiscard]] parameters::Values parameters() const override;
    [[nodiscard]] std::vector<schedule::FileContent> contents() const override {
        return design_.contents;
    }
    [[nodiscard]] parameters::Values derived() const override;
    [[nodiscard]] std::optional<std::string> placed_by() const override {
        return "netlist.placer, netlist.seed and netlist.moves";
    }
    [[nodiscard]] std::vector<schedule::Line> summary() const override;
    [[nodiscard]] std::string array_text() const override;
    [[nodiscard]] schedule::Operands operands() const override { return {"inputs", "outputs"}; }
    [[nodiscard]] schedule::Work work() const override;
    [[nodiscard]] std::vector<schedule::BufferContent> buffers() const override;
    void fill(schedule::HostMemory& host, std::uint64_t seed) const override;
    [[nodiscard]] schedule::Verification check(schedule::HostMemory& host,
                                               const schedule::DataRun& run) const override;
    [[nodiscard]] std::string size_key() const override { return "netlist.firings"; }
    [[nodiscard]] schedule::Estimate estimate(const schedule::Schedule& schedule,
                                              const arch::Device& device,
                                              const schedule::KernelCycles& cycles) const override;

    [[nodiscard]] const PlacedDesign& design() const { return design_; }

 private:
    PlacedDesign design_;
};

/// A workload that runs `solution` with `firings` objects for each net at a shim. Throws
/// MappingError for a netlist that cannot run anywhere.
[[nodiscard]] std::shared_ptr<const PlacedWorkload> workload_of(const netlist::Netlist& netlist,
                                                                const placement::Solution& solution,
                                                                std::int64_t firings);

/// Reads the section `netlist` of a problem file, and places the netlist unless the section names a
/// result.
[[nodiscard]] std::shared_ptr<const schedule::Workload> read_section(const base::Node& section,
                                                                     const arch::Device& device);
[[nodiscard]] std::vector<parameters::Description> describe_section(const arch::Device& device);

/// The files that the section names.
[[nodiscard]] std::vector<std::filesystem::path> named_files(const base::Node& section,
                                                             base::ReadFiles& read);
/// Can a value at `key` of the section change the list of these files?
[[nodiscard]] bool may_name_files(std::string_view key, const base::Node& value);

/// Is `root`, read from JSON, a netlist or a result of `xdnasim place`?
[[nodiscard]] bool is_result(const base::Node& root);
/// The problem that runs the result `root` on its device. `result`: value of the key `result` in
/// the problem's section, which is the path of a file or `root`. Throws InputError for a netlist.
[[nodiscard]] base::Node problem_of(const base::Node& root, const base::Node& result);

}  // namespace xdnasim::placed
