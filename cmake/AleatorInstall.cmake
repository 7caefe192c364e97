# cmake --install: the program, the libraries with their headers, and find_package(aleator [COMPONENTS core parallel
# experiments]).
include(CMakePackageConfigHelpers)

install(TARGETS aleator)
install(TARGETS aleator_core aleator_parallel aleator_experiments EXPORT aleator)
foreach(layer core parallel experiments)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${layer} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/aleator
          FILES_MATCHING PATTERN *.hpp PATTERN configs EXCLUDE)
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/experiments/configs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/aleator/configs)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/aleator)
install(EXPORT aleator NAMESPACE aleator:: FILE aleatorTargets.cmake DESTINATION ${package_dir})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/aleatorConfig.cmake.in ${PROJECT_BINARY_DIR}/aleatorConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/aleatorConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/aleatorConfig.cmake ${PROJECT_BINARY_DIR}/aleatorConfigVersion.cmake
        DESTINATION ${package_dir})
