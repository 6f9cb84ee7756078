// In place of the backend, in builds without XRT.

#include "xdnasim/arch/error.hpp"
#include "xdnasim/backends/xrt/xrt_backend.hpp"

namespace xdnasim::backends {

std::unique_ptr<Backend> make_xrt_backend(XrtOptions /*options*/) {
    throw arch::Error{arch::ExitCode::Unavailable,
                      "the backend 'xrt' is not available in this build: XRT was not found when it "
                      "was configured (Debian: libxrt-dev and uuid-dev)"};
}

}  // namespace xdnasim::backends
