// Files of the arguments of a design's runtime sequence.

#include "workloads/design/host_data.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::design {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

constexpr int kBytes = 16;

/// Data of a sequence with one argument, 'a', of type 4xi32, of which it touches `touched` bytes.
HostData of_one_argument(const ArgumentFiles& files, int touched = kBytes) {
    return {files, {{"a", arch::Bytes{touched}}}, {{.shape = {4}, .bits = 32, .type = "i32"}}};
}

TEST(HostDataFiles, LeaveLinksAndFilesBesideThemAsTheyAre) {
    const TemporaryFolder folder;
    const fs::path file = folder.write("real.bin", "old");
    const fs::path beside = folder.write("link.bin.part", "somebody's");
    const fs::path link = folder.path() / "link.bin";
    fs::create_symlink(file, link);
    const std::vector<std::byte> content(kBytes, std::byte{'x'});
    of_one_argument({.outputs = {{"a", link}}}).write({content});
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(content_of(file), std::string(kBytes, 'x'));
    EXPECT_EQ(content_of(beside), "somebody's");
}

TEST(HostDataFiles, AreNotComparedWhereBytesAreLeftOut) {
    const TemporaryFolder folder;
    const HostData data =
        of_one_argument({.expected = {{"a", folder.write("a.bin", std::string(kBytes, '\0'))}}});
    std::vector<std::vector<std::byte>> host{std::vector<std::byte>(kBytes)};
    std::fill(host.front().begin() + 8, host.front().end(), std::byte{1});
    EXPECT_THAT(*data.difference(host), HasSubstr("a: element 2 is 16843009"));
    EXPECT_THAT(*data.difference(host, {{0, arch::Bytes{12}, arch::Bytes{16}}}),
                HasSubstr("(1 of 3 differ)"));
    EXPECT_EQ(data.difference(host, {{0, arch::Bytes{8}, arch::Bytes{16}}}), std::nullopt);
    EXPECT_TRUE(data.difference(host, {{1, arch::Bytes{8}, arch::Bytes{16}}}));
}

/// Text of a .npy file with `count` i32, all of whose bytes are 7.
std::string array_of(std::int64_t count) {
    const Memref type{.shape = {count}, .bits = 32, .type = "i32"};
    return npy_text(std::vector<std::byte>(static_cast<std::size_t>(4 * count), std::byte{7}),
                    type);
}

TEST(HostDataFiles, GetAllThatTheSequenceTouchesButForATraceBehindTheType) {
    const TemporaryFolder folder;
    constexpr int kTouched = 24;
    const std::vector<std::vector<std::byte>> host{
        std::vector<std::byte>(kTouched, std::byte{'x'})};
    const auto written = [&](const std::string& name, const std::vector<BytesOfArgument>& traced) {
        const fs::path file = folder.path() / name;
        of_one_argument({.outputs = {{"a", file}}}, kTouched).write(host, traced);
        return content_of(file);
    };
    const BytesOfArgument behind{0, arch::Bytes{20}, arch::Bytes{24}};
    const BytesOfArgument within{0, arch::Bytes{8}, arch::Bytes{24}};
    const BytesOfArgument of_another{1, arch::Bytes{20}, arch::Bytes{24}};
    EXPECT_EQ(written("a.bin", {}), std::string(kTouched, 'x'));
    EXPECT_EQ(written("a.bin", {of_another}), std::string(kTouched, 'x'));
    EXPECT_EQ(written("a.bin", {behind}), std::string(20, 'x'));
    EXPECT_EQ(written("a.bin", {within}), std::string(kBytes, 'x'));
    EXPECT_THAT(written("a.npy", {}), HasSubstr("'shape': (6, )"));
    EXPECT_THAT(written("a.npy", {within}), HasSubstr("'shape': (4, )"));
}

TEST(HostDataFiles, MayHaveAllThatTheSequenceTouchesOfAnArgument) {
    const TemporaryFolder folder;
    constexpr int kTouched = 24;
    int taken = 0;
    for (const int size : {kBytes, 20, kTouched}) {
        for (const fs::path& file :
             {folder.write("a.bin", std::string(static_cast<std::size_t>(size), 'x')),
              folder.write("a.npy", array_of(size / 4))}) {
            const HostData data =
                of_one_argument({.inputs = {{"a", file}}, .expected = {{"a", file}}}, kTouched);
            std::vector<std::vector<std::byte>> host{std::vector<std::byte>(kTouched)};
            data.fill(host);
            EXPECT_EQ(std::ranges::count(host.front(), std::byte{0}), kTouched - size);
            EXPECT_EQ(data.difference(host), std::nullopt);
            ++taken;
        }
    }
    EXPECT_EQ(taken, 6);
    for (const std::size_t size : {12U, 28U}) {
        const fs::path bytes = folder.write("b.bin", std::string(size, 'x'));
        EXPECT_THAT(input_error([&] {
                        return of_one_argument({.inputs = {{"a", bytes}}}, kTouched);
                    }),
                    AllOf(HasSubstr(std::to_string(size) + " bytes; the argument has 16 (4xi32)"),
                          HasSubstr("and the sequence touches 24")));
        const fs::path array = folder.write("b.npy", array_of(static_cast<std::int64_t>(size) / 4));
        EXPECT_THAT(input_error([&] {
                        return of_one_argument({.inputs = {{"a", array}}}, kTouched);
                    }),
                    HasSubstr(std::to_string(size) + " bytes of data"));
    }
}

}  // namespace
}  // namespace xdnasim::design
