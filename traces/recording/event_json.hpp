#pragma once
// Recordings as trace events (JSON), which ui.perfetto.dev shows: the same rows as from mlir-aie's
// parser, with a cycle as a microsecond, plus what an encoder needs to restore the words.

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

/// The key of the rows in a file that contains more than rows.
inline constexpr std::string_view kRowsKey = "traceEvents";

/// Beginning of the names that mlir-aie's parser gives to units of `module`: "core_trace" in
/// "core_trace for tile2,1" (row, column).
[[nodiscard]] std::string_view process_name(words::Module module);

/// Listener that writes rows in the order of the words. Of each unit, it keeps only the current
/// level.
class EventJson final : public Listener {
 public:
    using Write = std::function<void(std::string_view)>;

    /// `units`: all units of the recording, in the order in which they appear. `write`: receives
    /// pieces of the text.
    EventJson(std::vector<words::PacketHeader> units, const SlotNames& names,
              words::Reading reading, Write write);

    void on_levels(int stream, std::span<const words::Level> levels) override;
    /// Completes the text. To be called once, after the last level. With Reading::AsReference, the
    /// text is only a list of rows, as from mlir-aie's parser.
    void finish(const Decoded& decoded);

 private:
    struct Stream {
        int process = 0;  ///< pid; AsReference numbers the units module by module
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

/// The pid of a row or a stream, a number of 32 bits as in Perfetto. Throws InputError if `pid` is
/// not such a number.
[[nodiscard]] std::uint64_t pid_of(const base::Node& pid);

/// The pids of a file's streams, which must differ.
class StreamPids {
 public:
    /// Adds the pid of a stream. Throws InputError if an earlier stream has the same.
    void add(std::uint64_t pid, const base::Node& stream);

 private:
    std::set<std::uint64_t> pids_;
};

// Encoding of trace events (JSON) into the words of a trace buffer.

inline constexpr std::uint64_t kMaxEncodedWords = std::uint64_t{1} << 24;  ///< 64 MB

/// The words of a decoded recording in `file`. Packets of several units come in the order in which
/// they become full; after the last one, zeros fill up to the recording's number of words. Throws
/// InputError if `file` is not such JSON, or needs more than kMaxEncodedWords.
[[nodiscard]] std::vector<std::uint32_t> encode_file(const std::filesystem::path& file);

}  // namespace xdnasim::recording
