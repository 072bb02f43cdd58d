# Shared by the tests of the package. The installed files must work without the build folder.
unset(ENV{KASSAY_VECTORS})
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})

# Runs a command; the exit code must be `expected`. Its output is in `output` afterwards.
function(expect_exit expected)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT code STREQUAL expected)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nended with ${code} instead of ${expected}:\n${text}")
  endif()
  set(output "${text}" PARENT_SCOPE)
endfunction()

function(expect_match pattern text)
  if(NOT text MATCHES "${pattern}")
    message(FATAL_ERROR "No \"${pattern}\" in:\n${text}")
  endif()
endfunction()
