#pragma once
// What stands beside an exported design, or a recorded run, and says what it is of: the device,
// the problem, the files, the buffers that the host gives it and what its trace units watch.

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "arch/device.hpp"
#include "traces/words/packet.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::artifacts {

inline constexpr std::string_view kManifestFile = "manifest.json";

/// A file beside the manifest. One that is built later has neither size nor hash.
struct FileEntry {
    std::string path;  ///< from the manifest's folder
    std::optional<arch::Bytes> size;
    std::optional<std::uint64_t> hash;  ///< base::fingerprint
};

struct Files {
    std::optional<FileEntry> mlir;    ///< the design, for mlir-aie
    std::optional<FileEntry> insts;   ///< the NPU's instructions, as words
    std::optional<FileEntry> xclbin;  ///< the design, built
    /// Instructions, or where there is no xclbin the design and them in one: of newer releases of
    /// XRT.
    std::optional<FileEntry> elf;
};

using schedule::BufferRole;

/// A buffer of the host. Their order is that of the kernel's arguments.
struct BufferEntry {
    std::string name;
    BufferRole role{};
    arch::Bytes size{};
    std::string type;                 ///< of an element: "int8", or "bytes"
    std::vector<std::int64_t> shape;  ///< rows and columns, or elements
    std::string layout;               ///< "row-major"; empty: no matrix
};

/// In the form of a configuration of `trace decode`, so that a manifest serves as one.
struct TracedUnit {
    words::Unit unit;
    std::array<int, words::kSlots> events{};  ///< ids
    // Not known of a design that others traced.
    std::optional<std::vector<std::string>> ports;   ///< "slave North:2", by n of PORT_..._n
    std::optional<schedule::SelectedChannels> s2mm;  ///< of a mem tile
    std::optional<schedule::SelectedChannels> mm2s;
};

struct TraceEntry {
    int buffer = 0;  ///< index of the buffer that the words go to
    std::optional<std::string>
        route;  ///< "S2MM 1 of shim (0,0)", "ideal"; nullopt when it is not known
    std::vector<TracedUnit> units;
};

/// A kernel of the design.
struct KernelEntry {
    std::string name;
    std::optional<arch::Cycles> cycles;  ///< of a call, where the problem gives them
};

struct Manifest {
    std::string device;
    std::string generation;           ///< of its cores
    std::optional<double> clock_ghz;  ///< of its array
    /// All of the device file, by their paths: "dram.read". Empty: not known.
    parameters::Values numbers;
    /// Paths of those that say how long something takes. A file does not tell: empty.
    std::set<std::string, std::less<>> times;
    /// What two designs must have in common to be of one problem, under the paths of the problem
    /// file: "gemm.size.m".
    parameters::Values problem;
    std::optional<std::vector<KernelEntry>> kernels;  ///< nullopt: not known
    std::string kernel = "MLIR_AIE";                  ///< in the xclbin
    Files files;
    std::vector<BufferEntry> buffers;
    std::optional<TraceEntry> trace;
};

/// All but the files.
[[nodiscard]] Manifest make_manifest(const schedule::Schedule& schedule,
                                     const arch::Device& device);

/// Throws InputError when the file in `folder` is not the one of `entry`.
void require_same_file(const std::filesystem::path& folder, const FileEntry& entry);

[[nodiscard]] std::string manifest_json(const Manifest& manifest);
/// Throws InputError with the file and the place in it.
[[nodiscard]] Manifest load_manifest(const std::filesystem::path& file);

/// Throws InputError with the first field that differs, and both values: device, those of its
/// numbers that a design is made of, problem, kernels, or buffers but for a trace's. `file`: where
/// `found` was read. What either manifest does not know does not differ, here and below.
void require_same_problem(const Manifest& found, const Manifest& wanted,
                          const std::filesystem::path& file);
/// Device and problem, sorted: the same for manifests that have these in common.
[[nodiscard]] std::vector<std::string> problem_lines(const Manifest& manifest);
/// The same for their traces: units and what they watch, the way of their words, or that one of the
/// two has no trace.
void require_same_trace(const Manifest& found, const Manifest& wanted,
                        const std::filesystem::path& file);
/// The same for the array's clock: times depend on it, a design does not.
void require_same_clock(const Manifest& found, const Manifest& wanted,
                        const std::filesystem::path& file);
/// The same for all numbers of the device. What is simulated depends on them; what an NPU does not
/// depend on are those that say how long something takes.
void require_same_numbers(const Manifest& found, const Manifest& wanted,
                          const std::filesystem::path& file);

}  // namespace xdnasim::artifacts
