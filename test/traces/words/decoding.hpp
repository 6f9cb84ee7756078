#pragma once
// Trace words, and the output of the decoders for them.

#include <map>
#include <span>
#include <vector>

#include "traces/words/levels.hpp"

namespace xdnasim::words {

inline constexpr PacketHeader kCore{{Module::Core, {1, 2}}, 1};
inline constexpr PacketHeader kMemTile{{Module::MemTile, {1, 1}}, 2};

/// The words of packets with the header `header` and the data `payload`; the last packet is padded.
inline std::vector<std::uint32_t> packets(const PacketHeader& header,
                                          std::vector<std::uint32_t> payload) {
    payload.resize((payload.size() + kPayloadWords - 1) / kPayloadWords * kPayloadWords,
                   kFillerWord);
    std::vector<std::uint32_t> words;
    for (std::size_t i = 0; i < payload.size(); ++i) {
        if (i % kPayloadWords == 0) words.push_back(header_word(header));
        words.push_back(payload[i]);
    }
    return words;
}

struct Frames final : FrameSink {
    void on_stream(int, const PacketHeader& header) override { headers.push_back(header); }
    void on_frames(int stream, std::span<const Frame> found, std::uint64_t) override {
        frames[stream].insert(frames[stream].end(), found.begin(), found.end());
    }
    void on_fault(const Fault& fault) override { faults.push_back(fault); }

    std::vector<PacketHeader> headers;
    std::map<int, std::vector<Frame>> frames;
    std::vector<Fault> faults;
};

inline Frames frames_of(std::span<const std::uint32_t> words,
                        Reading reading = Reading::AsWritten) {
    Frames sink;
    FrameDecoder decoder{sink, reading};
    decoder.read(words);
    return sink;
}

struct Levels final : LevelSink {
    void on_levels(int stream, std::span<const Level> found) override {
        levels[stream].insert(levels[stream].end(), found.begin(), found.end());
    }
    void on_fault(const Fault& fault) override { faults.push_back(fault); }

    std::map<int, std::vector<Level>> levels;
    std::vector<Fault> faults;
    std::vector<StreamState> streams;
};

inline Levels levels_of(std::span<const std::uint32_t> words,
                        Reading reading = Reading::AsWritten) {
    Levels sink;
    LevelDecoder decoder{sink, reading};
    decoder.read(words);
    decoder.finish();
    sink.streams = decoder.streams();
    return sink;
}

inline std::vector<FaultKind> kinds_of(const std::vector<Fault>& faults) {
    std::vector<FaultKind> kinds;
    for (const Fault& fault : faults)
        kinds.push_back(fault.kind);
    return kinds;
}

}  // namespace xdnasim::words
