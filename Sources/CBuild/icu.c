// The part of ICU's data that Tests/Checks/icu.py chose, under the name by which ICU refers to its data; nothing where the
// build was not told of it. As an object of the program it is found before the library's.
__asm__(".ifnc \"" WORKPHOTOS_ICU "\", \"\"\n.include \"" WORKPHOTOS_ICU "\"\n.endif");
