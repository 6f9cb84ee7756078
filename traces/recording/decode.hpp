#pragma once
// Decoding of recordings: trace words in a file or in memory.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <semaphore>
#include <span>
#include <thread>
#include <vector>

#include "traces/recording/config.hpp"
#include "traces/recording/word_source.hpp"
#include "traces/words/frame.hpp"
#include "traces/words/levels.hpp"

// The faults of a recording: all are counted, and the first 1000 are kept.

namespace xdnasim::recording {

class FaultLog {
 public:
    void add(const words::Fault& fault) {
        ++count_;
        if (first_.size() < kKept) first_.push_back(fault);
    }
    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] const std::vector<words::Fault>& first() const { return first_; }

 private:
    static constexpr std::size_t kKept = 1000;
    std::uint64_t count_ = 0;
    std::vector<words::Fault> first_;
};

// Listeners for the levels of a recording.

/// Receiver of levels. Streams, one per unit, are numbered in the order in which they appear.
class Listener {
 public:
    virtual ~Listener() = default;
    virtual void on_stream(int /*stream*/, const words::PacketHeader& /*header*/) {}
    virtual void on_levels(int stream, std::span<const words::Level> levels) = 0;
};

// A listener that works while the next words are decoded.

/// Listener that forwards all calls to another listener in a separate thread, in order and in
/// batches. Its memory is bounded: if that listener is slower, a few batches are queued, then the
/// caller waits. If that listener throws, it receives nothing more, and the following calls throw
/// its exception.
class ListeningThread final : public Listener {
 public:
    /// Throws std::system_error if no thread can be created.
    explicit ListeningThread(Listener& listener);
    /// Waits until the listener has received everything; exceptions that it throws are lost.
    ~ListeningThread() override;
    ListeningThread(const ListeningThread&) = delete;
    ListeningThread& operator=(const ListeningThread&) = delete;

    void on_stream(int stream, const words::PacketHeader& header) override;
    void on_levels(int stream, std::span<const words::Level> levels) override;

    /// Waits until the listener has received everything and the thread has ended. To be called
    /// once, after all other calls. Throws what the listener has thrown.
    void finish();

 private:
    static constexpr std::size_t kBatches = 4;
    /// Large, since waking a thread takes as long as decoding some thousand levels.
    static constexpr std::size_t kBatchLevels = 64 * 1024;

    struct Part {
        std::int32_t stream = 0;
        std::uint32_t levels = 0;  ///< number of levels to take from the batch; 0: take a header
    };
    struct Batch {
        std::vector<Part> parts;
        std::vector<words::Level> levels;  ///< kBatchLevels places, of which `count` are used
        std::size_t count = 0;
        std::vector<words::PacketHeader> headers;
        bool last = false;
    };

    void pass_on();
    void join();
    void listen();
    void hear(const Batch& batch);

    Listener& listener_;
    std::array<Batch, kBatches> batches_;
    std::size_t filling_ = 0;
    std::counting_semaphore<kBatches> free_{kBatches -
                                            1};  ///< batches besides the one being filled
    std::counting_semaphore<kBatches> full_{0};
    std::exception_ptr thrown_;  ///< exception of the listener; set before failed_
    std::atomic<bool> failed_ = false;
    std::thread thread_;
};

struct Decoded {
    std::vector<words::StreamState> streams;
    std::uint64_t words = 0;
    FaultLog faults;
};

/// Decodes all words of `source`. Calls `listener` in another thread if one can be created. Throws
/// what the listener throws, and InputError if the words cannot be read or contain no packet.
[[nodiscard]] Decoded decode(WordSource& source, words::Reading reading, Listener& listener);

/// Decodes all words of `file`, as decode() does.
[[nodiscard]] Decoded decode_file(const std::filesystem::path& file, words::Reading reading,
                                  Listener& listener);

[[nodiscard]] std::vector<words::Unit> units_of(const std::vector<words::StreamState>& streams);

/// Calls names.note_asserted() with the slots that each unit of `streams` asserts.
void note_asserted(SlotNames& names, const std::vector<words::StreamState>& streams);

/// The units of a file in the order in which they appear, found in a separate pass: for callers
/// that need all units before the first level. Throws InputError as decode() does.
[[nodiscard]] std::vector<words::PacketHeader> units_of(const std::filesystem::path& file,
                                                        words::Reading reading);

}  // namespace xdnasim::recording
