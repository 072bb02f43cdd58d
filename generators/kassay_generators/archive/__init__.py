"""The vectors as an archive for programs in any language: each expected element with its limit, so that a reader needs no formula."""
