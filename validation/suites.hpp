#pragma once
// The measured rows of all suites, and their simulations.

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
    gemm::GemmDesign problem;   ///< the kernels' cycles are those of the slot model
    double macs_per_cycle = 0;  ///< measured rate of one core
};

[[nodiscard]] std::vector<MeasuredArray> measured_arrays();

// TOPS of whole-array GEMMs, by the host's clock.

/// Source of a core's multiply-accumulates per cycle.
enum class KernelRates : std::uint8_t { Measured, SlotModel };

[[nodiscard]] std::vector<Case> array_cases(KernelRates rates);

// Costs of a change to a design, compared with published ablations.

struct MeasuredEffect {
    Measurement measured;  ///< share of the throughput that is lost by the change
    MeasuredArray base;
    gemm::GemmDesign changed;
};

[[nodiscard]] std::vector<MeasuredEffect> measured_effects();

[[nodiscard]] std::vector<Case> effect_cases();

// Figures of a core in recordings of other people's designs.

/// Each row simulates its design and compares the median over the kernel calls.
[[nodiscard]] std::vector<Case> trace_cases();

// Start-up time of a recorded design: from the signal that starts the trace units to the first
// words at its core, or to the first call of its kernel.

/// The event that ends the start-up time.
enum class Start : std::uint8_t {
    Port0,  ///< first word that S2MM channel 0 of the core takes: A of a GEMM
    Port1,  ///< first word that S2MM channel 1 of the core takes: B of a GEMM
    Call,   ///< first call of the kernel that takes most of the time
};

/// Simulates traced_runs/`problem`.yaml and returns the start-up time in array cycles. The signal
/// is the first operation of the command processor; the set-up of a trace buffer comes before it
/// and does not count.
[[nodiscard]] Simulation simulate_start(const std::string& problem, Start start,
                                        const Devices& devices);

// Times of whole-array GEMMs from published series of measurements, by the host's clock.

inline constexpr std::size_t kSampleStep = 29;         ///< leaves about 60 of the sweep's rows
[[nodiscard]] std::vector<Case> sweep_cases();         ///< GEMMs with six tiles on Phoenix
[[nodiscard]] std::vector<Case> sweep_sample_cases();  ///< every kSampleStep-th row of the sweep
[[nodiscard]] std::vector<Case> contiguous_cases();    ///< a GEMM with varied k_mt
[[nodiscard]] std::vector<Case> desktop_cases();       ///< GEMMs on Phoenix at 1.8 GHz
[[nodiscard]] std::vector<Case> halo_cases();          ///< GEMMs on Strix Halo

// Cycles of single kernel calls, compared with the slot model.

/// Loads the rows of a file of kernel calls in measured/.
[[nodiscard]] std::vector<CsvRow> kernel_rows(const std::string& file);

/// Returns the cases of files in measured/. For a row that was traced in a running array, the
/// simulated value is the longer of two times: the call with its stalls in the memory banks, and
/// the streaming of a tile of A into the core. The row's bound says which it is.
[[nodiscard]] std::vector<Case> kernel_cases(const std::vector<std::string>& files);

// TFLOPS of cores and whole arrays with asymmetric tile buffers and bfp16 (Wang et al., "Can
// Asymmetric Tile Buffering Be Beneficial?", 2025).

[[nodiscard]] std::vector<Case> atb_kernel_cases();  ///< single cores
[[nodiscard]] std::vector<Case> atb_array_cases();   ///< whole arrays

// Cycles of cores in GEMMs on packs, with the buffers placed as in the source (GAMA, Mhatre et al.,
// FPL 2025).

[[nodiscard]] std::vector<Case> pack_cases();

// Cycles of layers of networks, and of the transfers between them (Ji et al., "u-ORCA", 2026).

[[nodiscard]] std::vector<Case> uorca_cases();

// Times of transfers without kernels, by the host's clock.

/// Cases of GEMM-like traffic and of contiguous copies, simulated with the measured designs.
[[nodiscard]] std::vector<Case> transfer_cases();

}  // namespace xdnasim::validation
