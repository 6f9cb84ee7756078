#pragma once
// Which backend runs a problem, and what it needs to know from the command line.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "backends/backend.hpp"

namespace xdnasim::cli {

/// "systemc", "analytic", "xrt", "replay"
[[nodiscard]] const std::vector<std::string>& backend_names();

/// For CLI11: an empty string means that there is such a backend.
[[nodiscard]] std::string check_backend(const std::string& name);

/// Options that one or another backend takes.
class BackendOptions {
 public:
    void add_to(CLI::App& command);

    /// `backend` is one of backend_names(), `problem` the problem file. Throws InputError when an
    /// option is missing, and Error with ExitCode::Unavailable when the build has no such backend.
    [[nodiscard]] std::unique_ptr<backends::Backend> make(const std::string& backend,
                                                          const std::string& problem) const;
    /// Throws InputError when an option was given that none of the `chosen` backends takes.
    void require_taken_by(std::span<const std::string> chosen) const;

 private:
    std::optional<std::string> artifacts_;
    std::optional<std::string> recording_;
    std::string runs_ = "100";
    std::string warmup_ = "10";
    std::string timeout_ = "10";
    std::vector<CLI::Option*> of_xrt_;
    std::vector<CLI::Option*> of_replay_;
};

}  // namespace xdnasim::cli
