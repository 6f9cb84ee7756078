#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/xrt/xclbin.hpp"
#include "base/error.hpp"
#include "test/backends/xrt/xclbin_writer.hpp"
#include "test/support/replaced_text.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::backends {
namespace {

using testing::HasSubstr;

class XclbinFile : public testing::Test {
 protected:
    void SetUp() override { test::write_xclbin(file_, "MLIR_AIE"); }
    TemporaryFolder folder_;
    std::filesystem::path file_ = folder_.path() / "final.xclbin";

    /// Why the file is refused with `number` at `offset`.
    template <class Number>
    [[nodiscard]] std::string refusal_with(std::streamoff offset, Number number) {
        test::write_xclbin(file_, "MLIR_AIE");
        std::fstream stream{file_, std::ios::in | std::ios::out | std::ios::binary};
        stream.seekp(offset).write(reinterpret_cast<const char*>(&number), sizeof number);
        stream.close();
        return refusal();
    }
    /// Why the file is refused with `other`, a text of the same length, in place of `part` of its
    /// description.
    [[nodiscard]] std::string refusal_with(std::string_view part, std::string_view other) {
        test::write_xclbin(file_, "MLIR_AIE");
        EXPECT_EQ(part.size(), other.size());
        const std::string content = replaced(content_of(file_), part, other);
        std::ofstream{file_, std::ios::binary} << content;
        return refusal();
    }
    [[nodiscard]] std::string refusal() const {
        try {
            require_whole_xclbin(file_);
        } catch (const base::Error& error) {
            EXPECT_EQ(error.code(), base::ExitCode::Unavailable);
            return error.what();
        }
        return "none";
    }
};

// Offsets in a file for five buffers.
constexpr std::streamoff kKindOfMetadata = 456;
constexpr std::streamoff kSizeOfKernels = 528;
constexpr std::streamoff kKernels = 2040;
constexpr std::streamoff kMemories = 2128;
constexpr std::streamoff kGroupConnections = 2384;

TEST_F(XclbinFile, IsWholeAsWritten) {
    EXPECT_NO_THROW(require_whole_xclbin(file_));
}

TEST_F(XclbinFile, IsRefusedWhereverItIsCutOff) {
    // The file begins with 8 bytes that identify its format. Its length stands in the 8 bytes from
    // 304 on.
    const auto whole = std::filesystem::file_size(file_);
    ASSERT_GT(whole, 312U);
    for (auto size = whole; size-- > 0;) {
        std::filesystem::resize_file(file_, size);
        const std::string expected = size < 8 ? "does not begin as one"
                                     : size < 312
                                         ? "is cut off in its header"
                                         : fmt::format("is cut off: {} of {} bytes", size, whole);
        EXPECT_THAT(refusal(), HasSubstr(expected)) << size;
    }
}

TEST_F(XclbinFile, IsRefusedWhenASectionLiesBeyondItsEnd) {
    constexpr std::streamoff kFirstOffset = 480;
    std::fstream stream{file_, std::ios::in | std::ios::out | std::ios::binary};
    stream.seekp(kFirstOffset).write("\xff\xff\xff\xff\xff\xff\xff\xff", 8);
    stream.close();
    EXPECT_THAT(refusal(), HasSubstr("has section 0 beyond its end"));
}

TEST_F(XclbinFile, IsRefusedWithAListThatIsLongerThanItsSection) {
    EXPECT_THAT(refusal_with(kKernels, std::int32_t{1 << 20}),
                HasSubstr("section IP_LAYOUT has 1048576 entries; its 88 bytes have room for 1"));
    EXPECT_THAT(refusal_with(kMemories, std::int32_t{-1}),
                HasSubstr("section MEM_TOPOLOGY has -1 entries"));
    EXPECT_THAT(refusal_with(kSizeOfKernels, std::uint64_t{1}),
                HasSubstr("section IP_LAYOUT has 1 bytes; needed: 8"));
}

TEST_F(XclbinFile, IsRefusedWithAConnectionOfWhatIsNotThere) {
    constexpr std::streamoff kFirst = kGroupConnections + 4;
    EXPECT_THAT(refusal_with(kFirst, std::int32_t{-1}),
                HasSubstr("section GROUP_CONNECTIVITY, entry 0: argument of kernel 'MLIR_AIE' -1; "
                          "there are 8"));
    EXPECT_THAT(refusal_with(kFirst + 4, std::int32_t{1}),
                HasSubstr("section GROUP_CONNECTIVITY, entry 0: kernel 1; there are 1"));
    EXPECT_THAT(refusal_with(kFirst + 8, std::int32_t{2}),
                HasSubstr("section GROUP_CONNECTIVITY, entry 0: memory 2; there are 2"));
}

TEST_F(XclbinFile, IsRefusedWithoutItsDescription) {
    EXPECT_THAT(refusal_with(kKindOfMetadata, std::uint32_t{3}),
                HasSubstr("it has no section EMBEDDED_METADATA"));
    EXPECT_THAT(refusal_with("<project", "<prodect"), HasSubstr("section EMBEDDED_METADATA: "));
    EXPECT_THAT(refusal_with("<kernel name=\"MLIR", "<kernel name=\"MLIB"),
                HasSubstr("kernel 'MLIR_AIE' has no description"));
}

TEST_F(XclbinFile, IsRefusedWithAnArgumentThatFitsNoCommand) {
    EXPECT_THAT(refusal_with("id=\"7\"", "id=\"9\""),
                HasSubstr("argument 7 of kernel 'MLIR_AIE': id '9'; allowed: 7 to 7"));
    EXPECT_THAT(refusal_with("offset=\"0x34\"", "offset=\"9999\""),
                HasSubstr("argument 7 of kernel 'MLIR_AIE': offset '9999'; allowed: 0 to 2048"));
}

}  // namespace
}  // namespace xdnasim::backends
