# cmake --install: the library, its headers, find_package(thalweg) and pkg-config.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/thalweg)

install(TARGETS thalweg EXPORT thalweg_targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET thalweg_triangulate)
  set_target_properties(thalweg_triangulate PROPERTIES EXPORT_NAME triangulate)
  install(TARGETS thalweg_triangulate EXPORT thalweg_triangulate_targets
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
          COMPONENT triangulate)
  install(EXPORT thalweg_triangulate_targets NAMESPACE thalweg:: DESTINATION ${package_dir}
          COMPONENT triangulate)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/thalweg DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT thalweg_targets NAMESPACE thalweg:: DESTINATION ${package_dir})
if(TARGET thalweg_tool)
  install(TARGETS thalweg_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/thalweg-config.cmake.in
  ${CMAKE_BINARY_DIR}/thalweg-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/thalweg-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/thalweg-config.cmake
              ${CMAKE_BINARY_DIR}/thalweg-config-version.cmake
              ${CMAKE_CURRENT_LIST_DIR}/Findrecast.cmake
        DESTINATION ${package_dir})

file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${CMAKE_CURRENT_LIST_DIR}/thalweg.pc.in ${CMAKE_BINARY_DIR}/thalweg.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/thalweg.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
