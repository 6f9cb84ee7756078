// The cycles between a core's calls, by the compiler of its program.

#include <array>
#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "base/yaml.hpp"
#include "test/arch/extended_device.hpp"
#include "test/support/input_error.hpp"

namespace xdnasim::arch {
namespace {

std::array<std::int64_t, 5> between_calls(const Timing& timing) {
    const auto lock = timing.core_lock_op;
    return {timing.core_return.count(), (lock + timing.core_restore).count(), lock.count(),
            lock.count(), (lock + timing.core_call).count()};
}

Device by_default(const char* name) {
    return load_device(find_device(name));
}

Device by(const char* compiler, const char* name) {
    return load_device(
        find_device(name),
        base::parse_yaml(fmt::format("{{timing.core_compiler: {}}}", compiler), "settings"));
}

/// The cycles from kernel end > release > release > acquire > acquire > kernel start, as recordings
/// show them.
TEST(CompiledCode, TakeBetweenCallsWhatTheirProgramsCompilerMadeOfIt) {
    EXPECT_EQ(between_calls(by_default("xdna-phoenix").timing),
              (std::array<std::int64_t, 5>{18, 20, 14, 14, 16}));
    EXPECT_EQ(between_calls(by("chess", "xdna-phoenix").timing),
              between_calls(by_default("xdna-phoenix").timing));
    EXPECT_EQ(between_calls(by("peano", "xdna-phoenix").timing),
              (std::array<std::int64_t, 5>{12, 5, 5, 5, 7}));
    EXPECT_EQ(between_calls(by_default("xdna2-strix").timing),
              (std::array<std::int64_t, 5>{2, 5, 5, 5, 11}));
    EXPECT_EQ(between_calls(by("peano", "xdna2-strix").timing),
              between_calls(by_default("xdna2-strix").timing));
}

TEST(CompiledCode, RefuseACompilerWhoseProgramsNobodyHasRecorded) {
    EXPECT_THAT(
        input_error([] { static_cast<void>(by("chess", "xdna2-strix")); }),
        testing::HasSubstr("'chess': 'core_lock_op' has no number for this compiler; allowed: "
                           "peano or a plain number for each of"));
    EXPECT_THAT(input_error([] { static_cast<void>(by("gcc", "xdna-phoenix")); }),
                testing::HasSubstr("'gcc' is not known here; allowed: chess, peano"));
}

TEST(CompiledCode, MayTakeANumberOfItsOwnWhoeverCompiledIt) {
    for (const char* compiler : {"chess", "peano"}) {
        const std::string settings = fmt::format(
            "{{timing.core_compiler: {}, timing.core_lock_op: 9, timing.core_call: 3, "
            "timing.core_return: 8, timing.core_restore: 0}}",
            compiler);
        const Device device =
            load_device(find_device("xdna2-strix"), base::parse_yaml(settings, "settings"));
        EXPECT_EQ(between_calls(device.timing), (std::array<std::int64_t, 5>{8, 9, 9, 9, 12}));
        EXPECT_EQ(test::quantity(device, "timing.core_lock_op").value, "9");
    }
}

TEST(CompiledCode, IsListedAsItIsTaken) {
    EXPECT_EQ(test::quantity(by_default("xdna-phoenix"), "timing.core_return").value, "18");
    EXPECT_EQ(test::quantity(by("peano", "xdna-phoenix"), "timing.core_return").value, "12");
}

TEST(CompiledCode, IsOfCompilersThatAreKnown) {
    const auto with = [](const char* value) {
        return input_error([&] {
            static_cast<void>(load_device(
                find_device("xdna-phoenix"),
                base::parse_yaml(fmt::format("{{timing.core_call: {}}}", value), "settings")));
        });
    };
    EXPECT_THAT(with("{gcc: 3}"), testing::HasSubstr("'gcc' is not known here"));
    EXPECT_THAT(with("{peano: 3}"),
                testing::HasSubstr("'core_call' has no number for this compiler"));
    EXPECT_THAT(with("{chess: -1}"), testing::HasSubstr("allowed: whole numbers from 0"));
}

}  // namespace
}  // namespace xdnasim::arch
