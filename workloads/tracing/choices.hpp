#pragma once
// Closed sets of names in a problem file; each is read and described from one list.

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/node.hpp"
#include "base/parameters/kinds.hpp"

namespace xdnasim::tracing {

/// The names of a closed set, each with its value.
template <class Value, std::size_t kCount>
using Choices = std::array<std::pair<std::string_view, Value>, kCount>;

template <class Value, std::size_t kCount>
std::string alternatives_of(const Choices<Value, kCount>& choices) {
    std::vector<std::string> names;
    for (const auto& choice : choices)
        names.emplace_back(choice.first);
    return parameters::joined_alternatives(names);
}

template <class Value, std::size_t kCount>
Value choice_of(const Choices<Value, kCount>& choices, const base::Node& node) {
    std::vector<std::string_view> names;
    for (const auto& choice : choices)
        names.push_back(choice.first);
    return choices[node.as_choice(names)].second;
}

}  // namespace xdnasim::tracing
