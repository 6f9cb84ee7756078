#pragma once
// What tests of bad input have in common.

#include <string>

#include <gtest/gtest.h>

#include "xdnasim/arch/error.hpp"

namespace xdnasim::arch {

/// The message of the InputError that `action` throws; fails the test when it throws none.
template <class Action>
std::string input_error(Action&& action) {
    try {
        static_cast<void>(action());
    } catch (const InputError& error) {
        return error.what();
    }
    ADD_FAILURE() << "no InputError was thrown";
    return {};
}

}  // namespace xdnasim::arch
