//! Prints every figure that has a ceiling, and lowers the ceilings in `crates/tidy/ceilings.txt` to them.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use tidy::Tree;
use tidy::ceilings::{Figures, TABLE};
use tidy::rules::COUNTS;

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let tree = Tree::read(&root)?;
    let mut figures = Figures::default();
    for count in COUNTS {
        count(&tree, &mut figures);
    }
    write!(io::stdout(), "{figures}")?;
    fs::write(root.join(TABLE), figures.lowered(&tree))
}
