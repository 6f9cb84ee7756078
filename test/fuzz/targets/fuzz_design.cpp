// libFuzzer's entry: the bytes are a design of mlir-aie.

#include <cstddef>
#include <cstdint>

#include "test/fuzz/design_trial.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace xdnasim::fuzz;
    if (size <= kMaxDesign)
        static_cast<void>(failure_of_design({reinterpret_cast<const char*>(data), size}));
    return 0;
}
