#pragma once
// Runs trace words, of a file or in memory, through the decoder.

#include <filesystem>
#include <vector>

#include "traces/recording/fault_log.hpp"
#include "traces/recording/listener.hpp"
#include "traces/recording/word_source.hpp"
#include "traces/words/levels.hpp"

namespace xdnasim::recording {

struct Decoded {
    std::vector<words::StreamState> streams;
    std::uint64_t words = 0;
    FaultLog faults;
};

/// Calls `listener` in another thread, while it reads on. Throws what the listener throws,
/// std::system_error where there can be no thread, and InputError when the words cannot be read or
/// hold no packet at all.
[[nodiscard]] Decoded decode(WordSource& source, words::Reading reading, Listener& listener);

/// The same of the words in `file`.
[[nodiscard]] Decoded decode_file(const std::filesystem::path& file, words::Reading reading,
                                  Listener& listener);

[[nodiscard]] std::vector<words::Unit> units_of(const std::vector<words::StreamState>& streams);

/// The units of a file in the order they appear in, for those who must know them before its levels:
/// a pass of its own.
[[nodiscard]] std::vector<words::PacketHeader> units_of(const std::filesystem::path& file,
                                                        words::Reading reading);

}  // namespace xdnasim::recording
