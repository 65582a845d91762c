//! Maps hash with a secret key, so that keys from attackers cannot all collide in one slot (attack J8).

use crate::code::{code_of, has_word};
use crate::{Finding, Tree};

/// Words by which a map would hash without a secret, or with a constant one. The standard library's maps draw one for
/// each process; `serde_json`'s objects are trees without the feature `preserve_order`.
const UNKEYED: &[&str] = &[
    "BuildHasherDefault",
    "with_hasher",
    "FnvHashMap",
    "FxHashMap",
    "FxHashSet",
    "AHashMap",
    "ahash",
    "foldhash",
    "rustc_hash",
    "preserve_order",
];

/// Finds maps that hash without a secret, in sources and in the features of dependencies.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in tree.ending_in(&[".rs", "Cargo.toml"]) {
        // This crate only names them.
        if path.starts_with("crates/tidy/") {
            continue;
        }
        let is_source = std::path::Path::new(path).extension() == Some("rs".as_ref());
        let code = if is_source {
            code_of(text)
        } else {
            text.to_owned()
        };
        for (index, line) in code.lines().enumerate() {
            let found = UNKEYED.iter().find(|word| has_word(line, word));
            findings.extend(found.map(|word| {
                Finding::at(
                    path,
                    index + 1,
                    format!("a map that hashes without a secret (`{word}`)"),
                    "Take HashMap as it is, or BTreeMap: keys that strangers choose must not meet in one place.",
                )
            }));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn map_that_hashes_without_a_secret_is_found() {
        assert_found(
            check,
            &[
                (
                    "idp/src/limits/wrong_secrets.rs",
                    "use rustc_hash::FxHashMap;\n",
                ),
                (
                    "idp/src/limits/outbound.rs",
                    "use std::collections::HashMap;\n",
                ),
                ("idp/src/app.rs", "// not with_hasher\n"),
                (
                    "product-api/src/app.rs",
                    "fn f() { HashMap::with_hasher(x) }\n",
                ),
                (
                    "product-api/Cargo.toml",
                    "serde_json = { version = \"1\", features = [\"preserve_order\"] }\n",
                ),
            ],
            &[
                "idp/src/limits/wrong_secrets.rs",
                "product-api/Cargo.toml",
                "product-api/src/app.rs",
            ],
        );
    }
}
