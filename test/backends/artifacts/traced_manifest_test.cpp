#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/backends/artifacts/example_manifest.hpp"
#include "test/support/input_error.hpp"

namespace xdnasim::artifacts {
namespace {

using test::manifest_of;
using testing::HasSubstr;

class TracedManifest : public testing::Test {
 protected:
    [[nodiscard]] static Manifest traced(const std::string& trace) {
        return manifest_of("elementwise_vector_scalar.yaml", "trace", trace);
    }
    /// The message that require_same_trace() gives for a manifest with the trace `found` where
    /// `wanted` is needed.
    [[nodiscard]] static std::string difference(const std::string& found,
                                                const std::string& wanted) {
        return input_error([&] {
            require_same_trace(traced(found), traced(wanted), "m.json");
            return 0;
        });
    }
};

TEST_F(TracedManifest, IsOfTheSameWatchedPorts) {
    const auto trace = [](const char* ports) {
        return fmt::format(
            "{{units: [{{tile: [0, 1], events: [PORT_RUNNING_0, "
            "PORT_RUNNING_1], ports: [{}]}}]}}",
            ports);
    };
    EXPECT_THAT(difference(trace("slave DMA:0, slave DMA:1"), trace("slave DMA:1, slave DMA:0")),
                HasSubstr("streams[0].ports is [\"slave DMA:0\", \"slave DMA:1\"]; needed: "));
}

TEST_F(TracedManifest, IsOfTheSameSelectedChannels) {
    const auto trace = [](const char* channels) {
        return fmt::format(
            "{{units: [{{tile: [0, 1], events: [DMA_MM2S_SEL0_START_TASK], mm2s: {}}}]}}",
            channels);
    };
    EXPECT_THAT(difference(trace("[0, 1]"), trace("[1, 0]")),
                HasSubstr("streams[0].mm2s is [0, 1]; needed: [1, 0]"));
}

TEST_F(TracedManifest, IsOfTheSameRoute) {
    EXPECT_THAT(difference("{shim: 1}", "{shim: 2}"), HasSubstr("of shim (1,0); needed: S2MM"));
    EXPECT_THAT(difference("{shim: 1}", "{route: ideal}"), HasSubstr("needed: ideal"));
}

TEST_F(TracedManifest, OfOthersNeedNotSayWhatItsUnitsWatch) {
    Manifest found = traced("{shim: 1}");
    found.trace->route.reset();
    for (TracedUnit& unit : found.trace->units) {
        unit.ports.reset();
        unit.s2mm.reset();
        unit.mm2s.reset();
    }
    EXPECT_NO_THROW(require_same_trace(found, traced("{shim: 2}"), "m.json"));
}

}  // namespace
}  // namespace xdnasim::artifacts
