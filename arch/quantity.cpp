#include "arch/quantity.hpp"

namespace xdnasim::arch {

std::string to_string(Confidence confidence) {
    switch (confidence) {
        case Confidence::Measured:
            return "measured";
        case Confidence::Documented:
            return "documented";
        case Confidence::Fitted:
            return "fitted";
        case Confidence::Assumed:
            break;
    }
    return "assumed";
}

}  // namespace xdnasim::arch
