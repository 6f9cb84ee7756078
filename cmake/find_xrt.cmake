# Finds XRT, the runtime of AMD's NPUs, which is optional: AMD's release in XILINX_XRT or /opt/xilinx/xrt,
# which is needed to use an NPU, or else Debian's package. Defines the target XRT::xrt if one is found.
#
# It does not use pkg-config, because the file in Debian's package names folders that do not exist.
find_path(XRT_INCLUDE_DIR xrt/xrt_device.h
          HINTS ENV XILINX_XRT /opt/xilinx/xrt PATH_SUFFIXES include include/xrt xrt)
find_library(XRT_LIBRARY xrt_coreutil HINTS ENV XILINX_XRT /opt/xilinx/xrt PATH_SUFFIXES lib)
find_path(UUID_INCLUDE_DIR uuid/uuid.h)  # XRT's headers include it
find_library(UUID_LIBRARY uuid)
mark_as_advanced(XRT_INCLUDE_DIR XRT_LIBRARY UUID_INCLUDE_DIR UUID_LIBRARY)

if(XRT_INCLUDE_DIR AND XRT_LIBRARY AND UUID_INCLUDE_DIR AND UUID_LIBRARY AND NOT TARGET XRT::xrt)
  add_library(XRT::xrt INTERFACE IMPORTED)
  target_include_directories(XRT::xrt SYSTEM INTERFACE ${XRT_INCLUDE_DIR} ${UUID_INCLUDE_DIR})
  target_link_libraries(XRT::xrt INTERFACE ${XRT_LIBRARY} ${UUID_LIBRARY})
endif()
