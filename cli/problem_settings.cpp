#include "cli/problem_settings.hpp"

#include <fmt/format.h>

#include "workloads/problem/problem.hpp"

namespace xdnasim::cli {
namespace {

// A check of CLI11: an empty string means that the value is right.
std::string check_setting(const std::string& text) {
    const auto equals = text.find('=');
    if (equals != std::string::npos && equals > 0) return {};
    return fmt::format("'{}' is no KEY=VALUE; an example: gemm.size.m=4032", text);
}

}  // namespace

void add_settings_option(CLI::App& command, std::vector<std::string>& settings) {
    command.add_option("--set", settings, "Replace a value of the problem file; repeatable")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE")
        ->check(check_setting);
}

std::vector<problem::Setting> split_settings(const std::vector<std::string>& settings) {
    std::vector<problem::Setting> result;
    for (const std::string& text : settings) {
        const auto equals = text.find('=');
        result.push_back({text.substr(0, equals), text.substr(equals + 1)});
    }
    return result;
}

}  // namespace xdnasim::cli
