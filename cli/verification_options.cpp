#include "cli/verification_options.hpp"

#include <charconv>
#include <optional>
#include <system_error>

#include <fmt/format.h>

namespace xdnasim::cli {
namespace {

std::optional<std::uint64_t> parse_seed(const std::string& text) {
    std::uint64_t seed = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, seed);
    if (error != std::errc{} || stop != end) return std::nullopt;
    return seed;
}

/// For CLI11.
std::string check_seed(const std::string& text) {
    if (parse_seed(text)) return {};
    return fmt::format("'{}' is no seed; allowed: 0 to {}", text, UINT64_MAX);
}

}  // namespace

void VerificationOptions::add_to(CLI::App& command) {
    command.add_flag("--verify", wanted_, "Move the real bytes and check the result");
    command.add_option("--seed", seed_, "Seed of the input data for --verify")
        ->type_name("N")
        ->capture_default_str()
        ->check(check_seed);
}

std::uint64_t VerificationOptions::seed() const {
    return parse_seed(seed_).value();
}

}  // namespace xdnasim::cli
