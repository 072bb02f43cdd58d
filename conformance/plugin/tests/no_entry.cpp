// A library that is not a plug-in.
extern "C" int kassay_no_entry() { return 0; }
