# embed(target NAME files…): puts the files, one after the other, into the target as `const struct str NAME`, and makes
# it again whenever one of them changes. Run as a script (cmake -P) it is the generator itself.
if(CMAKE_SCRIPT_MODE_FILE)
  foreach(file ${FILES})
    file(READ ${file} bytes HEX)
    string(APPEND hex "${bytes}")
  endforeach()
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
  file(WRITE ${OUT} "#include \"base/str.h\"\n\nstatic const unsigned char bytes[] = {\n${hex}0};\n"
                    "extern const struct str ${NAME};\n"
                    "const struct str ${NAME} = {(const char *)bytes, sizeof bytes - 1};\n")
  return()
endif()

set(EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})
function(embed target name)
  list(TRANSFORM ARGN PREPEND ${CMAKE_SOURCE_DIR}/ OUTPUT_VARIABLE files)
  set(out ${CMAKE_BINARY_DIR}/embedded/${name}.c)
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DNAME=${name} -DOUT=${out} "-DFILES=${files}" -P ${EMBED_SCRIPT}
    DEPENDS ${files} ${EMBED_SCRIPT}
    VERBATIM)
  target_sources(${target} PRIVATE ${out})
endfunction()
