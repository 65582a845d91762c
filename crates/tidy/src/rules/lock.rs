//! One TLS stack and one HTTP client: rustls with ring, one reqwest, one hyper.

use crate::{Finding, Tree};

const LOCK: &str = "Cargo.lock";

/// Crates with a second TLS stack, or with C code for cryptography that we do not use.
const BANNED: &[&str] = &[
    "openssl",
    "openssl-sys",
    "native-tls",
    "aws-lc-rs",
    "aws-lc-sys",
    "boring",
    "boring-sys",
    "rustls-pemfile",
];

/// Crates that must have one version only.
const SINGLE: &[&str] = &[
    "hyper", "poem", "redis", "reqwest", "ring", "rustls", "sqlx", "tokio",
];

/// Finds banned crates and duplicates in the lock file.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let names: Vec<&str> = tree
        .text(LOCK)
        .unwrap_or_default()
        .lines()
        .filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))
        .collect();
    let banned = BANNED.iter().filter(|name| names.contains(*name)).map(|name| {
        Finding::for_file(
            LOCK,
            format!("`{name}` is in the build"),
            format!("`cargo tree --invert {name}` says who brings it; turn off that crate's default features."),
        )
    });
    let doubles = SINGLE
        .iter()
        .filter(|name| names.iter().filter(|other| other == name).count() > 1)
        .map(|name| {
            Finding::for_file(
                LOCK,
                format!("more than one version of `{name}`"),
                format!("`cargo tree --duplicates` says who brings the other; find a version that shares `{name}`."),
            )
        });
    banned.chain(doubles).collect()
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn second_stack_is_found() {
        let good =
            "[[package]]\nname = \"ring\"\nversion = \"0.17\"\n\n[[package]]\nname = \"tokio\"\n";
        assert_found(check, &[("Cargo.lock", good)], &[]);
        let bad = format!(
            "{good}\n[[package]]\nname = \"ring\"\n\n[[package]]\nname = \"openssl-sys\"\n"
        );
        assert_found(
            check,
            &[("Cargo.lock", &bad)],
            &["Cargo.lock", "Cargo.lock"],
        );
    }
}
