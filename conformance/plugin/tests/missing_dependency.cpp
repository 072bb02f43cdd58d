// A library that needs another, which is not found.
extern "C" int kassay_no_entry();
extern "C" int kassay_missing_dependency() { return kassay_no_entry(); }
