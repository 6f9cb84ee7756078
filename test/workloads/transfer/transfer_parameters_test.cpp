#include <set>
#include <string>

#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "workloads/transfer/transfer_design.hpp"

namespace xdnasim::transfer {
namespace {

TEST(TransferParameters, HaveATextEach) {
    const arch::Device device = arch::load_device(arch::find_device("xdna-phoenix"));
    std::set<std::string> paths;
    for (const parameters::Description& key : parameter_table(device).descriptions()) {
        EXPECT_NE(key.help.text, "") << key.path;
        paths.insert(key.path);
    }
    EXPECT_EQ(paths.size(), 9u);  // columns, depth, streams and 6 of each stream
}

}  // namespace
}  // namespace xdnasim::transfer
