# Installs kassay and tests the example project with it: tests pass, tests are skipped, and a fault is found.
include(${CMAKE_CURRENT_LIST_DIR}/installed.cmake)
set(prefix ${FOLDER}/prefix)
set(source ${FOLDER}/source)
set(build ${FOLDER}/build)

# ctest on one category must exit with `expected`, and the tests in `failing` must fail.
function(expect_tests expected failing)
  expect_exit(${expected} ${CMAKE_CTEST_COMMAND} --test-dir ${build} -L activation -R "^my_backend" -j 2 --output-junit ${build}/tests.xml)
  file(READ ${build}/tests.xml xml)
  list(LENGTH failing failures)
  # Eight functions, and the start of the backend.
  expect_match("tests=\"9\"[\n\t ]+failures=\"${failures}\"[\n\t ]+disabled=\"0\"[\n\t ]+skipped=\"5\"" "${xml}")
  foreach(test ${failing})
    expect_match("<testcase name=\"my_backend.${test}\"[^>]* status=\"fail\"" "${xml}")
  endforeach()
endfunction()

expect_exit(0 ${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
expect_exit(0 ${PYTHON} ${CMAKE_CURRENT_LIST_DIR}/check_links.py ${prefix})
file(READ ${prefix}/share/doc/kassay/specification/softmax.md page)
expect_match("`softmax.value`" "${page}")
set(examples ${prefix}/share/doc/kassay/conformance/examples)
expect_exit(0 ${prefix}/bin/kassay run --backend "exec:${PYTHON} ${examples}/numpy_backend.py" softmax)
file(COPY ${PROJECT}/ DESTINATION ${source})
expect_exit(0 ${CMAKE_COMMAND} -S ${source} -B ${build} -DCMAKE_PREFIX_PATH=${prefix} -DPython3_EXECUTABLE=${PYTHON})
expect_exit(0 ${CMAKE_COMMAND} --build ${build})
expect_exit(0 ${CMAKE_CTEST_COMMAND} --test-dir ${build} -j 2)
expect_match("my_plugin.square \\.+ +Passed" "${output}")
expect_match("my_plugin.exp \\.*\\*\\*\\*Skipped" "${output}")
expect_tests(0 "")
expect_exit(0 ${CMAKE_CTEST_COMMAND} --test-dir ${build} -N -L "^numpy$" -L "^kassay$")
expect_match("Total Tests: 1[0-9][0-9]" "${output}")

file(READ ${source}/my_backend.py backend)
string(REPLACE "powers.sum(axis=place, " "powers.sum(axis=0, " broken "${backend}")
if(broken STREQUAL backend)
  message(FATAL_ERROR "my_backend.py has changed: this test does not find the line for its fault.")
endif()
file(WRITE ${source}/my_backend.py "${broken}")
expect_tests(8 softmax)

file(WRITE ${source}/my_backend.py "${backend}")
file(WRITE ${source}/known_failures.yaml "waivers: []\n")
expect_tests(8 softmax)

# A profile is claimed: missing functions are not a reason to skip.
file(APPEND ${source}/CMakeLists.txt "kassay_add_conformance_tests(NAME claim BACKEND python:my_backend PROFILE minimal TIER smoke
  ENVIRONMENT KASSAY_PYTHON=\${Python3_EXECUTABLE} PYTHONPATH=\${CMAKE_CURRENT_SOURCE_DIR})\n")
expect_exit(0 ${CMAKE_COMMAND} ${build})
expect_exit(8 ${CMAKE_CTEST_COMMAND} --test-dir ${build} -L "^minimal$" -R "^claim\\.cast$")
expect_match("claim.cast \\.*\\*\\*\\*Failed" "${output}")
expect_match("claim.start \\.+ +Passed" "${output}")

# A backend that does not start is one failure: no other test runs.
file(APPEND ${source}/CMakeLists.txt "kassay_add_conformance_tests(NAME gone BACKEND exec:/nowhere/program PROFILE minimal)\n")
expect_exit(0 ${CMAKE_COMMAND} ${build})
expect_exit(8 ${CMAKE_CTEST_COMMAND} --test-dir ${build} -R "^gone\\." --output-junit ${build}/tests.xml)
expect_match("gone.start \\.*\\*\\*\\*Failed" "${output}")
expect_match("gone.constant \\.*\\*\\*\\*Not Run" "${output}")
file(READ ${build}/tests.xml xml)
expect_match("failures=\"1\"" "${xml}")
