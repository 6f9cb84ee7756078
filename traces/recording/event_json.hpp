#pragma once
// A recording as trace events (JSON), which ui.perfetto.dev shows: the rows of mlir-aie's parser,
// one cycle as a microsecond, and, beside them, what an encoder needs to write the words again.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/node.hpp"
#include "traces/recording/config.hpp"
#include "traces/recording/decode.hpp"

namespace xdnasim::recording {

/// The key of the rows, in a file that has more than them.
inline constexpr std::string_view kRowsKey = "traceEvents";

/// Of units of `module`, as mlir-aie's parser calls them, behind which it says where they are:
/// "core_trace for tile2,1".
[[nodiscard]] std::string_view process_name(words::Module module);

/// Rows come in the order of the words, so that nothing but the unit's present level is kept.
class EventJson final : public Listener {
 public:
    using Write = std::function<void(std::string_view)>;

    /// `units`: of the file that is decoded, in order. Hands pieces of the text to `write`.
    EventJson(std::vector<words::PacketHeader> units, const SlotNames& names,
              words::Reading reading, Write write);

    void on_levels(int stream, std::span<const words::Level> levels) override;
    /// Call once, after the last level: completes the text. As the reference has it, it is a bare
    /// list of rows.
    void finish(const Decoded& decoded);

 private:
    struct Stream {
        int process = 0;  ///< the reference counts them module by module
        std::vector<std::string> slots;
        std::uint8_t asserted = 0;
    };

    [[nodiscard]] bool as_reference() const { return reading_ == words::Reading::AsReference; }
    void number_processes();
    void write_names(std::size_t stream);
    void begin_row();
    void write_change(const Stream& stream, int slot, std::uint64_t cycle, char phase);
    void write_streams(const Decoded& decoded);
    void write_faults(const FaultLog& faults);
    void flush();

    std::vector<words::PacketHeader> units_;
    const SlotNames& names_;
    words::Reading reading_;
    Write write_;
    std::vector<Stream> streams_;
    std::string buffer_;
    bool first_ = true;
};

/// Of a row, or of the stream that its rows are of: Perfetto's have 32 bits. Throws InputError for
/// what is no such number.
[[nodiscard]] std::uint64_t pid_of(const base::Node& pid);

/// The pids of a file's streams, each of which has its own.
class StreamPids {
 public:
    /// Throws InputError when a stream before has `pid`, too.
    void add(std::uint64_t pid, const base::Node& stream);

 private:
    std::set<std::uint64_t> pids_;
};

// A recording's trace events (JSON) become the words of a trace buffer.

inline constexpr std::uint64_t kMaxEncodedWords = std::uint64_t{1} << 24;  ///< 64 MB

/// Packets of several units follow each other as they fill up; behind the last one are zero words
/// up to the recording's number of words. Throws InputError when `file` is no such JSON, or comes
/// to more than kMaxEncodedWords.
[[nodiscard]] std::vector<std::uint32_t> encode_file(const std::filesystem::path& file);

}  // namespace xdnasim::recording
