#include "traces/recording/listening_thread.hpp"

#include <algorithm>

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

/// Goes on behind a failure, so that the other side never waits for ever.
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

}  // namespace xdnasim::recording
