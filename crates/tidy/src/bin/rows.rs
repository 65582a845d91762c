//! Writes `docs/rows.md` from the comments above the tests.

use std::path::Path;
use std::{fs, io};

use tidy::Tree;
use tidy::rules::row_list;

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::write(
        root.join(row_list::LIST),
        row_list::written(&Tree::read(&root)?),
    )
}
