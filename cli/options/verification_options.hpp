#pragma once
// The options `--verify` and `--seed` of commands that run problems.

#include <cstdint>
#include <string>

#include <CLI/CLI.hpp>

namespace xdnasim::cli {

class VerificationOptions {
 public:
    void add_to(CLI::App& command);

    [[nodiscard]] bool wanted() const { return wanted_; }
    /// Seed of the input data. Throws InputError if it is not a natural number.
    [[nodiscard]] std::uint64_t seed() const;
    /// Throws InputError if a seed was given for a run that does not move data.
    void require_data(bool moves_data) const;

 private:
    CLI::Option* seed_option_ = nullptr;
    bool wanted_ = false;
    std::string seed_ = "1";
};

}  // namespace xdnasim::cli
