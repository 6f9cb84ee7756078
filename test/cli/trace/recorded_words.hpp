#pragma once
// A short recording of trace words.

namespace xdnasim::cli::test {

/// The words of two kernel calls of 10,245 cycles on the core of column 1, row 2. Slot 1 has the
/// event of their beginning, slot 2 that of their end.
inline constexpr const char* kWords =
    "00220001\nf0000000\n00041a65\na416c8fe\na82804fe\n8442fefe\na82804fe\ndc000010\n";
inline constexpr const char* kConfig =
    R"({"device": "npu1", "streams": [{"module": "core", "row": 2,
    "col": 0, "slots": [37, "INSTR_EVENT_0", "INSTR_EVENT_1"]}]})";

}  // namespace xdnasim::cli::test
