// Replaces the xrt backend in builds without XRT.

#include "backends/xrt/xrt_backend.hpp"
#include "base/error.hpp"

namespace xdnasim::backends {

std::unique_ptr<Backend> make_xrt_backend(XrtOptions /*options*/) {
    throw base::Error{base::ExitCode::Unavailable,
                      "the backend 'xrt' is not available in this build: XRT was not found when it "
                      "was configured (Debian: libxrt-dev and uuid-dev)"};
}

}  // namespace xdnasim::backends
