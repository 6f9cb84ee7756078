#pragma once
// Options of the commands that run problems: backend, settings, verification, designs of mlir-aie.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "backends/backend.hpp"
#include "cli/design_choice.hpp"
#include "cli/file_roles.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::cli {

/// As the argument PROBLEM.
inline constexpr const char* kStandardInput = "-";

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

// `--verify` and `--seed` of the commands that run problems.

class VerificationOptions {
 public:
    void add_to(CLI::App& command);

    [[nodiscard]] bool wanted() const { return wanted_; }
    [[nodiscard]] std::uint64_t seed() const;  ///< of the input data
    /// Throws InputError for a seed of a run that does not move any.
    void require_data(bool moves_data) const;

 private:
    CLI::Option* seed_option_ = nullptr;
    bool wanted_ = false;
    std::string seed_ = "1";
};

}  // namespace xdnasim::cli

// `--set KEY=VALUE`: values of a problem file from the command line.

namespace xdnasim::cli {

/// A check of CLI11 for KEY=VALUE: an empty string means that it is right.
[[nodiscard]] std::string check_setting(const std::string& text);

/// Each of `settings` will be a KEY=VALUE.
void add_settings_option(CLI::App& command, std::vector<std::string>& settings);

// The argument PROBLEM: a file, or - for standard input.

void add_problem_argument(CLI::App& command, std::string& problem);

/// Those of add_settings_option(), as the problem takes them.
[[nodiscard]] std::vector<problem::Setting> settings_of(const std::vector<std::string>& settings);

/// Shows how far the search of a section `placement` is. Throws InputError.
[[nodiscard]] problem::Problem load_problem(const std::string& problem,
                                            const std::vector<problem::Setting>& settings);
[[nodiscard]] problem::Problem load_problem(const std::string& problem,
                                            const std::vector<std::string>& settings);

/// Throws InputError for a problem that is not placed by its workload's own rules, which are all
/// that `command` knows.
void require_own_placement(const problem::Problem& problem, std::string_view command);

/// The problem file with a device that is found from any folder: by its name, or by the path from
/// the root.
[[nodiscard]] base::Node found_anywhere(const problem::Problem& problem);

/// Tells `files` what load_problem() has read.
void add_inputs(FileRoles& files, const std::string& argument, const problem::Problem& problem);

/// Tells `files` what the workload writes where data moves, whether or not this run `moves_data`.
/// Throws InputError when one of them is among `files`, or cannot be written by this run.
void add_outputs(FileRoles& files, const problem::Problem& problem, bool moves_data);

// `--jobs` and `--keep` of the commands that run many simulations side by side.

class SideBySideOptions {
 public:
    /// `what` is run at a time: "Rows". `only_with`: what --keep asks for.
    void add_to(CLI::App& command, const char* what, const char* only_with = "");

    [[nodiscard]] unsigned processes() const { return jobs_; }
    /// What is run needs the machine's NPU, so that only one is run at a time. Throws InputError
    /// when more were asked for.
    void run_one_at_a_time();
    [[nodiscard]] const std::optional<std::string>& kept() const { return keep_; }  ///< path
    void add_outputs(FileRoles& files) const;
    /// From now on an interruption says that what is done is kept, when it is.
    void keep_through_interruptions() const;

 private:
    unsigned jobs_ = std::max(std::thread::hardware_concurrency(), 1U);
    const CLI::Option* jobs_option_ = nullptr;
    std::optional<std::string> keep_;
};

// Options for designs of mlir-aie: short ways of settings that a problem file would hold.

class DesignOptions {
 public:
    void add_to(CLI::App& command);

    /// `settings`, those of `--set`, behind those of these options.
    [[nodiscard]] std::vector<problem::Setting> with(
        const std::vector<std::string>& settings) const;

    /// Tells `files` what these options name to be read.
    void add_inputs(FileRoles& files) const;
    /// Do they ask for a run that moves data?
    [[nodiscard]] bool move_data() const {
        return !inputs_.empty() || !outputs_.empty() || !expected_.empty();
    }

    /// Throws InputError when an option that asks for a run was `given`, beside one that ends the
    /// command before it.
    void require_run_for(std::initializer_list<std::pair<const char*, bool>> given) const;
    /// Writes the files of --kernels-template, --ports-template and --lowered, which are none of
    /// `files`; true: that is all that was asked for. Throws InputError when `problem` is not a
    /// design.
    [[nodiscard]] bool write_templates(const problem::Problem& problem, FileRoles files) const;

 private:
    void add_what_runs(CLI::App& command);
    void add_data(CLI::App& command);
    /// In place of a run.
    void add_what_is_written(CLI::App& command);
    /// Of those that write a file and run nothing, one that was given; nullptr: none was.
    [[nodiscard]] const char* template_option() const;

    std::optional<std::string> device_;
    DesignChoice choice_;
    std::optional<std::string> instructions_;
    std::optional<std::string> template_;
    std::optional<std::string> ports_template_;
    std::optional<std::string> lowered_;
    std::vector<std::string> inputs_;  ///< ARGUMENT=FILE, as those of the next two
    std::vector<std::string> outputs_;
    std::vector<std::string> expected_;
};

}  // namespace xdnasim::cli
