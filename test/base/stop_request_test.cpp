#include "base/stop_request.hpp"

#include <thread>

#include <gtest/gtest.h>

namespace xdnasim::base {
namespace {

TEST(StopRequest, LeavesWorkAloneThatNobodyAsksAbout) {
    EXPECT_NO_THROW(stop_if_called_off());
}

TEST(StopRequest, CallsOffWorkWhenItIsAskedFor) {
    int asked = 0;
    const MayGoOn twice{[&] { return ++asked < 3; }};
    EXPECT_NO_THROW(stop_if_called_off());
    EXPECT_NO_THROW(stop_if_called_off());
    EXPECT_THROW(stop_if_called_off(), CalledOff);
    EXPECT_EQ(asked, 3);
}

TEST(StopRequest, IsOfTheInnermostAndEndsWithIt) {
    const MayGoOn outer{[] { return false; }};
    {
        const MayGoOn inner{[] { return true; }};
        EXPECT_NO_THROW(stop_if_called_off());
    }
    EXPECT_THROW(stop_if_called_off(), CalledOff);
}

TEST(StopRequest, IsOfOneThread) {
    const MayGoOn here{[] { return false; }};
    bool thrown = false;
    std::jthread{[&] {
        try {
            stop_if_called_off();
        } catch (const CalledOff&) {
            thrown = true;
        }
    }}.join();
    EXPECT_FALSE(thrown);
}

TEST(StopRequest, IsForgottenWhereNobodyIsToCallOffWork) {
    const MayGoOn never{[] { return false; }};
    forget_calling_off();
    EXPECT_NO_THROW(stop_if_called_off());
}

}  // namespace
}  // namespace xdnasim::base
