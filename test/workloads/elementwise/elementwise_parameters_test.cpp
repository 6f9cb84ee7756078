#include <set>
#include <string>

#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "workloads/elementwise/elementwise_workload.hpp"

namespace xdnasim::elementwise {
namespace {

TEST(ElementwiseParameters, HaveATextEach) {
    const arch::Device device = arch::load_device(arch::find_device("xdna-phoenix"));
    std::set<std::string> paths;
    for (const parameters::Description& key : parameter_table(device).descriptions()) {
        EXPECT_NE(key.help.text, "") << key.path;
        paths.insert(key.path);
    }
    EXPECT_EQ(paths.size(), 14u);  // 8 keys, and 6 more of the kernel
}

}  // namespace
}  // namespace xdnasim::elementwise
