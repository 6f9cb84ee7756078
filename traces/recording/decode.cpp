#include "xdnasim/traces/recording/decode.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "xdnasim/arch/error.hpp"
#include "xdnasim/traces/recording/listening_thread.hpp"
#include "xdnasim/traces/recording/word_file.hpp"

namespace xdnasim::recording {
namespace {

class Sink final : public words::LevelSink {
 public:
    Sink(Listener& listener, FaultLog& faults) : listener_{listener}, faults_{faults} {}

    void on_stream(int stream, const words::PacketHeader& header) override {
        listener_.on_stream(stream, header);
    }
    void on_levels(int stream, std::span<const words::Level> levels) override {
        listener_.on_levels(stream, levels);
    }
    void on_fault(const words::Fault& fault) override { faults_.add(fault); }

 private:
    Listener& listener_;
    FaultLog& faults_;
};

class HeaderSink final : public words::FrameSink {
 public:
    void on_stream(int /*stream*/, const words::PacketHeader& header) override {
        headers.push_back(header);
    }
    void on_frames(int, std::span<const words::Frame>, std::uint64_t) override {}
    void on_fault(const words::Fault&) override {}

    std::vector<words::PacketHeader> headers;
};

/// Gives all words of `file` to `decoder`, and what is no word to `faults`.
template <typename Decoder>
void feed(const std::filesystem::path& file, Decoder& decoder, FaultLog& faults) {
    WordFile source{file};
    std::vector<words::Fault> no_words;
    for (auto part = source.next(no_words); !part.empty(); part = source.next(no_words)) {
        decoder.read(part);
        for (const words::Fault& fault : no_words)
            faults.add(fault);
        no_words.clear();
    }
    for (const words::Fault& fault : no_words)
        faults.add(fault);
}

/// What a buffer holds that no trace was written to.
bool is_blank(std::uint32_t word) {
    return word == 0 || word == words::kPrefillWord;
}

bool is_blank(const std::filesystem::path& file) {
    WordFile source{file};
    std::vector<words::Fault> faults;
    for (auto part = source.next(faults); !part.empty(); part = source.next(faults)) {
        const bool blank = std::all_of(part.begin(), part.end(),
                                       [](std::uint32_t word) { return is_blank(word); });
        if (!blank || !faults.empty()) return false;
    }
    return true;
}

[[noreturn]] void refuse(const std::filesystem::path& file, std::uint64_t words) {
    if (words > 0 && is_blank(file))
        throw arch::InputError{
            fmt::format("'{}' holds no packet of a trace: all of its {} words are blank. The trace "
                        "did not start, or its buffer was not read back",
                        file.string(), words)};
    throw arch::InputError{fmt::format(
        "'{}' holds no packet of a trace in its {} words; allowed: 32-bit words, raw and "
        "little-endian, or as text with 8 hexadecimal digits a line",
        file.string(), words)};
}

}  // namespace

Decoded decode_file(const std::filesystem::path& file, words::Reading reading, Listener& listener) {
    Decoded decoded;
    ListeningThread thread{listener};
    Sink sink{thread, decoded.faults};
    words::LevelDecoder decoder{sink, reading};
    feed(file, decoder, decoded.faults);
    decoder.finish();
    thread.finish();
    decoded.streams = decoder.streams();
    decoded.words = decoder.words_read();
    if (decoded.streams.empty()) refuse(file, decoded.words);
    return decoded;
}

std::vector<words::Unit> units_of(const std::vector<words::StreamState>& streams) {
    std::vector<words::Unit> units;
    for (const words::StreamState& stream : streams)
        units.push_back(stream.header.unit);
    return units;
}

std::vector<words::PacketHeader> units_of(const std::filesystem::path& file,
                                          words::Reading reading) {
    HeaderSink sink;
    words::FrameDecoder decoder{sink, reading};
    FaultLog ignored;
    feed(file, decoder, ignored);
    if (sink.headers.empty()) refuse(file, decoder.words_read());
    return std::move(sink.headers);
}

}  // namespace xdnasim::recording
