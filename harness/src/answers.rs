//! A run-time set of answers to the readings, put into the reference through its seam.
