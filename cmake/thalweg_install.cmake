# cmake --install: the libraries, their headers, find_package(thalweg) and pkg-config. Each library is
# a component with targets and a pkg-config file of its own, so that a program needs only what the
# libraries that it uses need.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/thalweg)
file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)

# What each library needs of others, for pkg-config. The libraries are static by default, so what
# they use is linked with them.
set(thalweg_needs "")
set(thalweg_links "-pthread")
if(thalweg_tbb)
  set(thalweg_needs "tbb")
endif()
set(thalweg_image_needs "thalweg libpng")
set(thalweg_import_needs "thalweg_image zlib libtiff-4")
set(thalweg_import_links "-lRecast")
set(thalweg_draw_needs "thalweg_image")
set(thalweg_triangulate_needs "thalweg")
set(thalweg_triangulate_links "-lgmp -lmpfr")
set(thalweg_metis_needs "thalweg")
set(thalweg_metis_links "-lmetis")

foreach(library IN LISTS thalweg_libraries)
  install(TARGETS ${library} EXPORT ${library}_targets
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
          RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(EXPORT ${library}_targets NAMESPACE thalweg:: DESTINATION ${package_dir})
  set(needs ${${library}_needs})
  set(links ${${library}_links})
  configure_file(${CMAKE_CURRENT_LIST_DIR}/thalweg.pc.in ${PROJECT_BINARY_DIR}/${library}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${library}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/thalweg DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET thalweg_tool)
  install(TARGETS thalweg_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/thalweg-config.cmake.in
  ${PROJECT_BINARY_DIR}/thalweg-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/thalweg-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/thalweg-config.cmake
              ${PROJECT_BINARY_DIR}/thalweg-config-version.cmake
              ${CMAKE_CURRENT_LIST_DIR}/Findrecast.cmake
        DESTINATION ${package_dir})

# Documentation, examples and licence.
install(FILES LICENSE README.md CHANGELOG.md ARCHITECTURE.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN make EXCLUDE)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN *.cpp)
