// libFuzzer's entry: the bytes are an NPU instruction stream.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "test/fuzz/stream_trial.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace xdnasim::fuzz;
    std::vector<std::uint32_t> words(size / sizeof(std::uint32_t));
    if (words.empty() || words.size() > kMaxStreamWords) return 0;
    std::memcpy(words.data(), data, words.size() * sizeof(std::uint32_t));
    static_cast<void>(refusal_of_stream(words));
    return 0;
}
