#include "workloads/elementwise/elementwise_reference.hpp"

#include <climits>
#include <cstdint>

namespace xdnasim::elementwise {
namespace {

/// The result in 64 bits; an overflow only affects the bits above those of the element.
std::uint64_t result_of(const KernelChoice& kernel, std::uint64_t element) {
    switch (kernel.kind) {
        case KernelKind::Copy:
            break;
        case KernelKind::AddOne:
            return element + 1;
        case KernelKind::Scale:
            return element * static_cast<std::uint64_t>(std::int64_t{kernel.factor});
    }
    return element;
}

}  // namespace

std::vector<std::byte> reference(const KernelChoice& kernel, std::span<const std::byte> in) {
    std::vector<std::byte> out(in.size());
    const auto width = kernel.kind == KernelKind::Copy
                           ? std::size_t{1}
                           : static_cast<std::size_t>(arch::size_of(kernel.type).count());
    for (std::size_t first = 0; first < in.size(); first += width) {
        std::uint64_t element = 0;
        for (std::size_t i = 0; i < width; ++i)
            element |= std::to_integer<std::uint64_t>(in[first + i]) << (CHAR_BIT * i);
        const std::uint64_t result = result_of(kernel, element);
        for (std::size_t i = 0; i < width; ++i)
            out[first + i] = static_cast<std::byte>(result >> (CHAR_BIT * i));
    }
    return out;
}

}  // namespace xdnasim::elementwise
