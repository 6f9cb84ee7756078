#pragma once
// What tests of bad input have in common.

#include <string>

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace xdnasim {

/// The message of the base::InputError that `action` throws; fails the test when it throws none.
template <class Action>
std::string input_error(Action&& action) {
    try {
        static_cast<void>(action());
    } catch (const base::InputError& error) {
        return error.what();
    }
    ADD_FAILURE() << "no base::InputError was thrown";
    return {};
}

}  // namespace xdnasim
