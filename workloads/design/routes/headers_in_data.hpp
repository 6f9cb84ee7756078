#pragma once
// Packets that are passed on with the header that they came with.

#include "workloads/design/draft.hpp"

namespace xdnasim::design {

/// Where flows keep headers (keep_pkt_header), these lie in memory ahead of the data. A BD without
/// `packet` that sends them on into a packet flow needs no other header: the first word of its data
/// is one. Says so of each such BD, with the id of the packets that come, as far as that is one;
/// several are reported. Precondition: the flows are known.
void find_headers_in_data(Draft& draft);

}  // namespace xdnasim::design
