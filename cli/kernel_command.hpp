#pragma once
// `xdnasim kernel`: slots and cycles of one call of a kernel.

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "xdnasim/arch/error.hpp"

namespace xdnasim::cli {

class KernelCommand {
 public:
    explicit KernelCommand(CLI::App& app);

    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    [[nodiscard]] arch::ExitCode run() const;

 private:
    CLI::App* command_;
    std::string device_ = "xdna2-krackan";
    std::string types_ = "int8,int8,int8";
    std::string tile_;
    std::string blocking_;
    std::string b_layout_ = "column-major";
    std::optional<std::string> program_;  ///< a kernel of the user's
    std::optional<std::string> json_;     ///< path, or "-"
    std::optional<std::string> plot_;     ///< picture file
    std::optional<int> timeline_;         ///< lines
    bool first_ = false;
};

}  // namespace xdnasim::cli
