#include "base/descriptor.hpp"

#include <array>
#include <cerrno>
#include <string>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>

namespace xdnasim::base {
namespace {

TEST(WriteAll, WritesMoreThanAPipeHolds) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    std::string sent(1'000'000, ' ');
    for (std::size_t i = 0; i < sent.size(); ++i)
        sent[i] = static_cast<char>('a' + i % 26);
    std::string received;
    std::jthread reader{[&, from = ends[0]] {
        std::array<char, 10'000> bytes{};
        for (ssize_t count = 1; count > 0;) {
            count = ::read(from, bytes.data(), bytes.size());
            if (count > 0) received.append(bytes.data(), static_cast<std::size_t>(count));
        }
        ::close(from);
    }};
    {
        const Descriptor output{ends[1]};
        EXPECT_TRUE(write_all(output.get(), sent));
    }
    reader.join();
    EXPECT_TRUE(received == sent) << received.size();
}

TEST(WriteAll, TellsOfADeviceThatIsFull) {
    const Descriptor full{::open("/dev/full", O_WRONLY)};
    ASSERT_TRUE(full.valid());
    EXPECT_FALSE(write_all(full.get(), "some text"));
    EXPECT_EQ(errno, ENOSPC);
    EXPECT_TRUE(write_all(full.get(), ""));
}

}  // namespace
}  // namespace xdnasim::base
