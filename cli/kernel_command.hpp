#pragma once
// `xdnasim kernel`: slots and cycles of one call of a kernel.

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "cli/kernel_report.hpp"
#include "cli/kernel_request.hpp"

namespace xdnasim::cli {

class KernelCommand {
 public:
    explicit KernelCommand(CLI::App& app);

    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    [[nodiscard]] base::ExitCode run() const;

 private:
    void add_matmul_options();
    void add_other_kernels();
    void add_outputs();
    void require_fitting_options() const;
    void write(const KernelReport& report) const;

    CLI::App* command_;
    std::vector<CLI::Option*> matmul_options_;
    CLI::Option* bytes_option_ = nullptr;
    KernelRequest request_;
    std::string device_ = "xdna2-krackan";
    std::optional<std::string> json_;  ///< path, or "-"
    std::optional<std::string> plot_;  ///< picture file
    std::optional<int> timeline_;      ///< lines
};

}  // namespace xdnasim::cli
