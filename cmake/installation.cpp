// Part of a program that is linked with installed libraries: where their files are
// (base/data_folder.cpp). Weak, since of a program and a library that it loads both may have it.

extern "C" __attribute__((weak)) const char* xdnasim_installed_data();

const char* xdnasim_installed_data() {
    return XDNASIM_INSTALLED_DATA;
}
