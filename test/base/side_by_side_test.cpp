#include "base/side_by_side.hpp"

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::base {
namespace {

std::string error_of_a_deadly_task(const std::optional<Keep>& keep) {
    const std::vector<Task> tasks{{"good", [] { return std::string{"done"}; }},
                                  {"deadly", [] {
                                       ::raise(SIGKILL);
                                       return std::string{};
                                   }}};
    return input_error([&] { static_cast<void>(run_side_by_side(tasks, 1, keep, {})); });
}

TEST(SideBySide, SaysWhereResultsStayOnlyWhereTheyAreKept) {
    const std::string gave_up =
        "deadly: 3 processes of this run were ended while they worked on it, the last by signal 9";
    EXPECT_EQ(error_of_a_deadly_task({}), gave_up);
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "kept";
    EXPECT_EQ(error_of_a_deadly_task(Keep{.file = file, .made_by = "me"}),
              fmt::format("{}; what is done stays in '{}'", gave_up, file.string()));
    EXPECT_TRUE((KeptResults{{.file = file, .made_by = "me"}}.has("good")));
}

}  // namespace
}  // namespace xdnasim::base
