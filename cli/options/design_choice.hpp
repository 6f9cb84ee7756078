#pragma once
// Options that `simulate` and `place` have alike for a design of mlir-aie: short ways of settings.

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

namespace xdnasim::cli {

struct DesignChoice {
    std::optional<std::string> kernels;  ///< a file
    std::optional<std::string> ports;    ///< a file
    std::optional<std::string> aie_device;
    std::optional<std::string> sequence;

    void add_files_to(CLI::App& command);
    void add_names_to(CLI::App& command);
};

}  // namespace xdnasim::cli
