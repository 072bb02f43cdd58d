// A library that is no plug-in.
extern "C" int kassay_no_entry() { return 0; }
