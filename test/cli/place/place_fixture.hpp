#pragma once
// Fixture for tests of `xdnasim place` with netlists of the benchmark suite.

#include <string>

#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli::test {

class Placing : public Command {
 protected:
    /// Writes a netlist of the benchmark suite, and returns the file's path.
    [[nodiscard]] std::string netlist(const std::string& name) const {
        const std::string file = path(name + ".json");
        const Outcome written = run(fmt::format("netlist {} -o '{}'", name, file));
        EXPECT_EQ(written.exit_code, 0) << written.messages;
        return file;
    }
    [[nodiscard]] Outcome place(const std::string& netlist, const std::string& options) const {
        return run(fmt::format("place '{}' {}", netlist, options));
    }
    [[nodiscard]] std::string path(const std::string& name) const {
        return (folder_.path() / name).string();
    }
};

}  // namespace xdnasim::cli::test
