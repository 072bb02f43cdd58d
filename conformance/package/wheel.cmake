# The wheel: the Python packages, and the programs with their data, in the folders where they look for it. ../../pyproject.toml has
# the rest. All of this is the component `wheel`, which only the wheel contains; pip puts `wheel_data` into the folders of the
# environment.
set(package ${CMAKE_BINARY_DIR}/python/kassay)
set(prefix kassay/installed)
set(in_wheel COMPONENT wheel EXCLUDE_FROM_ALL)

if(NOT KASSAY_HAS_ALL_LEVELS)
  install(CODE "message(FATAL_ERROR \"These programs have the levels ${KASSAY_LEVELS}, but a wheel must run on every processor: configure the \\
build with cmake --preset package.\")" ${in_wheel})
endif()
install(CODE "if(NOT EXISTS \"${KASSAY_VECTORS}/manifest.json\")
  message(FATAL_ERROR \"There are no vectors in ${KASSAY_VECTORS}: generate them with `./run vectors`.\")
endif()
file(REAL_PATH \"${KASSAY_VECTORS}\" vectors)
file(INSTALL \"\${vectors}/\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${prefix}/share/kassay/vectors\"
     FILES_MATCHING PATTERN *.json PATTERN *.safetensors PATTERN .* EXCLUDE)" ${in_wheel})

# The package. A second copy of the adapter is for a backend's Python ($KASSAY_PYTHON) other than the one with the wheel.
install(DIRECTORY ${python}/kassay/ DESTINATION kassay ${in_wheel} FILES_MATCHING PATTERN *.py PATTERN *.pyi PATTERN py.typed
        PATTERN __pycache__ EXCLUDE)
install(TARGETS kassay_native kassay_other_native LIBRARY DESTINATION kassay ${in_wheel})
install(DIRECTORY ${package}/reference ${package}/optimized DESTINATION kassay ${in_wheel} FILES_MATCHING PATTERN *.py PATTERN *.pyi)

install(TARGETS kassay kassay-guard kassay-in-process kassay-worker RUNTIME DESTINATION ${prefix}/bin ${in_wheel})
install(FILES ${python}/worker.py DESTINATION ${prefix}/lib/kassay/python ${in_wheel})
install(FILES ${adapter} DESTINATION ${prefix}/lib/kassay/python/kassay ${in_wheel})
install(FILES ${on_keras_3} DESTINATION ${prefix}/lib/kassay/python/kassay/keras3 ${in_wheel})
install(FILES ${CMAKE_BINARY_DIR}/lib/kassay/workloads.json DESTINATION ${prefix}/lib/kassay ${in_wheel})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/spec/schema/ DESTINATION ${prefix}/share/kassay/schema ${in_wheel}
        FILES_MATCHING PATTERN *.json PATTERN tests EXCLUDE)

# OpenBLAS (optimized/CMakeLists.txt) with its licence.
if(KASSAY_OPENBLAS_FOLDER)
  file(GLOB openblas_licence ${KASSAY_OPENBLAS_FOLDER}/../../scipy_openblas32-*.dist-info/licenses/LICENSE.txt)
  install(FILES ${KASSAY_OPENBLAS_FOLDER}/libscipy_openblas.so DESTINATION ${prefix}/lib ${in_wheel})
  install(FILES ${openblas_licence} DESTINATION ${prefix}/share/doc/kassay RENAME copyright-openblas ${in_wheel})
endif()

# Documents and examples. They link to the licence, which is a separate file.
set(wheel_documents ${CMAKE_CURRENT_BINARY_DIR}/wheel_documents)
kassay_documents(kassay_wheel_documents ${wheel_documents} --wheel)
install(DIRECTORY ${wheel_documents}/share DESTINATION ${prefix} ${in_wheel})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${prefix}/share/doc/kassay RENAME copyright ${in_wheel})
kassay_specification_pages(${prefix}/share/doc/kassay ${in_wheel})

# `pip wheel` says where such files go; otherwise the wheel is packed later (../../CMakeLists.txt).
if(SKBUILD)
  set(data ${SKBUILD_DATA_DIR}/share)
  set(in_data ${in_wheel})
else()
  set(data share)
  set(in_data COMPONENT wheel_data EXCLUDE_FROM_ALL)
endif()
install(DIRECTORY ${manual}/ DESTINATION ${data}/man/man1 ${in_data})
install(FILES ${completion}/kassay DESTINATION ${data}/bash-completion/completions ${in_data})
install(FILES ${completion}/_kassay DESTINATION ${data}/zsh/site-functions ${in_data})

# The oracle of kassay.compare: it finds the specification as it does in the sources.
set(oracle ${prefix}/share/kassay/oracle)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/generators/kassay_generators ${PROJECT_SOURCE_DIR}/generators/ops
                  ${python}/kassay_distributed
        DESTINATION ${oracle}/generators ${in_wheel} FILES_MATCHING PATTERN *.py)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/spec DESTINATION ${oracle} ${in_wheel}
        FILES_MATCHING PATTERN *.yaml PATTERN schema/*.json PATTERN tests EXCLUDE PATTERN lib EXCLUDE)

add_custom_target(kassay_wheel)
add_dependencies(kassay_wheel programs kassay_native kassay_other_native kassay_python_modules kassay_wheel_documents)
# `pip wheel .` generates the vectors first.
if(SKBUILD)
  add_custom_target(
    kassay_vectors
    COMMAND ${CMAKE_COMMAND} -E env --modify PYTHONPATH=path_list_prepend:${PROJECT_SOURCE_DIR}/generators ${KASSAY_PYTHON} -m kassay_generators vectors
            --out ${KASSAY_VECTORS} --lock check
    COMMENT "Golden vectors"
    USES_TERMINAL)
  add_dependencies(kassay_wheel kassay_vectors)
endif()
