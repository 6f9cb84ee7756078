#pragma once
// The choice of backends, and the options that only certain backends take.

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

/// Names of all backends, in the order of the help.
[[nodiscard]] const std::vector<std::string>& backend_names();

/// A check for CLI11: empty if there is a backend `name`, else a message.
[[nodiscard]] std::string check_backend(const std::string& name);

/// Options that only certain backends take.
class BackendOptions {
 public:
    /// Names of all backends; see backend_names().
    [[nodiscard]] static std::vector<std::string> names();

    void add_to(CLI::App& command);

    /// Makes a backend. `backend`: one of backend_names(). `problem`: the argument PROBLEM. Throws
    /// InputError if an option is missing, and Error (Unavailable) if the build does not contain
    /// the backend.
    [[nodiscard]] std::unique_ptr<backends::Backend> make(const std::string& backend,
                                                          const std::string& problem) const;
    /// Throws InputError if an option was given that none of the `chosen` backends takes.
    void require_taken_by(std::span<const std::string> chosen) const;
    /// Adds to `files` the folders that the `chosen` backends read when they run `problem`.
    void add_inputs(FileRoles& files, std::span<const std::string> chosen,
                    const std::string& problem) const;
    /// The folder that `backend` reads besides the problem file when it runs `problem`; nullopt if
    /// it reads none or its option was not given.
    [[nodiscard]] std::optional<std::filesystem::path> folder(const std::string& backend,
                                                              const std::string& problem) const;
    /// The options that were given, as words of a command line.
    [[nodiscard]] std::vector<std::string> words() const;

 private:
    /// A backend with its options.
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
