#include "traces/names/event_reader.hpp"

#include "base/error.hpp"

namespace xdnasim::names {

int read_event_name(const base::Node& node, words::Module module, const EventNames& names) {
    const std::string& name = node.as_string();
    try {
        return names.id(module, name);
    } catch (const base::InputError& error) {
        node.fail(error.what());
    }
}

int read_event_or_id(const base::Node& node, words::Module module, const EventNames& names) {
    if (node.is_quoted()) return read_event_name(node, module, names);
    return static_cast<int>(node.as_int(0, kMaxEventId));
}

}  // namespace xdnasim::names
