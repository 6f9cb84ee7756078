// A recording is decoded where there is no room for a thread.

#include <fstream>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "test/support/temporary_folder.hpp"
#include "traces/recording/decode.hpp"
#include "traces/words/encoder.hpp"

namespace xdnasim::recording {
namespace {

/// While an object lives, the process has address space for a few MB more, but not for a thread's
/// stack.
class LittleMemory {
 public:
    LittleMemory() {
        getrlimit(RLIMIT_AS, &before_);
        rlim_t pages = 0;
        std::ifstream{"/proc/self/statm"} >> pages;
        rlimit little = before_;
        little.rlim_cur = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + kBytes;
        setrlimit(RLIMIT_AS, &little);
    }
    ~LittleMemory() { setrlimit(RLIMIT_AS, &before_); }
    LittleMemory(const LittleMemory&) = delete;
    LittleMemory& operator=(const LittleMemory&) = delete;

 private:
    static constexpr rlim_t kBytes = 6 << 20;  // a stack has 8 MB
    rlimit before_{};
};

struct Counting final : Listener {
    void on_levels(int, std::span<const words::Level> part) override { levels += part.size(); }
    std::size_t levels = 0;
};

std::string recorded() {
    words::UnitEncoder encoder{{.unit = {words::Module::Core, {0, 2}}, .id = 1}};
    encoder.start(0);
    for (std::uint64_t cycle = 1; cycle < 2'000; cycle += 10)
        encoder.hold(cycle, cycle + 3, 1);
    encoder.stop(3'000);
    std::vector<std::uint32_t> all;
    for (const words::Packet& packet : encoder.take_packets())
        all.insert(all.end(), packet.words.begin(), packet.words.end());
    return std::string{words::as_bytes(all)};
}

TEST(Decode, NeedsNoThread) {
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "address space cannot be limited under this sanitizer";
#endif
    const TemporaryFolder folder;
    const auto file = folder.write("trace.bin", recorded());
    Counting without;
    {
        // This must come first: the stack of a thread that has ended is there for the next one.
        const LittleMemory little;
        static_cast<void>(decode_file(file, words::Reading::AsWritten, without));
    }
    EXPECT_EQ(without.levels, 400U);  // 200 events that begin and end
    Counting with_thread;
    static_cast<void>(decode_file(file, words::Reading::AsWritten, with_thread));
    EXPECT_EQ(with_thread.levels, without.levels);
}

}  // namespace
}  // namespace xdnasim::recording
