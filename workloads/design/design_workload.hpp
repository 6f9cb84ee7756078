#pragma once
// A design of mlir-aie: MLIR that has been lowered to tiles, buffers, locks and BDs, turned into a
// schedule, and as a workload: what ran, and what there is to say of it. What it computes is not
// known.

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arch/device.hpp"
#include "base/node.hpp"
#include "base/parameters/description.hpp"
#include "workloads/design/findings.hpp"
#include "workloads/design/host_data.hpp"
#include "workloads/design/kernels/kernel_table.hpp"
#include "workloads/design/pl_ports.hpp"
#include "workloads/design/sequence/declared_trace.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::design {

inline constexpr std::uintmax_t kMaxDesignBytes = std::uintmax_t{1} << 28;

/// What is asked of a design beside its text.
struct Request {
    KernelSource kernels{};
    PortSource ports{};
    std::optional<std::filesystem::path> instructions{};  ///< in place of the text's sequence
    std::optional<std::string> aie_device{};              ///< which one of the text
    std::optional<std::string> sequence{};                ///< which one of that device
    ArgumentFiles files{};                                ///< of the sequence's arguments
};

struct Design {
    schedule::Schedule schedule;                    ///< with routes where the design fixes them
    std::string array;                              ///< that the text names: "npu1_4col"
    std::string aie_device;                         ///< the one of the text that is run
    std::optional<std::string> sequence{};          ///< that was asked for
    std::vector<schedule::FileContent> contents{};  ///< of its text, and of what is read beside it
    std::vector<std::string> other_devices;
    std::vector<Finding> ignored;
    std::vector<Finding> losses;
    std::vector<Finding> unknown;
    std::optional<DeclaredTrace> trace{};
    std::string lowered;  ///< the text without object FIFOs; as it was where it has none
    std::string kernels_template;
    std::string ports_template;
    /// What ports to the programmable logic move, by number of a host buffer.
    std::map<int, std::filesystem::path> data{};
    HostData arguments{};                  ///< of the runtime sequence
    std::optional<std::string> missing{};  ///< what is said of kernels and ports that is not known
};

/// A design whose runtime sequence configures the array several times has a part for each, to be
/// run one after the other with the same host buffers; others have one. Throws InputError
/// "FILE:LINE:COLUMN: ..." for a text that cannot be read; with all of them for what is not
/// supported. Kernels without cycles and ports without words are not an error yet.
[[nodiscard]] std::vector<Design> read_parts_of_design(std::string text, const std::string& file,
                                                       const arch::Device& device,
                                                       const Request& request);

/// The first part, and with most designs all.
[[nodiscard]] Design read_design(std::string text, const std::string& file,
                                 const arch::Device& device, const Request& request);

/// The text of a design's file.
[[nodiscard]] std::string load_text(const std::filesystem::path& file);

/// `text` without the mark of UTF-8 that some editors write in front. Throws InputError at the
/// first byte that is not UTF-8, or a control character.
[[nodiscard]] std::string plain_text(std::string text, const std::string& name);

/// The device that a design is simulated on when nobody chooses one: the one that xdnasim's own
/// export names, else one for the array that `text` names. Throws InputError when it names none
/// that is simulated.
[[nodiscard]] std::string default_device(const std::string& text, const std::string& file);

/// Why a design that `device` cannot run may not fit it: its array has rows of other kinds.
/// Nullopt: it may, or the array is not known.
[[nodiscard]] std::optional<std::string> misfit(const std::string& text,
                                                const arch::Device& device);

/// Which of the parts of a run that configures the array several times a workload is.
struct Part {
    int number = 0;
    int count = 1;
    /// The host's buffers behind the part before, for runs that move data.
    std::shared_ptr<schedule::HostMemory> memory = std::make_shared<schedule::HostMemory>();

    [[nodiscard]] bool is_last() const { return number + 1 == count; }
};

