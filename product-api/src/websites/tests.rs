//! Tests of websites.
