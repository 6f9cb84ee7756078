// Ctrl-C and kill: the command stops at once, says so and leaves no file.

#include "cli/interruption.hpp"

#include <chrono>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.hpp"
#include "cli/result_folder.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::cli {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using testing::IsEmpty;

constexpr const char* kNothingWritten = "xdnasim: interrupted; nothing was written\n";

/// An `xdnasim` in the background, with its results in a folder of their own.
class BackgroundRun {
 public:
    /// Of `options`, those for results: each with the name of its file or folder.
    BackgroundRun(std::vector<std::string> arguments,
                  const std::vector<std::pair<std::string, std::string>>& options) {
        arguments.insert(arguments.begin(), XDNASIM_COMMAND);
        for (const auto& [option, name] : options)
            arguments.insert(arguments.end(), {option, (results_.path() / name).string()});
        std::vector<char*> argv;
        for (std::string& argument : arguments)
            argv.push_back(argument.data());
        argv.push_back(nullptr);

        // Test programs themselves may run with signals ignored, as jobs in the background do.
        posix_spawnattr_t attributes;
        posix_spawnattr_init(&attributes);
        sigset_t all;
        sigfillset(&all);
        posix_spawnattr_setsigdefault(&attributes, &all);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
        posix_spawn_file_actions_t files;
        posix_spawn_file_actions_init(&files);
        for (const auto& [fd, name] : {std::pair{1, "stdout"}, std::pair{2, "stderr"}})
            posix_spawn_file_actions_addopen(&files, fd, (output_.path() / name).c_str(),
                                             O_WRONLY | O_CREAT, 0600);
        if (posix_spawn(&process_, XDNASIM_COMMAND, &files, &attributes, argv.data(), environ) != 0)
            throw std::runtime_error{"cannot start " XDNASIM_COMMAND};
        posix_spawn_file_actions_destroy(&files);
        posix_spawnattr_destroy(&attributes);
    }
    BackgroundRun(const BackgroundRun&) = delete;
    BackgroundRun& operator=(const BackgroundRun&) = delete;
    ~BackgroundRun() {
        if (process_ < 0) return;
        ::kill(process_, SIGKILL);
        ::waitpid(process_, nullptr, 0);
    }

    /// Until it catches `signal`, which it does from the start of main().
    void wait_until_it_catches(int signal) const {
        const fs::path status = fs::path{"/proc"} / std::to_string(process_) / "status";
        const auto begin = Clock::now();
        while (Clock::now() - begin < 20s) {
            const std::string text = content_of(status);
            const auto caught = text.find("SigCgt:");
            if (caught != std::string::npos &&
                ((std::stoull(text.substr(caught + 7), nullptr, 16) >> (signal - 1)) & 1) == 1)
                return;
            std::this_thread::sleep_for(1ms);
        }
        throw std::runtime_error{"the command does not catch the signal"};
    }

    /// Until there is a file of results that it has not finished.
    void wait_until_it_writes() const {
        const auto begin = Clock::now();
        while (Clock::now() - begin < 20s) {
            if (!results().empty()) return;
            std::this_thread::sleep_for(1ms);
        }
        throw std::runtime_error{"the command begins no file"};
    }

    /// The status that the process ends with.
    int send(int signal) {
        ::kill(process_, signal);
        int status = 0;
        ::waitpid(std::exchange(process_, -1), &status, 0);
        return status;
    }

    [[nodiscard]] std::string output() const { return content_of(output_.path() / "stdout"); }
    [[nodiscard]] std::string messages() const { return content_of(output_.path() / "stderr"); }
    [[nodiscard]] std::vector<std::string> results() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator{results_.path()})
            names.push_back(entry.path().filename());
        return names;
    }

 private:
    TemporaryFolder results_;
    TemporaryFolder output_;
    pid_t process_ = -1;
};

