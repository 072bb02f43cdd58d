// A library that depends on a missing one.
extern "C" int kassay_no_entry();
extern "C" int kassay_missing_dependency() { return kassay_no_entry(); }
