#pragma once
// `--verify` and `--seed` of the commands that run problems.

#include <cstdint>
#include <string>

#include <CLI/CLI.hpp>

namespace xdnasim::cli {

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
