#pragma once
// The choice of backends, and the options that one or another of them takes.

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "backends/backend.hpp"
#include "cli/file_roles.hpp"

namespace xdnasim::cli {

/// In the order of the help.
[[nodiscard]] const std::vector<std::string>& backend_names();

/// For CLI11: an empty string means that there is such a backend.
[[nodiscard]] std::string check_backend(const std::string& name);

/// Options that one or another backend takes.
class BackendOptions {
 public:
    /// Of the backends, as backend_names().
    [[nodiscard]] static std::vector<std::string> names();

    void add_to(CLI::App& command);

    /// `backend` is one of backend_names(), `problem` the argument PROBLEM. Throws InputError when
    /// an option is missing, and Error with ExitCode::Unavailable when the build has no such
    /// backend.
    [[nodiscard]] std::unique_ptr<backends::Backend> make(const std::string& backend,
                                                          const std::string& problem) const;
    /// Throws InputError when an option was given that none of the `chosen` backends takes.
    void require_taken_by(std::span<const std::string> chosen) const;
    /// Tells `files` what the `chosen` backends read of the run of `problem`.
    void add_inputs(FileRoles& files, std::span<const std::string> chosen,
                    const std::string& problem) const;
    /// What `backend` reads of the run of `problem` beside it; nullopt: nothing, or not given.
    [[nodiscard]] std::optional<std::filesystem::path> folder(const std::string& backend,
                                                              const std::string& problem) const;
    /// Those that were given, as words of a command line.
    [[nodiscard]] std::vector<std::string> words() const;

 private:
    /// What the command line knows of a backend.
    struct Choice;
    [[nodiscard]] static std::span<const Choice> choices();
    [[nodiscard]] static const Choice& choice_of(const std::string& backend);
    [[nodiscard]] std::unique_ptr<backends::Backend> make_xrt(const std::string& problem) const;
    [[nodiscard]] std::unique_ptr<backends::Backend> make_replay() const;

    std::optional<std::string> artifacts_;
    std::optional<std::string> recording_;
    std::string runs_ = "100";
    std::string warmup_ = "10";
    std::string timeout_ = "10";
    std::vector<CLI::Option*> of_xrt_;
    std::vector<CLI::Option*> of_replay_;
};

}  // namespace xdnasim::cli
