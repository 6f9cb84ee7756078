#pragma once
// Runs trace words, of a file or in memory, through the decoder.

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

// The faults of a recording: all counted, the first of them kept.

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

// Who takes the levels of a recording.

/// Streams, one per unit, are numbered in the order they appear in.
class Listener {
 public:
    virtual ~Listener() = default;
    virtual void on_stream(int /*stream*/, const words::PacketHeader& /*header*/) {}
    virtual void on_levels(int stream, std::span<const words::Level> levels) = 0;
};

// A listener that works while the next words are decoded.

/// Passes on what it is told to a listener in a thread of its own, in order and in batches. Its
/// memory is bounded: where the listener is slower, a few batches wait for it, then the caller
/// does. What the listener throws, the next calls throw; it hears nothing more then.
class ListeningThread final : public Listener {
 public:
    /// Throws std::system_error where there can be no thread.
    explicit ListeningThread(Listener& listener);
    /// Waits until the listener has heard what it was told; what it throws then is lost.
    ~ListeningThread() override;
    ListeningThread(const ListeningThread&) = delete;
    ListeningThread& operator=(const ListeningThread&) = delete;

    void on_stream(int stream, const words::PacketHeader& header) override;
    void on_levels(int stream, std::span<const words::Level> levels) override;

    /// Once, behind all other calls: returns when the listener has heard everything and the thread
    /// is gone.
    void finish();

 private:
    static constexpr std::size_t kBatches = 4;
    /// To wake a thread takes as long as some thousand levels.
    static constexpr std::size_t kBatchLevels = 64 * 1024;

    struct Part {
        std::int32_t stream = 0;
        std::uint32_t levels = 0;  ///< the batch's next ones; 0: its next header
    };
    struct Batch {
        std::vector<Part> parts;
        std::vector<words::Level> levels;  ///< kBatchLevels, of which `count` are there
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
    std::counting_semaphore<kBatches> free_{kBatches - 1};  ///< beside the one that is being filled
    std::counting_semaphore<kBatches> full_{0};
    std::exception_ptr thrown_;  ///< set before failed_
    std::atomic<bool> failed_ = false;
    std::thread thread_;
};

struct Decoded {
    std::vector<words::StreamState> streams;
    std::uint64_t words = 0;
    FaultLog faults;
};

/// Calls `listener`, where there can be one in another thread while it reads on. Throws what the
/// listener throws, and InputError when the words cannot be read or hold no packet at all.
[[nodiscard]] Decoded decode(WordSource& source, words::Reading reading, Listener& listener);

/// The same of the words in `file`.
[[nodiscard]] Decoded decode_file(const std::filesystem::path& file, words::Reading reading,
                                  Listener& listener);

[[nodiscard]] std::vector<words::Unit> units_of(const std::vector<words::StreamState>& streams);

/// Tells `names` which slots the units of `streams` assert.
void note_asserted(SlotNames& names, const std::vector<words::StreamState>& streams);

/// The units of a file in the order they appear in, for those who must know them before its levels:
/// a pass of its own.
[[nodiscard]] std::vector<words::PacketHeader> units_of(const std::filesystem::path& file,
                                                        words::Reading reading);

}  // namespace xdnasim::recording
