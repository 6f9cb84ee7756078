#pragma once
// Events as files of users name them.

#include "base/node.hpp"
#include "traces/names/event_names.hpp"

namespace xdnasim::names {

/// The id of the event of `module` that `node` names. Throws InputError with the nearest name.
[[nodiscard]] int read_event_name(const base::Node& node, words::Module module,
                                  const EventNames& names);

/// As read_event_name() when `node` is in quotes; else an id up to kMaxEventId, which may be of no
/// event known here.
[[nodiscard]] int read_event_or_id(const base::Node& node, words::Module module,
                                   const EventNames& names);

}  // namespace xdnasim::names