class DesignWorkload final : public schedule::Workload {
 public:
    DesignWorkload(Design design, std::string file, std::string device, Part part = {});
    /// Of several parts, in their order; it can only be asked for them. Precondition: not empty.
    explicit DesignWorkload(std::vector<std::shared_ptr<const DesignWorkload>> parts);

    [[nodiscard]] std::vector<std::shared_ptr<const schedule::Workload>> parts() const override {
        return {parts_.begin(), parts_.end()};
    }

    [[nodiscard]] std::string name() const override { return "design"; }
    /// Throws InputError when cycles of kernels or words of ports are missing, and when there are
    /// parts().
    [[nodiscard]] schedule::Schedule map(const arch::Device& device) const override;
    [[nodiscard]] parameters::Values parameters() const override;
    [[nodiscard]] std::vector<schedule::FileContent> contents() const override {
        return design_.contents;
    }
    [[nodiscard]] parameters::Values derived() const override;
    [[nodiscard]] std::optional<std::string> placed_by() const override {
        return "`xdnasim place` with the design, and the text that it writes";
    }
    [[nodiscard]] std::vector<schedule::Line> summary() const override;
    [[nodiscard]] std::string array_text() const override;
    [[nodiscard]] schedule::Operands operands() const override { return {"inputs", "outputs"}; }
    [[nodiscard]] schedule::Work work() const override;
    [[nodiscard]] std::vector<schedule::BufferContent> buffers() const override;
    void fill(schedule::HostMemory& host, std::uint64_t seed) const override;
    /// Compares what ports out of the array have got, and arguments of the sequence, with the files
    /// that are named for them, and writes those of outputs. Throws InputError where no file is
    /// named, and where what a kernel computes is not known.
    [[nodiscard]] schedule::Verification check(schedule::HostMemory& host,
                                               const schedule::DataRun& run) const override;
    [[nodiscard]] std::string size_key() const override { return "design.file"; }
    [[nodiscard]] schedule::Estimate estimate(const schedule::Schedule& schedule,
                                              const arch::Device& device,
                                              const schedule::KernelCycles& cycles) const override;
    [[nodiscard]] bool runs_as_it_is() const override { return true; }
    [[nodiscard]] bool has_own_trace() const override { return design_.schedule.trace.has_value(); }

    /// Are there files of the sequence's arguments?
    [[nodiscard]] bool moves_data() const { return !design_.arguments.empty(); }

    /// A kernels.yaml to be filled in.
    [[nodiscard]] const std::string& kernels_template() const { return design_.kernels_template; }
    /// The text with buffers, locks, BDs and flows in place of its object FIFOs.
    [[nodiscard]] const std::string& lowered() const { return design_.lowered; }
    /// A ports.yaml to be filled in.
    [[nodiscard]] const std::string& ports_template() const { return design_.ports_template; }

 private:
    /// The tiles of cores with a program, and the columns with any, of all parts together.
    [[nodiscard]] std::pair<std::set<arch::TileId>, std::set<int>> tiles_used() const;

    Design design_;
    std::string file_;
    std::string device_;
    Part part_;
    std::vector<std::shared_ptr<const DesignWorkload>> parts_;
};

/// Reads the section `design` of a problem file.
[[nodiscard]] std::shared_ptr<const schedule::Workload> read_section(const base::Node& section,
                                                                     const arch::Device& device);
[[nodiscard]] std::vector<parameters::Description> describe_section(const arch::Device& device);

/// The problem that runs the design in `file`, on the device for its array; without a device where
/// one `has_device` chosen.
[[nodiscard]] base::Node problem_of(const std::string& file, bool has_device);

/// The same of a design itself, called `name` in messages.
[[nodiscard]] base::Node problem_of_text(const std::string& text, const std::string& name,
                                         bool has_device);

/// Does `file` hold a design, by its name?
[[nodiscard]] bool is_design(const std::string& file);
/// Is it MLIR, by how it begins?
[[nodiscard]] bool is_design_text(std::string_view text);
/// Does `text`, which goes on, hold too little to tell, such as comments alone?
[[nodiscard]] bool begins_further_on(std::string_view text);

}  // namespace xdnasim::design
