//! Tests: what has expired goes, the rest stays.
