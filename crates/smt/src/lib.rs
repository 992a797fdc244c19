//! Terms, solving, projection and interpolation. Knows nothing of C.
