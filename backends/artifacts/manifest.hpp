#pragma once
// The manifest of an exported design or a recorded run: a file beside it with the device, the
// problem, the files, the host buffers and what the trace units watch.

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

/// A file beside the manifest. A file that is still to be built has neither size nor hash.
struct FileEntry {
    std::string path;  ///< relative to the manifest's folder
    std::optional<arch::Bytes> size;
    std::optional<std::uint64_t> hash;  ///< base::fingerprint
};

struct Files {
    std::optional<FileEntry> mlir;    ///< the design as input of mlir-aie
    std::optional<FileEntry> insts;   ///< the NPU's instructions, as words
    std::optional<FileEntry> xclbin;  ///< the built design
    /// For newer releases of XRT: the instructions, or if there is no xclbin, the built design with
    /// the instructions.
    std::optional<FileEntry> elf;
};

using schedule::BufferRole;

/// A host buffer. Buffers are in the order of the kernel's arguments.
struct BufferEntry {
    std::string name;
    BufferRole role{};
    arch::Bytes size{};
    std::string type;                 ///< type of an element: "int8", or "bytes"
    std::vector<std::int64_t> shape;  ///< number of rows and of columns, or of elements
    std::string layout;               ///< "row-major"; empty: not a matrix
};

/// A traced unit. In JSON it has the form of a configuration of `trace decode`, so that a manifest
/// can serve as one.
struct TracedUnit {
    words::Unit unit;
    std::array<int, words::kSlots> events{};  ///< ids of the events; 0: none
    // Not known, and nullopt, if another tool set up the trace.
    std::optional<std::vector<std::string>> ports;   ///< "slave North:2"; index: n of PORT_..._n
    std::optional<schedule::SelectedChannels> s2mm;  ///< watched DMA channels of a mem tile
    std::optional<schedule::SelectedChannels> mm2s;
};

struct TraceEntry {
    int buffer = 0;                    ///< index of the host buffer for the trace words
    std::optional<std::string> route;  ///< "S2MM 1 of shim (0,0)", "ideal"; nullopt: not known
    std::vector<TracedUnit> units;
};

/// A kernel of the design.
struct KernelEntry {
    std::string name;
    std::optional<arch::Cycles> cycles;  ///< cycles per call; nullopt: the problem gives none
};

struct Manifest {
    std::string device;
    std::string generation;           ///< generation of the device's cores
    std::optional<double> clock_ghz;  ///< clock of the array
    /// All numbers of the device file, by their paths: "dram.read". Empty: not known.
    parameters::Values numbers;
    /// Paths of those `numbers` whose unit is one of time. A manifest file does not contain them:
    /// empty after load_manifest().
    std::set<std::string, std::less<>> times;
    /// Parameters that are equal in all designs for one problem, by their paths in the problem
    /// file: "gemm.size.m".
    parameters::Values problem;
    std::optional<std::vector<KernelEntry>> kernels;  ///< nullopt: not known
    std::string kernel = "MLIR_AIE";                  ///< name of the kernel in the xclbin
    Files files;
    std::vector<BufferEntry> buffers;
    std::optional<TraceEntry> trace;
};

/// Makes a manifest without the entries of files.
[[nodiscard]] Manifest make_manifest(const schedule::Schedule& schedule,
                                     const arch::Device& device);

/// Throws InputError unless the file in `folder` has the size and hash of `entry`, where given.
void require_same_file(const std::filesystem::path& folder, const FileEntry& entry);

[[nodiscard]] std::string manifest_json(const Manifest& manifest);
/// Throws InputError, with the file and the place in it, for a damaged manifest.
[[nodiscard]] Manifest load_manifest(const std::filesystem::path& file);

// Each require_same_...() throws InputError with the first field that differs, and both values.
// Fields that one of the manifests does not know are not compared. `file`: file of `found`.

/// Compares device, problem, kernels, buffers except for a trace's, and those numbers of the device
/// that a design depends on, which are those that do not only affect times.
void require_same_problem(const Manifest& found, const Manifest& wanted,
                          const std::filesystem::path& file);
/// Returns device and problem as sorted lines, which are equal for manifests with the same device
/// and problem.
[[nodiscard]] std::vector<std::string> problem_lines(const Manifest& manifest);
/// Compares the traces: whether there is one, units, what they watch, the route of the words, and
/// the size of the buffer.
void require_same_trace(const Manifest& found, const Manifest& wanted,
                        const std::filesystem::path& file);
/// Compares the array's clock, on which times depend but designs do not.
void require_same_clock(const Manifest& found, const Manifest& wanted,
                        const std::filesystem::path& file);
/// Compares all numbers of the device. A simulated run depends on all of them; a run on an NPU does
/// not depend on those that only affect times.
void require_same_numbers(const Manifest& found, const Manifest& wanted,
                          const std::filesystem::path& file);

}  // namespace xdnasim::artifacts
