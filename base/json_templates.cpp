#include "base/json_templates.hpp"

template class nlohmann::detail::lexer<xdnasim::base::UnorderedJson, xdnasim::base::TextOfPointers>;
template class nlohmann::detail::lexer<xdnasim::base::UnorderedJson, xdnasim::base::TextOfString>;
template class nlohmann::detail::parser<xdnasim::base::UnorderedJson,
                                        xdnasim::base::TextOfPointers>;
template class nlohmann::detail::parser<xdnasim::base::UnorderedJson, xdnasim::base::TextOfString>;
template class nlohmann::detail::serializer<xdnasim::base::UnorderedJson>;
template class nlohmann::detail::serializer<xdnasim::base::OrderedJson>;
template nlohmann::json nlohmann::json::parse<const char*>(const char*, const char*,
                                                           parser_callback_t, bool, bool);
template nlohmann::json nlohmann::json::parse<const std::string&>(const std::string&,
                                                                  parser_callback_t, bool, bool);
template nlohmann::json nlohmann::json::parse<std::string>(std::string&&, parser_callback_t, bool,
                                                           bool);
