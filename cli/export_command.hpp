#pragma once
// `xdnasim export`: a problem's design as files for an NPU's tools.

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/error.hpp"

namespace xdnasim::cli {

class ExportCommand {
 public:
    explicit ExportCommand(CLI::App& app);

    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    [[nodiscard]] base::ExitCode run() const;

 private:
    CLI::App* command_;
    std::string problem_;
    std::string folder_;
    std::vector<std::string> settings_;
    bool force_ = false;
};

}  // namespace xdnasim::cli
