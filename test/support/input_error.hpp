#pragma once
// Helpers for tests of bad input.

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace xdnasim {

/// The message of the base::InputError that `action` throws; empty if it throws none.
template <class Action>
std::string input_error_if_any(Action&& action) {
    try {
        static_cast<void>(action());
    } catch (const base::InputError& error) {
        return error.what();
    }
    return {};
}

/// The message of the base::InputError that `action` throws; the test fails if it throws none.
template <class Action>
std::string input_error(Action&& action) {
    std::string message = input_error_if_any(std::forward<Action>(action));
    EXPECT_NE(message, "") << "no base::InputError was thrown";
    return message;
}

}  // namespace xdnasim
