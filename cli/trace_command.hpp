#pragma once
// `xdnasim trace`: what trace units wrote, read and written again.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "cli/trace_compare_command.hpp"

namespace xdnasim::cli {

class TraceCommand {
 public:
    explicit TraceCommand(CLI::App& app);

    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    [[nodiscard]] base::ExitCode run() const;

 private:
    void add_decode();
    void add_encode();
    [[nodiscard]] base::ExitCode decode() const;
    [[nodiscard]] base::ExitCode encode() const;
    void require_other_output() const;

    CLI::App* command_;
    CLI::App* decode_ = nullptr;
    CLI::App* encode_ = nullptr;
    TraceCompareCommand compare_;
    std::string file_;
    std::optional<std::string> config_;
    bool json_ = false;
    bool timeline_ = false;
    bool summary_ = false;
    bool reference_quirks_ = false;
    bool text_ = false;
    std::optional<std::string> output_;
};

}  // namespace xdnasim::cli
