#pragma once
// Reading of events from users' files.

#include "base/node.hpp"
#include "traces/names/event_names.hpp"

namespace xdnasim::names {

/// The id of the event of `module` that `node` names. Throws InputError, with the nearest name, if
/// there is no such event.
[[nodiscard]] int read_event_name(const base::Node& node, words::Module module,
                                  const EventNames& names);

/// The id of an event that `node` gives by name, in quotes, or as an id up to kMaxEventId, which
/// need not have a name. Throws InputError as read_event_name() does.
[[nodiscard]] int read_event_or_id(const base::Node& node, words::Module module,
                                   const EventNames& names);

}  // namespace xdnasim::names
