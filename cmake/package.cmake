# The Debian package, which has the files that install.cmake installs. `cpack --preset release` makes it from
# a finished build.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "xdnasim developers")
set(CPACK_PACKAGE_VENDOR "xdnasim developers")
# The package's description begins with README's first paragraph.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/README.md)
file(READ ${PROJECT_SOURCE_DIR}/README.md readme)
string(REGEX REPLACE "^#[^\n]*\n\n" "" readme "${readme}")
string(FIND "${readme}" "\n\n" end)
string(SUBSTRING "${readme}" 0 ${end} about)
string(REPLACE "\n" " " about "${about}")
set(CPACK_PACKAGE_DESCRIPTION "${about} Contains the xdnasim command, its libraries with headers \
and CMake package, the device files and examples, and the measured rows that it is validated by.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION electronics)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# Suggested packages: those that are needed to compile against the libraries.
set(packages ${CMAKE_CURRENT_LIST_DIR}/debian-packages.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${packages})
file(STRINGS ${packages} suggested REGEX "^library ")
list(TRANSFORM suggested REPLACE "^library ([^ ]+).*" "\\1")
list(JOIN suggested ", " CPACK_DEBIAN_PACKAGE_SUGGESTS)
# Packages for the Python package (recommended) and for studies on a cluster (suggested).
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3-numpy, python3-pandas")
string(APPEND CPACK_DEBIAN_PACKAGE_SUGGESTS ", python3-distributed")

# OpenBLAS is loaded at run time, so that dpkg-shlibdeps cannot find it.
set(CPACK_DEBIAN_PACKAGE_DEPENDS libopenblas0)
# The package depends on the shared libraries that the command links to, in the versions of this system.
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(DPKG_SHLIBDEPS)
if(DPKG_SHLIBDEPS)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()

include(CPack)
