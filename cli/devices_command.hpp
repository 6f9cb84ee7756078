#pragma once
// `xdnasim devices`: lists the known devices, or the numbers of one.

#include <string>

#include <CLI/CLI.hpp>

#include "base/error.hpp"

namespace xdnasim::cli {

class DevicesCommand {
 public:
    explicit DevicesCommand(CLI::App& app);

    [[nodiscard]] base::ExitCode run() const;

 private:
    std::string device_;
};

}  // namespace xdnasim::cli
