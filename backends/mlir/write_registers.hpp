#pragma once
// Text of the operations in a runtime sequence that write or poll registers.

#include <vector>

#include "backends/mlir/write_parts.hpp"
#include "backends/txn/instructions.hpp"

namespace xdnasim::mlir {

class RegisterText {
 public:
    explicit RegisterText(Writing& writing) : writing_{writing} {}

    void write(const txn::Write& write);
    void write(const txn::MaskWrite& write);
    /// Throws InputError for a release without an operation for polls.
    void write(const txn::MaskPoll& poll);
    /// Refers to the next of the blocks of words that write_blocks() has written.
    void write(const txn::BlockWrite& write);

 private:
    Writing& writing_;
    int blocks_ = 0;
};

/// Writes the words of all blocks of more than one word that an unrolled sequence writes into
/// memory, in the order of the sequence. In the text they come before the sequence.
void write_blocks(Writing& writing, const std::vector<schedule::SequenceOp>& sequence);

}  // namespace xdnasim::mlir
