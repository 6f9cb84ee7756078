#pragma once
// A listener that works while the next words are decoded.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <semaphore>
#include <thread>
#include <vector>

#include "traces/recording/listener.hpp"

namespace xdnasim::recording {

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

}  // namespace xdnasim::recording
