#include "test/fuzz/trace_trial.hpp"

#include <cstring>
#include <map>
#include <stdexcept>
#include <vector>

#include "traces/words/encoder.hpp"
#include "traces/words/levels.hpp"

namespace xdnasim::fuzz {
namespace {

using words::Level;
using Streams = std::map<int, std::vector<Level>>;

/// Maximum number of levels that are encoded again. A repeat of two bytes stands for a thousand
/// levels, so that a short trace may have very many.
constexpr std::size_t kMaxEncoded = 100'000;

class Sink final : public words::LevelSink {
 public:
    void on_levels(int stream, std::span<const Level> found) override {
        std::vector<Level>& all = streams[stream];
        for (const Level& level : found) {
            if (!all.empty() && level.cycle() < all.back().cycle())
                throw std::logic_error{"levels go back in time"};
            all.push_back(level);
        }
        trial.levels += found.size();
    }
    void on_fault(const words::Fault& fault) override {
        static_cast<void>(words::to_string(fault));
        ++trial.faults;
    }

    Streams streams;
    TraceTrial trial;
};

Sink decode(std::span<const std::uint32_t> buffer, words::Reading reading) {
    Sink sink;
    words::LevelDecoder decoder{sink, reading};
    decoder.read(buffer);
    decoder.finish();
    return sink;
}

/// Returns the levels without those that last no cycle, and without those that do not change the
/// mask.
std::vector<Level> lasting(const std::vector<Level>& levels) {
    std::vector<Level> result;
    for (const Level& level : levels) {
        if (!result.empty() && result.back().cycle() == level.cycle()) result.pop_back();
        if (level.mask() != (result.empty() ? 0 : result.back().mask())) result.push_back(level);
    }
    return result;
}

void require_same_again(const std::vector<Level>& levels) {
    words::UnitEncoder encoder{{{words::Module::Core, {1, 2}}, 1}};
    encoder.start(1);
    for (std::size_t i = 0; i + 1 < levels.size(); ++i)
        if (levels[i].mask() != 0)
            encoder.hold(levels[i].cycle(), levels[i + 1].cycle(), levels[i].mask());
    encoder.flush();
    std::vector<std::uint32_t> buffer;
    for (const words::Packet& packet : encoder.take_packets())
        buffer.insert(buffer.end(), packet.words.begin(), packet.words.end());
    if (decode(buffer, words::Reading::AsWritten).streams[0] != levels)
        throw std::logic_error{"levels written again do not read the same"};
}

}  // namespace

TraceTrial decode_trace(std::string_view bytes) {
    std::vector<std::uint32_t> buffer(bytes.size() / sizeof(std::uint32_t));
    if (!buffer.empty()) std::memcpy(buffer.data(), bytes.data(), buffer.size() * 4);
    static_cast<void>(decode(buffer, words::Reading::AsReference));
    Sink sink = decode(buffer, words::Reading::AsWritten);
    // A trace with a later last cycle is not encoded again: it would be filled up with Sync frames.
    constexpr std::uint64_t kMaxLast = std::uint64_t{1} << 32;
    for (const auto& [stream, levels] : sink.streams) {
        const std::vector<Level> clean = lasting(levels);
        if (clean.size() < kMaxEncoded && !clean.empty() && clean.back().cycle() < kMaxLast)
            require_same_again(clean);
    }
    return sink.trial;
}

}  // namespace xdnasim::fuzz
