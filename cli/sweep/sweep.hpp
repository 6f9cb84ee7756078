#pragma once
// `xdnasim sweep` in steps: the points of a study are run, and what came out is a table.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "workloads/study/study.hpp"

namespace xdnasim::cli {

struct SweepOptions {
    std::string backend;  ///< one that models a device
    unsigned processes = 1;
    std::optional<std::filesystem::path> keep{};  ///< see base::Keep
};

/// What one point of a study gave.
struct SweepRow {
    std::int64_t point = 0;  ///< its number; see study::points_of()
    /// Keys of the axes, then the figures of `xdnasim simulate --json` that are no lists, each with
    /// its path: "dram.read_gbps".
    nlohmann::ordered_json figures = nlohmann::ordered_json::object();
    std::optional<std::string> refusal{};  ///< why it cannot run; then there are no more figures
};

struct Sweep {
    const study::Study* study = nullptr;
    std::string backend;
    /// Of the study, this build of xdnasim and the device files: rows with the same can be
    /// compared.
    std::string made_by;
    std::vector<SweepRow> rows;  ///< in the order of their points

    [[nodiscard]] std::vector<std::string> keys() const;     ///< of the axes
    [[nodiscard]] std::vector<std::string> columns() const;  ///< of all figures, the keys first
};

/// Runs all points. `on_done`: see base::run_side_by_side(). Throws InputError when no point can
/// run, with what the first one was refused for.
[[nodiscard]] Sweep run_sweep(const study::Study& study, const SweepOptions& options,
                              const std::function<void(std::size_t)>& on_done);

/// The table as CSV (RFC 4180), with a header.
[[nodiscard]] std::string sweep_csv(const Sweep& sweep);
/// One JSON object and a newline: the table and the figures that the study asks for.
[[nodiscard]] std::string sweep_json(const Sweep& sweep);
/// For people.
[[nodiscard]] std::string sweep_report(const Sweep& sweep);

}  // namespace xdnasim::cli
