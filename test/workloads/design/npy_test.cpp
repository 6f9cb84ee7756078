// Headers of .npy files: those that NumPy writes, and malformed ones.

#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"
#include "workloads/design/host_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

const Memref kMatrix{{8, 4}, 32, "i32"};

class Npy : public testing::Test {
 protected:
    [[nodiscard]] std::filesystem::path file(const std::string& header, std::size_t bytes) const {
        std::string text{"\x93NUMPY\x01\0", 8};
        text += static_cast<char>(header.size() & 0xFFU);
        text += static_cast<char>(header.size() >> 8U);
        return folder_.write("a.npy", text + header + std::string(bytes, '\1'));
    }
    /// A header as numpy.lib.format defines it: a Python literal with these three keys, sorted.
    [[nodiscard]] static std::string header(const std::string& shape,
                                            const std::string& order = "False",
                                            const std::string& descr = "'<i4'") {
        return fmt::format("{{'descr': {}, 'fortran_order': {}, 'shape': {}, }}   \n", descr, order,
                           shape);
    }
    [[nodiscard]] std::size_t bytes_read(const std::string& header) const {
        return read_npy(file(header, 128), kMatrix).size();
    }
    [[nodiscard]] std::string refusal(const std::string& header, std::size_t bytes = 128) const {
        return input_error([&] { return read_npy(file(header, bytes), kMatrix); });
    }

    TemporaryFolder folder_;
};

TEST_F(Npy, HasAnyShapeOfAsManyElements) {
    for (const char* const shape : {"(8, 4)", "(32,)", "(2, 4, 4)", "( 32 , )", "(1,32,)"})
        EXPECT_EQ(bytes_read(header(shape)), 128U) << shape;
    // The keys may come in any order, and the last comma may be missing.
    EXPECT_EQ(bytes_read("{'shape': (8, 4), 'fortran_order': False, 'descr': '<i4'}"), 128U);
}

TEST_F(Npy, OfAScalarHasAnEmptyShape) {
    const Memref one{{1}, 32, "i32"};
    EXPECT_EQ(read_npy(file(header("()"), 4), one).size(), 4U);
}

TEST_F(Npy, IsRefusedWhereItsShapeIsNotThatOfItsData) {
    for (const char* const shape : {"(1,)", "()", "(64, 32, 2)", "(0,)", "(9223372036854775807,)",
                                    "(4294967296, 4294967296)"})
        EXPECT_THAT(refusal(header(shape)),
                    HasSubstr(fmt::format("a.npy' has 128 bytes of data, which does not match its "
                                          "shape '{}' with elements of 4 bytes",
                                          shape)));
    EXPECT_THAT(refusal(header("(8, 2)"), 64),
                HasSubstr("a.npy' has 64 bytes of data, of shape '(8, 2)'; the design needs "
                          "8x4xi32, which has 128"));
}

TEST_F(Npy, IsRefusedWhereItsShapeIsNone) {
    for (const char* const shape : {"(-32,)", "(1e3,)", "(32", "32", "(,)", "(8,,4)", "(8 4)",
                                    "(0x20,)", "(8, 4.0)", "(99999999999999999999,)"})
        EXPECT_THAT(refusal(header(shape)), HasSubstr("whole numbers in parentheses")) << shape;
    EXPECT_THAT(refusal("{'descr': '<i4', 'fortran_order': False, }"), HasSubstr("the shape ''"));
}

TEST_F(Npy, IsInTheOrderThatItSays) {
    EXPECT_THAT(refusal(header("(8, 4)", "True")), HasSubstr("is in Fortran order"));
    for (const char* const order : {"1", "true", "Falsey", "TrueFalse", ""})
        EXPECT_THAT(refusal(header("(8, 4)", order)),
                    HasSubstr(fmt::format("fortran_order is '{}'; allowed: True, False", order)));
}

TEST_F(Npy, IsNotShownByteForByte) {
    EXPECT_THAT(refusal(header("(32, \n\x1b[31mRED\xff")), HasSubstr("shape '(32, ??[31mRED?"));
    EXPECT_THAT(refusal(header("(32,)", "False", "'<i\x1b[2J'")),
                HasSubstr("has elements of type '<i?[2J'; i32 is needed"));
    EXPECT_THAT(refusal(header("(32,)", std::string(5000, 'x'))),
                testing::SizeIs(testing::Lt(300)));
    EXPECT_THAT(refusal(header("(" + std::string(5000, '1') + ",)")),
                testing::SizeIs(testing::Lt(300)));
}

TEST_F(Npy, IsReadAsItWasWritten) {
    const std::vector<std::byte> content(64, std::byte{7});
    const std::vector<Memref> all{{{16}, 32, "i32"}, {{4, 16}, 8, "ui8"}, {{32}, 16, "bf16"},
                                  {{8}, 64, "f64"},  {{128}, 4, "i4"},    {{512}, 1, "i1"}};
    for (const Memref& type : all)
        EXPECT_EQ(read_npy(folder_.write("b.npy", npy_text(content, type)), type), content)
            << type.type;
}

TEST_F(Npy, IsRefusedWhereItCannotBeReadToItsEnd) {
    const auto link = folder_.path() / "mem.npy";
    std::filesystem::create_symlink("/proc/self/mem", link);
    EXPECT_THAT(input_error([&] { return read_npy(link, kMatrix); }), HasSubstr("to its end"));
}

}  // namespace
}  // namespace xdnasim::design
