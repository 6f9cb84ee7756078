// libFuzzer's entry: the bytes are the words of a trace buffer.

#include <cstddef>
#include <cstdint>

#include "test/fuzz/trace_trial.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace xdnasim::fuzz;
    if (size <= kMaxTrace) decode_trace({reinterpret_cast<const char*>(data), size});
    return 0;
}
