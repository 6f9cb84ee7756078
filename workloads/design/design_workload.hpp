#pragma once
// A design of mlir-aie as a workload: MLIR that has been lowered to tiles, buffers, locks and BDs
// is turned into a schedule, which can be run and summarised. The workload has no model of what the
// design computes: the results of a run can only be compared with files.

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

/// What a user asks for besides the text of a design.
struct Request {
    KernelSource kernels{};
    PortSource ports{};
    /// An instruction stream that replaces the text's runtime sequence.
    std::optional<std::filesystem::path> instructions{};
    /// Name of the aie.device to run, if the text has several.
    std::optional<std::string> aie_device{};
    /// Name of the runtime sequence to run, if that device has several.
    std::optional<std::string> sequence{};
    ArgumentFiles files{};  ///< files of the sequence's arguments
};

struct Design {
    schedule::Schedule schedule;  ///< the schedule; it has routes only if the design fixes them
    std::string array;            ///< the array that the text names: "npu1_4col"
    std::string aie_device;       ///< name of the aie.device that is run
    /// Name of the runtime sequence that was asked for; nullopt: none was.
    std::optional<std::string> sequence{};
    /// Fingerprints of the text and of the files read with it.
    std::vector<schedule::FileContent> contents{};
    std::vector<std::string> other_devices;
    std::vector<Finding> ignored;
    std::vector<Finding> losses;
    std::vector<Finding> unknown;
    std::optional<DeclaredTrace> trace{};
    std::string lowered;  ///< the text with its object FIFOs lowered; unchanged if it has none
    std::string kernels_template;
    std::string ports_template;
    /// The files of data that ports to the programmable logic move, by number of the host buffer.
    std::map<int, std::filesystem::path> data{};
    HostData arguments{};  ///< files of the runtime sequence's arguments
    /// Error message that lists kernels and ports without a description; nullopt: none is missing.
    std::optional<std::string> missing{};
};

/// Reads a design. A design whose runtime sequence configures the array several times has a part
/// for each configuration, to be run one after the other with the same host buffers; other designs
/// have one part. Throws InputError "FILE:LINE:COLUMN: ..." for a text that cannot be read; for
/// unsupported features, the error lists all of them. Kernels without cycles and ports without
/// words are not an error until DesignWorkload::map().
[[nodiscard]] std::vector<Design> read_parts_of_design(std::string text, const std::string& file,
                                                       const arch::Device& device,
                                                       const Request& request);

/// The first part of read_parts_of_design(), which for most designs is the only one.
[[nodiscard]] Design read_design(std::string text, const std::string& file,
                                 const arch::Device& device, const Request& request);

/// Reads the text of a design's file.
[[nodiscard]] std::string load_text(const std::filesystem::path& file);

/// Returns `text` without the UTF-8 byte order mark that some editors write. Throws InputError at
/// the first byte that is not UTF-8, or at a control character.
[[nodiscard]] std::string plain_text(std::string text, const std::string& name);

/// The device that a design is simulated on if the user does not choose one: the device noted at
/// the aie.device that runs if xdnasim exported it, otherwise a device for the array that it names.
/// `aie_device`: see Request. Throws InputError, with the place, if the text cannot be read, if it
/// has no such aie.device, and if the array is not simulated.
[[nodiscard]] std::string default_device(const std::string& text, const std::string& file,
                                         const std::optional<std::string>& aie_device = {});

/// An error message if `device` has rows of other tile kinds than the array of the aie.device that
/// runs, which explains why the device cannot run it; nullopt if the kinds agree or the array is
/// not known.
[[nodiscard]] std::optional<std::string> misfit(const std::string& text, const arch::Device& device,
                                                const std::optional<std::string>& aie_device);

/// Position of a workload among the parts of a run that configures the array several times.
struct Part {
    int number = 0;
    int count = 1;
    /// The host buffers as the part before left them, for runs with data.
    std::shared_ptr<schedule::HostMemory> memory = std::make_shared<schedule::HostMemory>();

    [[nodiscard]] bool is_last() const { return number + 1 == count; }
};

class DesignWorkload final : public schedule::Workload {
 public:
    DesignWorkload(Design design, std::string file, std::string device, Part part = {});
    /// The workload that stands for several parts, in their order. Only parts() and what describes
    /// the whole can be asked of it; map() throws. Precondition: `parts` is not empty.
    explicit DesignWorkload(std::vector<std::shared_ptr<const DesignWorkload>> parts);

    [[nodiscard]] std::vector<std::shared_ptr<const schedule::Workload>> parts() const override {
        return {parts_.begin(), parts_.end()};
    }

    [[nodiscard]] std::string name() const override { return "design"; }
    /// Throws InputError if cycles of kernels or words of ports are missing, and if there are
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
    /// Compares the data received by ports out of the array, and the sequence's arguments, with the
    /// files named for them, and writes the files of outputs. Throws InputError if no file is
    /// named, or if it is not known what a kernel computes.
    [[nodiscard]] schedule::Verification check(schedule::HostMemory& host,
                                               const schedule::DataRun& run) const override;
    [[nodiscard]] std::string size_key() const override { return "design.file"; }
    [[nodiscard]] schedule::Estimate estimate(const schedule::Schedule& schedule,
                                              const arch::Device& device,
                                              const schedule::KernelCycles& cycles) const override;
    [[nodiscard]] bool runs_as_it_is() const override { return true; }
    [[nodiscard]] bool has_own_trace() const override { return design_.schedule.trace.has_value(); }

    /// Returns whether files are named for arguments of the sequence.
    [[nodiscard]] bool moves_data() const { return !design_.arguments.empty(); }

    /// A kernels.yaml for the user to fill in.
    [[nodiscard]] const std::string& kernels_template() const { return design_.kernels_template; }
    /// The text with buffers, locks, BDs and flows in place of its object FIFOs.
    [[nodiscard]] const std::string& lowered() const { return design_.lowered; }
    /// A ports.yaml for the user to fill in.
    [[nodiscard]] const std::string& ports_template() const { return design_.ports_template; }

 private:
    /// Tiles of cores with a program, and columns with any program, over all parts.
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

/// What the user says about the device that runs a design.
struct GivenDevice {
    bool is_chosen = false;                   ///< whether the user names the device
    std::optional<std::string> aie_device{};  ///< see Request
};

/// The problem that runs the design in `file`. The problem names the device for the design's array
/// unless the user has chosen one.
[[nodiscard]] base::Node problem_of(const std::string& file, const GivenDevice& given);

/// As problem_of(), for the text of a design itself, which messages call `name`.
[[nodiscard]] base::Node problem_of_text(const std::string& text, const std::string& name,
                                         const GivenDevice& given);

/// `problem` with the device for the array of the aie.device that it runs, if problem_of() chose
/// its device: since then, settings may have changed the design, or which aie.device of it runs.
[[nodiscard]] base::Node with_own_device(const base::Node& problem);

/// Returns whether `file` holds a design, judged by its extension (.mlir).
[[nodiscard]] bool is_design(const std::string& file);
/// Returns whether the text is a design in MLIR, judged by how it begins.
[[nodiscard]] bool is_design_text(std::string_view text);
/// Returns whether `text`, a piece from the beginning of a longer one, is too short to decide that,
/// as with comments alone.
[[nodiscard]] bool begins_further_on(std::string_view text);

}  // namespace xdnasim::design
