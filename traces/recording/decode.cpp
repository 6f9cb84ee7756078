#include "traces/recording/decode.hpp"

#include <algorithm>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "base/error.hpp"
#include "traces/recording/word_source.hpp"
#include "traces/words/frame_decoder.hpp"

namespace xdnasim::recording {

ListeningThread::ListeningThread(Listener& listener) : listener_{listener} {
    for (Batch& batch : batches_)
        batch.levels.resize(kBatchLevels);
    thread_ = std::thread{[this] { listen(); }};
}

ListeningThread::~ListeningThread() {
    join();
}

void ListeningThread::on_stream(int stream, const words::PacketHeader& header) {
    batches_[filling_].headers.push_back(header);
    batches_[filling_].parts.push_back({stream, 0});
}

void ListeningThread::on_levels(int stream, std::span<const words::Level> levels) {
    while (!levels.empty()) {
        if (batches_[filling_].count == kBatchLevels) pass_on();
        Batch& batch = batches_[filling_];
        const std::size_t count = std::min(levels.size(), kBatchLevels - batch.count);
        batch.parts.push_back({stream, static_cast<std::uint32_t>(count)});
        std::copy_n(levels.begin(), count, batch.levels.data() + batch.count);
        batch.count += count;
        levels = levels.subspan(count);
    }
}

void ListeningThread::finish() {
    join();
    if (failed_) std::rethrow_exception(thrown_);
}

void ListeningThread::pass_on() {
    full_.release();
    free_.acquire();
    filling_ = (filling_ + 1) % kBatches;
    Batch& batch = batches_[filling_];
    batch.parts.clear();
    batch.count = 0;
    batch.headers.clear();
    if (failed_) std::rethrow_exception(thrown_);
}

void ListeningThread::join() {
    if (!thread_.joinable()) return;
    batches_[filling_].last = true;
    full_.release();
    thread_.join();
}

/// Body of the thread. Continues after a failure, so that the caller never waits for ever.
void ListeningThread::listen() {
    bool last = false;
    for (std::size_t next = 0; !last; next = (next + 1) % kBatches) {
        full_.acquire();
        last = batches_[next].last;
        try {
            if (!failed_) hear(batches_[next]);
        } catch (...) {
            thrown_ = std::current_exception();
            failed_ = true;
        }
        free_.release();
    }
}

void ListeningThread::hear(const Batch& batch) {
    std::span<const words::Level> levels = batch.levels;
    auto header = batch.headers.begin();
    for (const Part& part : batch.parts) {
        if (part.levels == 0) {
            listener_.on_stream(part.stream, *header++);
        } else {
            listener_.on_levels(part.stream, levels.first(part.levels));
            levels = levels.subspan(part.levels);
        }
    }
}

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

/// Could the word be in a buffer to which no trace was written?
bool is_blank(std::uint32_t word) {
    return word == 0 || word == words::kPrefillWord;
}

/// Passes all words of `source` to `decoder`, and adds a fault for everything that is not a word to
/// `faults`. Returns whether all words are blank.
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
            fmt::format("'{}' contains no trace packet: all {} words are blank. The trace did not "
                        "start, or its buffer was not read back",
                        source.name(), words)};
    throw base::InputError{fmt::format("'{}' contains no trace packet in its {} words; allowed: {}",
                                       source.name(), words, source.allowed())};
}

}  // namespace

Decoded decode(WordSource& source, words::Reading reading, Listener& listener) {
    Decoded decoded;
    std::optional<ListeningThread> thread;
    try {
        thread.emplace(listener);
    } catch (const std::system_error&) {
        // Without memory for a thread's stack, the listener is called in this thread.
    }
    Sink sink{thread ? *thread : listener, decoded.faults};
    words::LevelDecoder decoder{sink, reading};
    const bool blank = feed(source, decoder, decoded.faults);
    decoder.finish();
    if (thread) thread->finish();
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

void note_asserted(SlotNames& names, const std::vector<words::StreamState>& streams) {
    for (const words::StreamState& stream : streams)
        names.note_asserted(stream.header.unit, stream.levels.seen());
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
