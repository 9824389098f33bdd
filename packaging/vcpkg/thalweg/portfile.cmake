# Builds this tree: vcpkg install thalweg --overlay-ports=packaging/vcpkg
cmake_path(ABSOLUTE_PATH CMAKE_CURRENT_LIST_DIR NORMALIZE OUTPUT_VARIABLE port)
cmake_path(SET SOURCE_PATH NORMALIZE "${port}/../../..")

vcpkg_check_features(OUT_FEATURE_OPTIONS options
  FEATURES import THALWEG_IMPORT
           metis THALWEG_METIS)

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS ${options} -DTHALWEG_CGAL=OFF -DTHALWEG_TOOL=OFF -DTHALWEG_TESTS=OFF -DTHALWEG_EXAMPLES=OFF
          -DTHALWEG_WERROR=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME thalweg CONFIG_PATH lib/cmake/thalweg)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
