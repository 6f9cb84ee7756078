#pragma once
// Options for a design of mlir-aie that `simulate` and `place` share: shorthands for settings.

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

namespace xdnasim::cli {

struct DesignChoice {
    std::optional<std::string> kernels;  ///< path of the file
    std::optional<std::string> ports;    ///< path of the file
    std::optional<std::string> aie_device;
    std::optional<std::string> sequence;

    void add_files_to(CLI::App& command);
    void add_names_to(CLI::App& command);
};

}  // namespace xdnasim::cli
