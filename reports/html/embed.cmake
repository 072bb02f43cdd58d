# Writes the files of the page into a C++ file. Called as a script:
#   cmake -DOUTPUT=page_files.cpp -DTEMPLATE=report.html -DSTYLE=report.css "-DSCRIPTS=a.js;b.js"
#         -P embed.cmake
# The scripts follow one another inside one strict function, so they share their names with each
# other and with nothing else.

function(append_text name content)
  file(APPEND "${OUTPUT}.new"
       "const std::string_view ${name} = R\"~kassay~(${content})~kassay~\";\n\n")
endfunction()

file(READ "${TEMPLATE}" template)
file(READ "${STYLE}" style)
set(script "(() => {\n\"use strict\";\n")
foreach(file IN LISTS SCRIPTS)
  file(READ "${file}" text)
  string(APPEND script "${text}\n")
endforeach()
string(APPEND script "})();\n")

file(WRITE "${OUTPUT}.new" "#include \"reports/html/page_files.h\"\n\nnamespace kassay {\n\n")
append_text(kPageTemplate "${template}")
append_text(kPageStyle "${style}")
append_text(kPageScript "${script}")
file(APPEND "${OUTPUT}.new" "}  // namespace kassay\n")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