const std::pair<std::string, std::string> kJson{"--json", "result.json"};
const std::vector<std::string> kTakesMinutes{"simulate", XDNASIM_EXAMPLES "/gemm_xdna2_int8.yaml",
                                             "--set", "gemm.size.m=1036800"};

class Interruption : public testing::TestWithParam<int> {};

TEST_P(Interruption, EndsALongRunThatWouldGoOn) {
    BackgroundRun run{kTakesMinutes, {kJson}};
    run.wait_until_it_catches(GetParam());
    std::this_thread::sleep_for(300ms);  // into the run
    const int status = run.send(GetParam());
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 128 + GetParam());
    EXPECT_THAT(run.output(), IsEmpty());
    EXPECT_EQ(run.messages(), kNothingWritten);
    EXPECT_THAT(run.results(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Signals, Interruption, testing::Values(SIGINT, SIGTERM, SIGHUP),
                         [](const auto& signal) { return ::sigabbrev_np(signal.param); });

TEST(InterruptedRun, EndsWhileItVerifiesOnAllCores) {
    auto arguments = kTakesMinutes;
    arguments.back() = "gemm.size.m=41472";
    arguments.emplace_back("--verify");
    BackgroundRun run{arguments, {kJson}};
    run.wait_until_it_catches(SIGINT);
    std::this_thread::sleep_for(1s);
    const int status = run.send(SIGINT);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 130);
    EXPECT_EQ(run.messages(), kNothingWritten);
}

TEST(InterruptedRun, LeavesNothingOfALongTimeline) {
    BackgroundRun run{kTakesMinutes, {kJson, {"--timeline", "timeline.json"}}};
    run.wait_until_it_catches(SIGINT);
    run.wait_until_it_writes();
    EXPECT_EQ(WEXITSTATUS(run.send(SIGINT)), 130);
    EXPECT_EQ(run.messages(), kNothingWritten);
    EXPECT_THAT(run.results(), IsEmpty());
}

TEST(InterruptedRun, LeavesAWholeResultOrNoneAtAnyTime) {
    for (int delay = 0; delay < 30; ++delay) {
        BackgroundRun run{{"simulate", XDNASIM_EXAMPLES "/gemm_teaching.yaml"}, {kJson}};
        run.wait_until_it_catches(SIGINT);
        std::this_thread::sleep_for(delay * 1ms);
        const int status = run.send(SIGINT);
        ASSERT_TRUE(WIFEXITED(status));
        if (run.messages() == kNothingWritten) {
            EXPECT_THAT(run.results(), IsEmpty());
        } else {
            EXPECT_THAT(run.results(), testing::ElementsAre("result.json"));
        }
    }
}

TEST(InterruptedExport, LeavesItsFolderOnlyWithAWholeFile) {
    int left_nothing = 0;
    for (int delay = 0; delay < 40; ++delay) {
        BackgroundRun run{{"export", "mlir", XDNASIM_EXAMPLES "/gemm_teaching.yaml"},
                          {{"--output", "new/design"}}};
        run.wait_until_it_catches(SIGTERM);
        std::this_thread::sleep_for(delay * 1ms);
        ASSERT_TRUE(WIFEXITED(run.send(SIGTERM)));
        if (run.messages() == kNothingWritten) {
            EXPECT_THAT(run.results(), IsEmpty());
            ++left_nothing;
        } else {
            EXPECT_THAT(run.results(), testing::ElementsAre("new"));
        }
    }
    EXPECT_GT(left_nothing, 0);
}

TEST(UninterruptedDeathTest, TheFileNamedThereIsRemoved) {
    const TemporaryFolder folder;
    const fs::path file = folder.write("unfinished", "half of a res");
    const auto be_interrupted = [&] {
        end_on_interruption();
        Uninterrupted{}.remove_when_interrupted(file.string());
        std::raise(SIGTERM);
    };
    EXPECT_EXIT(be_interrupted(), testing::ExitedWithCode(143), "nothing was written");
    EXPECT_FALSE(fs::exists(file));
}

