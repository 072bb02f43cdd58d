# A test for ctest of each function of the Keras backend API:
#
#   kassay_add_conformance_tests(
#     NAME <name>               the tests are <name>.<function>, and <name>.start before them
#     BACKEND <backend>         as `kassay run --backend` takes it, such as plugin:$<TARGET_FILE:mine>
#     [PROFILE <profile>]       only what belongs to this profile
#     [EDITION <edition>]       ko (the default), zh, ja
#     [TIER <tier>]             smoke, core (the default), full
#     [WAIVERS <file>...]       known failures
#     [TIMEOUT <seconds>]       for a case
#     [LABELS <label>...]       in addition to kassay, the profile and the category of the function
#     [ENVIRONMENT <NAME=value>...])
#
# If the backend does not start, only <name>.start fails: ctest does not run the others (a fixture, kassay.<name>).
# A function is skipped if the backend supports none of its cases. With PROFILE it fails: a profile must be supported in full.
# The results of each test are in ${CMAKE_CURRENT_BINARY_DIR}/kassay/<name>/<function>.jsonl; `kassay report` reads them.
function(kassay_add_conformance_tests)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;BACKEND;PROFILE;EDITION;TIER;TIMEOUT" "WAIVERS;LABELS;ENVIRONMENT")
  set(called "kassay_add_conformance_tests(NAME ${arg_NAME})")
  if(NOT arg_NAME OR NOT arg_BACKEND)
    message(FATAL_ERROR "${called}: give it NAME and BACKEND.")
  endif()
  if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "${called}: unknown, or without a value: ${arg_UNPARSED_ARGUMENTS} ${arg_KEYWORDS_MISSING_VALUES}.")
  endif()

  set(selection)
  foreach(option PROFILE EDITION TIER)
    if(arg_${option})
      string(TOLOWER --${option} word)
      list(APPEND selection ${word} ${arg_${option}})
    endif()
  endforeach()
  set(edition)
  if(arg_EDITION)
    set(edition --edition ${arg_EDITION})
  endif()
  # Ids are <category>/<function>/<dtype>/<name>. A name may contain characters that split a CMake list.
  execute_process(COMMAND ${kassay_PROGRAM} list cases --vectors ${kassay_VECTORS} ${selection}
                  OUTPUT_VARIABLE ids ERROR_VARIABLE error RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${called}: kassay list cases ended with ${code}:\n${error}")
  endif()
  string(REGEX REPLACE "([^/\n]+/[^/\n]+)/[^\n]*\n" "\\1;" functions "${ids}")
  list(REMOVE_DUPLICATES functions)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${kassay_PROGRAM} ${kassay_VECTORS}/manifest.json)

  set(options --backend "${arg_BACKEND}" --vectors ${kassay_VECTORS} --skip-unsupported ${selection})
  foreach(file ${arg_WAIVERS})
    get_filename_component(file ${file} ABSOLUTE)
    list(APPEND options --waivers ${file})
  endforeach()
  if(arg_TIMEOUT)
    list(APPEND options --timeout ${arg_TIMEOUT})
  endif()
  set(start ${arg_NAME}.start)
  add_test(NAME ${start} COMMAND kassay::kassay list functions --json --backend "${arg_BACKEND}" --vectors ${kassay_VECTORS} ${edition})
  set_tests_properties(${start} PROPERTIES SKIP_RETURN_CODE 77 ENVIRONMENT "${arg_ENVIRONMENT}" FIXTURES_SETUP kassay.${arg_NAME}
                       LABELS "kassay;${arg_PROFILE};${arg_LABELS}")
  set(results ${CMAKE_CURRENT_BINARY_DIR}/kassay/${arg_NAME})
  file(MAKE_DIRECTORY ${results})
  foreach(path ${functions})
    if(NOT path)
      continue()
    endif()
    get_filename_component(function ${path} NAME)
    get_filename_component(category ${path} DIRECTORY)
    add_test(NAME ${arg_NAME}.${function} COMMAND kassay::kassay run ${options} --out ${results}/${function}.jsonl --overwrite
                                               ${function})
    set_tests_properties(${arg_NAME}.${function} PROPERTIES SKIP_RETURN_CODE 77 ENVIRONMENT "${arg_ENVIRONMENT}"
                         FIXTURES_REQUIRED kassay.${arg_NAME}
                         LABELS "kassay;${arg_PROFILE};${category};${arg_LABELS}")
  endforeach()
endfunction()
