#pragma once
// Packets that are passed on with the header with which they arrived.

#include "workloads/design/draft.hpp"

namespace xdnasim::design {

/// Flows with keep_pkt_header store headers in memory ahead of the data. A BD without `packet` that
/// sends such data into a packet flow needs no header: the first word of its data is one. Marks
/// each such BD, with the id of the packets that arrive. Reports a BD whose packets have several
/// ids. Precondition: the flows are known.
void find_headers_in_data(Draft& draft);

}  // namespace xdnasim::design
