// libFuzzer's entry: the bytes are a device file.

#include <cstddef>
#include <cstdint>

#include "test/fuzz/loader_trial.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace xdnasim::fuzz;
    if (size <= kMaxInput)
        static_cast<void>(refusal_of_device({reinterpret_cast<const char*>(data), size}));
    return 0;
}
