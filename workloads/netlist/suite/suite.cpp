#include "workloads/netlist/suite/suite.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/spelling.hpp"
#include "workloads/netlist/suite/families.hpp"

namespace xdnasim::netlist {
namespace {

constexpr const char* kSuiteDevice = "npu2_8x6";

std::vector<Family> all_families() {
    std::vector<Family> all = line_families();
    for (const auto& families : {mesh_families(), tree_families(), application_families()})
        all.insert(all.end(), families.begin(), families.end());
    return all;
}

/// Name of a netlist, such as "line_fs_03".
std::string name_of(const SuiteClass& suite_class, std::size_t number) {
    return fmt::format("{}_{}{}_{:02}", suite_class.shape, suite_class.has_feedback ? 'f' : 'p',
                       suite_class.is_large ? 'l' : 's', number);
}

/// Calls f(name, family, number) for each netlist; numbers start at 1.
template <class F>
void for_each_netlist(F f) {
    for (const Family& family : all_families())
        for (std::size_t i = 0; i < family.recipes.size(); ++i)
            if (family.recipes[i]) f(name_of(family.suite_class, i + 1), family, i + 1);
}

[[noreturn]] void refuse_unknown(const std::string& name) {
    const std::string meant = base::suggestion(name, suite_names());
    throw base::InputError{
        fmt::format("the suite has no netlist '{}'{} allowed: what `xdnasim netlist` lists", name,
                    meant.empty() ? ";" : meant)};
}

}  // namespace

std::vector<std::string> suite_names() {
    std::vector<std::string> names;
    for_each_netlist(
        [&](const std::string& name, const Family&, std::size_t) { names.push_back(name); });
    std::ranges::sort(names);
    return names;
}

SuiteClass class_of(const std::string& name) {
    std::optional<SuiteClass> found;
    for_each_netlist([&](const std::string& each, const Family& family, std::size_t) {
        if (each == name) found = family.suite_class;
    });
    if (!found) refuse_unknown(name);
    return *found;
}

std::string to_string(const SuiteClass& suite_class) {
    return fmt::format("{}, {}, {}", suite_class.shape,
                       suite_class.has_feedback ? "feedback" : "pipelined",
                       suite_class.is_large ? "large" : "small");
}

Netlist suite_netlist(const std::string& name) {
    Netlist netlist;
    for_each_netlist([&](const std::string& each, const Family& family, std::size_t number) {
        if (each != name) return;
        NetlistBuilder builder;
        family.recipes[number - 1](builder);
        if (family.taps_even_numbers && number % 2 == 0) builder.tap();
        netlist = builder.take(name, kSuiteDevice);
    });
    if (netlist.name.empty()) refuse_unknown(name);
    return netlist;
}

Netlist systolic_mesh(int rows, int columns, const std::string& device) {
    NetlistBuilder builder;
    build_systolic(builder, rows, columns);
    return builder.take(fmt::format("mesh_{}x{}", rows, columns), device);
}

}  // namespace xdnasim::netlist
