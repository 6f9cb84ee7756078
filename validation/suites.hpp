#pragma once
// The suites of measured rows: what each reads and simulates.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "validation/csv_table.hpp"
#include "validation/suite.hpp"
#include "workloads/gemm/gemm_choice.hpp"

namespace xdnasim::validation {

struct MeasuredArray {
    Measurement measured;  ///< TOPS
    double clock_ghz = 0;
    gemm::GemmDesign problem;   ///< with the slot model's kernel rate
    double macs_per_cycle = 0;  ///< measured, of one core
};

[[nodiscard]] std::vector<MeasuredArray> measured_arrays();

// TOPS of whole-array GEMMs, as the host's clock sees them.

/// Where a core's multiply-accumulates per cycle come from.
enum class KernelRates : std::uint8_t { Measured, SlotModel };

[[nodiscard]] std::vector<Case> array_cases(KernelRates rates);

// What a change to a design costs, against ablations that were published.

struct MeasuredEffect {
    Measurement measured;  ///< share of the throughput that the change loses
    MeasuredArray base;
    gemm::GemmDesign changed;
};

[[nodiscard]] std::vector<MeasuredEffect> measured_effects();

[[nodiscard]] std::vector<Case> effect_cases();

// What recordings of other people's designs show of a core.

/// Each row simulates its design, and compares the median over the calls.
[[nodiscard]] std::vector<Case> trace_cases();

// How long a recorded design takes to get going: from the signal that starts the trace units to
// the first words at its core, and to the first call of its kernel.

/// What ends the time.
enum class Start : std::uint8_t {
    Port0,  ///< the first word that the core's first S2MM channel takes: A of a GEMM
    Port1,  ///< the same of its second one: B
    Call,   ///< the first call of the kernel that takes most of the time
};

/// In array cycles, of traced_runs/`problem`.yaml. The command processor signals before all else;
/// a buffer for the words of a trace is set up before that, and does not count.
[[nodiscard]] Simulation simulate_start(const std::string& problem, Start start,
                                        const Devices& devices);

// Times of whole-array GEMMs that people have measured in numbers, as the host's clock sees them.

inline constexpr std::size_t kSampleStep = 29;         ///< makes about 60 of the sweep's rows
[[nodiscard]] std::vector<Case> sweep_cases();         ///< of six tiles, on Phoenix
[[nodiscard]] std::vector<Case> sweep_sample_cases();  ///< one of kSampleStep, always the same
[[nodiscard]] std::vector<Case> contiguous_cases();    ///< k_mt varied
[[nodiscard]] std::vector<Case> desktop_cases();       ///< Phoenix at 1.8 GHz
[[nodiscard]] std::vector<Case> halo_cases();          ///< Strix Halo

// Cycles of single kernel calls against the slot model.

/// The rows of a file of such calls of measured/.
[[nodiscard]] std::vector<CsvRow> kernel_rows(const std::string& file);

/// The rows of files of measured/. A row that was traced in a running array loses cycles in the
/// memory banks, and takes the longer of that and the time to stream in a tile of A; the row's
/// bound says which.
[[nodiscard]] std::vector<Case> kernel_cases(const std::vector<std::string>& files);

// Cores and whole arrays with asymmetric tile buffers and bfp16 (Wang et al., "Can Asymmetric Tile
// Buffering Be Beneficial?", 2025).

[[nodiscard]] std::vector<Case> atb_kernel_cases();  ///< of single cores
[[nodiscard]] std::vector<Case> atb_array_cases();

// Cores in GEMMs on packs, with their buffers where the source puts them (GAMA, Mhatre et al., FPL
// 2025).

[[nodiscard]] std::vector<Case> pack_cases();

// Layers of networks, and what passes between them (Ji et al., "u-ORCA", 2026).

[[nodiscard]] std::vector<Case> uorca_cases();

// Times of transfers without kernels, as the host's clock sees them.

/// GEMM-like traffic and contiguous copies; each is simulated as the design that was measured.
[[nodiscard]] std::vector<Case> transfer_cases();

}  // namespace xdnasim::validation
