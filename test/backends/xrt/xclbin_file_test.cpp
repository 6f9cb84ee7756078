#include "xdnasim/backends/xrt/xclbin_file.hpp"

#include <gtest/gtest.h>

#include "backends/xrt/xclbin_writer.hpp"
#include "support/temporary_folder.hpp"
#include "xdnasim/arch/error.hpp"

namespace xdnasim::backends {
namespace {

class XclbinFile : public testing::Test {
 protected:
    void SetUp() override { test::write_xclbin(file_, "MLIR_AIE"); }
    TemporaryFolder folder_;
    std::filesystem::path file_ = folder_.path() / "final.xclbin";
};

TEST_F(XclbinFile, IsWholeAsWritten) {
    EXPECT_NO_THROW(require_whole_xclbin(file_));
}

TEST_F(XclbinFile, IsRefusedWhereverItIsCutOff) {
    for (auto size = std::filesystem::file_size(file_); size-- > 0;) {
        std::filesystem::resize_file(file_, size);
        EXPECT_THROW(require_whole_xclbin(file_), arch::Error) << size;
    }
}

TEST_F(XclbinFile, IsRefusedWhenASectionLiesBeyondItsEnd) {
    constexpr std::streamoff kFirstOffset = 480;
    std::fstream stream{file_, std::ios::in | std::ios::out | std::ios::binary};
    stream.seekp(kFirstOffset).write("\xff\xff\xff\xff\xff\xff\xff\xff", 8);
    stream.close();
    EXPECT_THROW(require_whole_xclbin(file_), arch::Error);
}

}  // namespace
}  // namespace xdnasim::backends
