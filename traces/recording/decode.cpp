#include "traces/recording/decode.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "traces/recording/listening_thread.hpp"
#include "traces/recording/word_file.hpp"

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

/// What a buffer holds that no trace was written to.
bool is_blank(std::uint32_t word) {
    return word == 0 || word == words::kPrefillWord;
}

/// Gives all words of `source` to `decoder`, and what is no word to `faults`. Tells whether all are
/// blank.
template <typename Decoder>
bool feed(WordSource& source, Decoder& decoder, FaultLog& faults) {
    bool blank = true;
    std::vector<words::Fault> no_words;
    for (auto part = source.next(no_words); !part.empty(); part = source.next(no_words)) {
        decoder.read(part);
        blank = blank && no_words.empty() && std::ranges::all_of(part, is_blank);
        for (const words::Fault& fault : no_words)
            faults.add(fault);
        no_words.clear();
    }
    for (const words::Fault& fault : no_words)
        faults.add(fault);
    return blank;
}

[[noreturn]] void refuse(const WordSource& source, std::uint64_t words, bool blank) {
    if (words > 0 && blank)
        throw base::InputError{
            fmt::format("'{}' holds no packet of a trace: all of its {} words are blank. The trace "
                        "did not start, or its buffer was not read back",
                        source.name(), words)};
    throw base::InputError{
        fmt::format("'{}' holds no packet of a trace in its {} words; allowed: {}", source.name(),
                    words, source.allowed())};
}

}  // namespace

Decoded decode(WordSource& source, words::Reading reading, Listener& listener) {
    Decoded decoded;
    ListeningThread thread{listener};
    Sink sink{thread, decoded.faults};
    words::LevelDecoder decoder{sink, reading};
    const bool blank = feed(source, decoder, decoded.faults);
    decoder.finish();
    thread.finish();
    decoded.streams = decoder.streams();
    decoded.words = decoder.words_read();
    if (decoded.streams.empty()) refuse(source, decoded.words, blank);
    return decoded;
}

Decoded decode_file(const std::filesystem::path& file, words::Reading reading, Listener& listener) {
    WordFile source{file};
    return decode(source, reading, listener);
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
    WordFile source{file};
    const bool blank = feed(source, decoder, ignored);
    if (sink.headers.empty()) refuse(source, decoder.words_read(), blank);
    return std::move(sink.headers);
}

}  // namespace xdnasim::recording
