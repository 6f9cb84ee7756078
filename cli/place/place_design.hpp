#pragma once
// `xdnasim place design.mlir`: moves a design to other tiles, and compares the run times.

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "cli/file_roles.hpp"
#include "cli/options/design_choice.hpp"
#include "cli/place/place_search.hpp"
#include "workloads/placed_design/design_netlist.hpp"

namespace xdnasim::cli {

/// Options of `place` for designs; only --verify also applies to problem files.
class PlaceDesignOptions {
 public:
    void add_to(CLI::App& command);

    /// Throws InputError if one of the options except --verify was given. `file`: what is placed,
    /// which is not a design.
    void require_none_for(const std::string& file) const;
    /// The tiles that --keep names. Throws InputError if a value is not a tile or a kind of tiles.
    [[nodiscard]] placed_design::Kept kept() const;

    [[nodiscard]] const std::optional<std::string>& aie_device() const {
        return choice_.aie_device;
    }
    [[nodiscard]] const std::optional<std::string>& sequence() const { return choice_.sequence; }
    [[nodiscard]] bool verify() const { return verify_; }
    /// The file of --kernels, else the kernels.yaml in the folder of `design`; nullopt if there is
    /// neither.
    [[nodiscard]] std::optional<std::string> kernels_of(const std::string& design) const;
    /// As kernels_of(), for --ports and ports.yaml.
    [[nodiscard]] std::optional<std::string> ports_of(const std::string& design) const;

 private:
    std::vector<std::string> keep_;
    DesignChoice choice_;
    bool verify_ = false;
};

struct DesignRequest {
    std::string file;
    PlaceQuestion question;
    /// KEY=VALUE. `device` and keys that begin with "design." apply to the run, all others to the
    /// search.
    std::vector<std::string> settings;
    std::optional<std::string> device;
    std::optional<std::string> output;  ///< path, or "-" for standard output
    std::optional<std::string> svg;
    const PlaceDesignOptions& options;
};

/// Moves the design to other tiles, runs it before and after, writes the requested files, and
/// prints a report. Throws InputError if the design cannot be placed, and Error (CheckFailed) if no
/// legal placement was found or the data differ.
base::ExitCode place_design(const DesignRequest& request);

}  // namespace xdnasim::cli
