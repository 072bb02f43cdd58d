# Writes the files of the pages into a C++ file. Called as a script:
#   cmake -DOUTPUT=page_files.cpp -DTEMPLATE=report.html "-DSTYLES=palette.css;report.css;site.css"
#         "-DREPORT_SCRIPTS=a.js;b.js" "-DDIFF_SCRIPTS=a.js;c.js" -DSPEED_STYLE=speed.css
#         "-DSPEED_SCRIPTS=a.js;d.js" -P embed.cmake
# The scripts of a page are inside one strict function, so they share names only with each other.

function(append_text name content)
  file(APPEND "${OUTPUT}.new"
       "const std::string_view ${name} = R\"~kassay~(${content})~kassay~\";\n\n")
endfunction()

function(append_file name file)
  file(READ "${file}" text)
  append_text(${name} "${text}")
endfunction()

# The pages of a site do not have a script: the system chooses their colours.
function(append_styles palette page site)
  file(READ "${palette}" colours)
  file(READ "${page}" page_style)
  file(READ "${site}" site_style)
  append_text(kPageStyle "${colours}\n${page_style}")
  string(REPLACE ":root[data-theme=\"dark\"] {" "@media (prefers-color-scheme: dark) { :root {"
         colours "${colours}")
  append_text(kSiteStyle "${colours}}\n${site_style}")
endfunction()

function(append_scripts name)
  set(script "(() => {\n\"use strict\";\n")
  foreach(file IN LISTS ARGN)
    file(READ "${file}" text)
    string(APPEND script "${text}\n")
  endforeach()
  append_text(${name} "${script}})();\n")
endfunction()

file(WRITE "${OUTPUT}.new" "#include \"reports/html/page_files.h\"\n\nnamespace kassay::reports {\n\n")
append_file(kPageTemplate "${TEMPLATE}")
append_file(kSpeedStyle "${SPEED_STYLE}")
append_styles(${STYLES})
append_scripts(kReportScript ${REPORT_SCRIPTS})
append_scripts(kDiffScript ${DIFF_SCRIPTS})
append_scripts(kSpeedScript ${SPEED_SCRIPTS})
file(APPEND "${OUTPUT}.new" "}  // namespace kassay::reports\n")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
