#pragma once
// The forms in which operations are written: a table with a line for each form. The pieces of a
// form are separated by spaces:
//
//   (  ,  repeat_count   literally this word
//   %x  #x  $x  @x       a value; a number or a value; a word or a string; a symbol
//   ^x                   a block
//   *x                   all words up to the next piece, or to the end of the enclosing brackets
//   [x                   a list in square brackets
//   {}                   attributes, which are optional
//   R                    a region
//   .                    the end of the operation, or a location
//   ?( ... ?)            optional; absent if its first piece is not there

#include <string_view>
#include <vector>

#include "workloads/design/ir/fields.hpp"

namespace xdnasim::ir {

struct OperationForms {
    std::string_view name;
    /// Names of the operands, in the order of the generic form. A name that begins with * stands
    /// for any number of values: as many as the operation's segment sizes say, or all that are
    /// left.
    std::string_view operands;
    std::vector<std::string_view> forms;  ///< newest first
};

/// The name of an operation in current mlir-aie, with its dialect. Designs of early 2024 have
/// "aiex.ipu." for "aiex.npu.", and functions may have "call" for "func.call".
[[nodiscard]] std::string_view current_name(std::string_view operation);

/// The forms of an operation; nullptr if they are not known.
[[nodiscard]] const OperationForms* forms_of(std::string_view operation);

/// Adds the named pieces of `form` to `fields`. Returns nullptr if the operation has that form,
/// else the first word that does not fit it.
[[nodiscard]] const Token* read_form(const Text& text, const Operation& operation,
                                     std::string_view form, Fields& fields);

/// As read_form(), for the generic form: its attributes, and its operands by `operand_names`.
void read_generic(const Text& text, const Operation& operation, std::string_view operand_names,
                  Fields& fields);

}  // namespace xdnasim::ir
