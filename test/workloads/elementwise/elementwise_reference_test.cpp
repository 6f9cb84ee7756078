// Tests of the reference results against which elementwise runs are checked.

#include "workloads/elementwise/elementwise_reference.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "workloads/elementwise/elementwise_parts.hpp"

namespace xdnasim::elementwise {
namespace {

using kernels::DataType;
using schedule::HostMemory;

std::vector<std::byte> bytes(std::initializer_list<int> values) {
    std::vector<std::byte> result;
    for (const int value : values)
        result.push_back(static_cast<std::byte>(value));
    return result;
}

KernelChoice choice(KernelKind kind, DataType type, int factor = 1) {
    return {kind, "kernel", type, factor, std::nullopt};
}

TEST(ElementwiseReference, CopiesBytesOfAnyType) {
    const std::vector<std::byte> in = bytes({0x00, 0xff, 0x80, 0x7f});
    for (const DataType type : {DataType::Int8, DataType::Int16, DataType::Int32, DataType::Bf16})
        EXPECT_EQ(reference(choice(KernelKind::Copy, type), in), in) << to_string(type);
}

TEST(ElementwiseReference, AddsOneToEachIntegerAndWraps) {
    using enum KernelKind;
    EXPECT_EQ(reference(choice(AddOne, DataType::Int8), bytes({0x00, 0xff, 0x7f, 0x80})),
              bytes({0x01, 0x00, 0x80, 0x81}));
    EXPECT_EQ(reference(choice(AddOne, DataType::Int16), bytes({0xff, 0x00, 0xff, 0xff})),
              bytes({0x00, 0x01, 0x00, 0x00}));
    EXPECT_EQ(reference(choice(AddOne, DataType::Int32),
                        bytes({0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff})),
              bytes({0x00, 0x00, 0x00, 0x80, 0x00, 0x00, 0x00, 0x00}));
}

TEST(ElementwiseReference, MultipliesEachIntegerAndWraps) {
    using enum KernelKind;
    // 100 x 3 = 300 = 44 + 256; -2 x 3 = -6.
    EXPECT_EQ(reference(choice(Scale, DataType::Int8, 3), bytes({100, 0xfe, 0, 1})),
              bytes({44, 0xfa, 0, 3}));
    // 300 x -3 = -900 = 0xfc7c; 20,000 x -3 = 5,536 - 65,536.
    EXPECT_EQ(reference(choice(Scale, DataType::Int16, -3), bytes({0x2c, 0x01, 0x20, 0x4e})),
              bytes({0x7c, 0xfc, 0xa0, 0x15}));
    // 2^30 x 6 = 2^32 + 2^31.
    EXPECT_EQ(reference(choice(Scale, DataType::Int32, 6), bytes({0, 0, 0, 0x40})),
              bytes({0, 0, 0, 0x80}));
}

/// Returns the result of the check when the array writes `out` for the input `in`.
schedule::Verification check(const KernelChoice& kernel, const std::vector<std::byte>& in,
                             const std::vector<std::byte>& out) {
    ElementwiseDesign design;
    design.object = arch::Bytes{4};
    design.objects = static_cast<std::int64_t>(in.size()) / design.object.count();
    design.kernel = kernel;
    HostMemory host{in, std::vector<std::byte>(in.size())};
    return ElementwiseWorkload{design}.check(
        host,
        [&](HostMemory& memory, schedule::CallListener* /*calls*/) { memory.at(kHostOut) = out; });
}

TEST(ElementwiseCheck, SeesAWrongResultOfEachKernel) {
    const std::vector<std::byte> in = bytes({1, 0, 0, 0, 2, 0, 0, 0});
    const std::vector<std::byte> next = bytes({2, 0, 0, 0, 3, 0, 0, 0});
    const std::vector<std::byte> triple = bytes({3, 0, 0, 0, 6, 0, 0, 0});
    const std::vector<std::vector<std::byte>> results{in, next, triple};
    const std::vector<KernelChoice> kernels{choice(KernelKind::Copy, DataType::Int32),
                                            choice(KernelKind::AddOne, DataType::Int32),
                                            choice(KernelKind::Scale, DataType::Int32, 3)};
    for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel)
        for (std::size_t result = 0; result < results.size(); ++result)
            EXPECT_EQ(check(kernels[kernel], in, results[result]).passed, kernel == result)
                << to_string(kernels[kernel].kind) << ", result " << result;
}

TEST(ElementwiseCheck, NamesTheObjectAndTheByte) {
    EXPECT_EQ(check(choice(KernelKind::AddOne, DataType::Int16), bytes({1, 0, 1, 0, 0xff, 0, 0, 0}),
                    bytes({2, 0, 2, 0, 0, 0, 1, 0}))
                  .message,
              "1 of 4 bytes of object 1 differ, first at byte 1: expected 1, got 0");
}

}  // namespace
}  // namespace xdnasim::elementwise
