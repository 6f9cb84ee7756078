#pragma once
// The parser and the writer of nlohmann-json, compiled once, in json_templates.cpp, instead of in
// every source that reads or writes JSON: that takes a second or two of each. The header's literals
// alone, which nobody uses, would have each source compile a parser. It belongs to the precompiled
// headers, so that no source needs to include it.

#include <string>

#include <nlohmann/json.hpp>

namespace xdnasim::base {

using UnorderedJson = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;
using TextOfPointers = nlohmann::detail::iterator_input_adapter<const char*>;
using TextOfString = nlohmann::detail::iterator_input_adapter<std::string::const_iterator>;

}  // namespace xdnasim::base

extern template class nlohmann::detail::lexer<xdnasim::base::UnorderedJson,
                                              xdnasim::base::TextOfPointers>;
extern template class nlohmann::detail::lexer<xdnasim::base::UnorderedJson,
                                              xdnasim::base::TextOfString>;
extern template class nlohmann::detail::parser<xdnasim::base::UnorderedJson,
                                               xdnasim::base::TextOfPointers>;
extern template class nlohmann::detail::parser<xdnasim::base::UnorderedJson,
                                               xdnasim::base::TextOfString>;
extern template class nlohmann::detail::serializer<xdnasim::base::UnorderedJson>;
extern template class nlohmann::detail::serializer<xdnasim::base::OrderedJson>;
extern template nlohmann::json nlohmann::json::parse<const char*>(const char*, const char*,
                                                                  parser_callback_t, bool, bool);
extern template nlohmann::json nlohmann::json::parse<const std::string&>(const std::string&,
                                                                         parser_callback_t, bool,
                                                                         bool);
extern template nlohmann::json nlohmann::json::parse<std::string>(std::string&&, parser_callback_t,
                                                                  bool, bool);