TEST(UninterruptedDeathTest, AllUnfinishedFilesAreRemovedAndNoOthers) {
    const TemporaryFolder folder;
    for (const char* const name : {"a", "b", "c"})
        folder.write(name, "half of a res");
    const auto be_interrupted = [&] {
        end_on_interruption();
        for (const char* const name : {"a", "b", "c"})
            Uninterrupted{}.remove_when_interrupted((folder.path() / name).string());
        Uninterrupted{}.keep((folder.path() / "b").string());
        std::raise(SIGTERM);
    };
    EXPECT_EXIT(be_interrupted(), testing::ExitedWithCode(143), "nothing was written");
    EXPECT_FALSE(fs::exists(folder.path() / "a"));
    EXPECT_TRUE(fs::exists(folder.path() / "b"));
    EXPECT_FALSE(fs::exists(folder.path() / "c"));
}

TEST(UninterruptedDeathTest, TheFileIsKeptOnceItIsFinished) {
    const TemporaryFolder folder;
    const fs::path file = folder.write("finished", "a result");
    const auto be_interrupted = [&] {
        end_on_interruption();
        Uninterrupted{}.remove_when_interrupted(file.string());
        {
            Uninterrupted steps;
            steps.keep(file.string());
            steps.results_are_being_written();
        }
        std::raise(SIGTERM);
    };
    EXPECT_EXIT(be_interrupted(), testing::ExitedWithCode(143), "while writing results");
    EXPECT_TRUE(fs::exists(file));
}

TEST(UninterruptedDeathTest, AnInterruptionWaitsForTheEndOfTheSteps) {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "created";
    const auto be_interrupted = [&] {
        end_on_interruption();
        {
            Uninterrupted steps;
            std::raise(SIGINT);
            folder.write("created", "by a later step");
        }
        std::_Exit(0);
    };
    EXPECT_EXIT(be_interrupted(), testing::ExitedWithCode(130), "interrupted");
    EXPECT_TRUE(fs::exists(file));
}

TEST(UninterruptedDeathTest, FoldersForResultsGoWhenTheyAreEmpty) {
    const TemporaryFolder folder;
    const fs::path kept = folder.path() / "with";
    const auto be_interrupted = [&] {
        end_on_interruption();
        const ResultFolder empty{"--record", folder.path() / "a/b/c"};
        const ResultFolder used{"--html", kept / "results"};
        folder.write("with/results/index.html", "a result");
        std::raise(SIGTERM);
    };
    EXPECT_EXIT(be_interrupted(), testing::ExitedWithCode(143), "nothing was written");
    EXPECT_FALSE(fs::exists(folder.path() / "a"));
    EXPECT_TRUE(fs::exists(kept / "results" / "index.html"));
}

TEST(FolderForResults, GoesWithTheFoldersThatWereMadeForIt) {
    const TemporaryFolder folder;
    fs::create_directory(folder.path() / "there");
    {
        const ResultFolder results{"--record", folder.path() / "there/a/../b/c/"};
        EXPECT_TRUE(fs::is_directory(folder.path() / "there/b/c"));
    }
    EXPECT_FALSE(fs::exists(folder.path() / "there/b"));
    EXPECT_TRUE(fs::exists(folder.path() / "there"));
}

TEST(FolderForResults, IsRefusedWhereAFileIs) {
    const TemporaryFolder folder;
    const fs::path file = folder.write("file", "mine");
    for (const fs::path& path : {file, file / "below", fs::path{}})
        EXPECT_THROW((ResultFolder{"--record", path}), base::InputError) << path;
    EXPECT_EQ(content_of(file), "mine");
}

TEST(UninterruptedDeathTest, AnIgnoredSignalStaysIgnored) {
    const auto be_hung_up = [] {
        std::signal(SIGHUP, SIG_IGN);
        end_on_interruption();
        std::raise(SIGHUP);
        std::_Exit(7);
    };
    EXPECT_EXIT(be_hung_up(), testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace xdnasim::cli
