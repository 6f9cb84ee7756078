#pragma once
// `xdnasim place design.mlir`: the design on other tiles, and how long it takes there.

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

/// Options of `place` that are for designs alone.
class PlaceDesignOptions {
 public:
    void add_to(CLI::App& command);

    /// Throws InputError when one was given but --verify, and `file` is not a design.
    void require_none_for(const std::string& file) const;
    /// Throws InputError for what is not a tile.
    [[nodiscard]] placed_design::Kept kept() const;

    [[nodiscard]] const std::optional<std::string>& aie_device() const {
        return choice_.aie_device;
    }
    [[nodiscard]] const std::optional<std::string>& sequence() const { return choice_.sequence; }
    [[nodiscard]] bool verify() const { return verify_; }
    /// The file of --kernels or --ports; else the one that stands beside the design.
    [[nodiscard]] std::optional<std::string> kernels_of(const std::string& design) const;
    [[nodiscard]] std::optional<std::string> ports_of(const std::string& design) const;

 private:
    std::vector<std::string> keep_;
    DesignChoice choice_;
    bool verify_ = false;
};

struct DesignRequest {
    std::string file;
    PlaceQuestion question;
    std::vector<std::string>
        settings;  ///< KEY=VALUE; `device` and what begins with "design." are of the run
    std::optional<std::string> device;
    std::optional<std::string> output;  ///< path, or "-"
    std::optional<std::string> svg;
    const PlaceDesignOptions& options;
};

/// Places the design anew, runs it before and after, writes what was asked for, and reports. Throws
/// InputError for a design that cannot be placed, Error (CheckFailed) where nothing legal was found
/// or the data differ.
base::ExitCode place_design(const DesignRequest& request);

}  // namespace xdnasim::cli
