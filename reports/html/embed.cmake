# Writes the files of the pages into a C++ file. Called as a script:
#   cmake -DOUTPUT=page_files.cpp -DTEMPLATE=report.html -DSTYLE=report.css "-DREPORT_SCRIPTS=a.js;b.js"
#         "-DDIFF_SCRIPTS=a.js;c.js" -P embed.cmake
# The scripts of a page follow one another inside one strict function, so they share their names with
# each other and with nothing else.

function(append_text name content)
  file(APPEND "${OUTPUT}.new"
       "const std::string_view ${name} = R\"~kassay~(${content})~kassay~\";\n\n")
endfunction()

function(append_file name file)
  file(READ "${file}" text)
  append_text(${name} "${text}")
endfunction()

function(append_scripts name)
  set(script "(() => {\n\"use strict\";\n")
  foreach(file IN LISTS ARGN)
    file(READ "${file}" text)
    string(APPEND script "${text}\n")
  endforeach()
  append_text(${name} "${script}})();\n")
endfunction()

file(WRITE "${OUTPUT}.new" "#include \"reports/html/page_files.h\"\n\nnamespace kassay {\n\n")
append_file(kPageTemplate "${TEMPLATE}")
append_file(kPageStyle "${STYLE}")
append_scripts(kReportScript ${REPORT_SCRIPTS})
append_scripts(kDiffScript ${DIFF_SCRIPTS})
file(APPEND "${OUTPUT}.new" "}  // namespace kassay\n")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
