#include "base/worker_processes.hpp"

#include <csignal>
#include <filesystem>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/stop_request.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::base {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

class WorkerProcesses : public testing::Test {
 protected:
    void run(std::size_t count, unsigned processes,
             const std::function<std::string(std::size_t)>& task) {
        std::vector<std::size_t> numbers(count);
        std::iota(numbers.begin(), numbers.end(), 0);
        run_in_processes(
            std::move(numbers), processes,
            {.run = task,
             .take = [&](std::size_t i, const std::string& line) { done_[i] += line; },
             .failed =
                 [&](std::size_t i, const Error& error) {
                     failed_[i] =
                         fmt::format("{} {}", static_cast<int>(error.code()), error.what());
                 },
             .gave_up = [&](std::size_t i, const std::string& end) { given_up_[i] = end; }});
    }
    /// Returns true for the first call with this name in any of the processes.
    [[nodiscard]] bool is_first(const std::string& name) const {
        return std::filesystem::create_directory(folder_.path() / name);
    }

    TemporaryFolder folder_;
    std::map<std::size_t, std::string> done_, failed_, given_up_;
};

TEST_F(WorkerProcesses, DoEachPieceOfWorkOnce) {
    for (const unsigned processes : {1U, 3U, 40U}) {
        done_.clear();
        run(20, processes, [](std::size_t i) { return std::to_string(i * i); });
        ASSERT_EQ(done_.size(), 20U);
        for (const auto& [i, line] : done_)
            EXPECT_EQ(line, std::to_string(i * i));
    }
    run(0, 2, [](std::size_t) { return ""; });
}

TEST_F(WorkerProcesses, ThatAreKilledLoseNothing) {
    run(30, 2, [&](std::size_t i) {
        if ((i == 4 || i == 5 || i == 29) && is_first(std::to_string(i))) ::raise(SIGKILL);
        return std::to_string(i);
    });
    ASSERT_EQ(done_.size(), 30U);
    for (const auto& [i, line] : done_)
        EXPECT_EQ(line, std::to_string(i));
    EXPECT_THAT(given_up_, IsEmpty());
}

TEST_F(WorkerProcesses, GiveUpWhatKillsThemAgainAndAgain) {
    run(6, 2, [&](std::size_t i) {
        if (i == 2) ::raise(SIGABRT);
        if (i == 3) ::_exit(7);
        return std::to_string(i);
    });
    EXPECT_THAT(done_, ElementsAre(Pair(0, "0"), Pair(1, "1"), Pair(4, "4"), Pair(5, "5")));
    EXPECT_THAT(given_up_, ElementsAre(Pair(2, "signal 6"), Pair(3, "exit code 7")));
}

TEST_F(WorkerProcesses, TellWhatHasThrownInOneLine) {
    run(4, 2, [](std::size_t i) -> std::string {
        if (i == 1) throw std::runtime_error{"two\nlines"};
        if (i == 3) throw Error{ExitCode::Unavailable, "a\ttab"};
        return "a\tb";
    });
    EXPECT_THAT(done_, ElementsAre(Pair(0, "a\tb"), Pair(2, "a\tb")));
    EXPECT_THAT(failed_, ElementsAre(Pair(1, "2 two lines"), Pair(3, "4 a\ttab")));
}

/// Keeps the process from opening any further file, until the end of the scope.
class NoMoreFiles {
 public:
    NoMoreFiles() {
        getrlimit(RLIMIT_NOFILE, &before_);
        rlimit none = before_;
        none.rlim_cur = 0;
        setrlimit(RLIMIT_NOFILE, &none);
    }
    ~NoMoreFiles() { setrlimit(RLIMIT_NOFILE, &before_); }
    NoMoreFiles(const NoMoreFiles&) = delete;
    NoMoreFiles& operator=(const NoMoreFiles&) = delete;

 private:
    rlimit before_{};
};

TEST_F(WorkerProcesses, ThatCannotBeStartedAreNotTheInputsFault) {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "the sanitizer itself opens pipes, to look at objects whose members are called";
#endif
    std::string message;
    try {
        const NoMoreFiles limit;
        run(2, 2, [](std::size_t) { return ""; });
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::Unavailable);
        message = error.what();
    }
    EXPECT_THAT(message, HasSubstr("pipe: "));
}

TEST_F(WorkerProcesses, EndWhenTheWorkIsCalledOff) {
    int asked = 0;
    const MayGoOn soon_not{[&] { return ++asked < 2; }};
    EXPECT_THROW(run(2, 2,
                     [](std::size_t) {
                         while (true)
                             ::pause();
                         return std::string{};
                     }),
                 CalledOff);
}

TEST_F(WorkerProcesses, AreNotAskedToCallOffTheirWork) {
    const pid_t parent = ::getpid();
    const MayGoOn only_here{[&] { return ::getpid() == parent; }};
    run(1, 1, [](std::size_t) {
        try {
            stop_if_called_off();
        } catch (const CalledOff&) {
            return "called off";
        }
        return "done";
    });
    EXPECT_THAT(done_, ElementsAre(Pair(0, "done")));
}

}  // namespace
}  // namespace xdnasim::base
