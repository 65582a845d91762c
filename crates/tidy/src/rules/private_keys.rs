//! The crate `rsa` only generates private keys: its other operations on them leak keys by their timing
//! (RUSTSEC-2023-0071, which `deny.toml` ignores for this reason).

use crate::code::{code_of, has_word};
use crate::{Finding, Tree};

const LOCK: &str = "Cargo.lock";

/// Crates that may depend on `rsa`: ours generate keys, and the others verify signatures with public keys.
const USERS: &[&str] = &["crypto-glue", "foundation", "idp", "openidconnect"];
/// Files that generate keys: for signing, with ring as the reader, and for tests.
const MAKERS: &[&str] = &[
    "crates/foundation/src/jose/tests/signer.rs",
    "idp/src/protocol/keys/generate.rs",
    "idp/tests/it/upstream/signer.rs",
];
/// Items that generate keys.
const OF_MAKING: &[&str] = &[
    "rsa::RsaPrivateKey",
    "rsa::pkcs8::EncodePrivateKey",
    "rsa::rand_core::",
];
/// Keys by which `openidconnect` would sign, with `rsa`.
const SIGNING: &[&str] = &["CoreRsaPrivateSigningKey", "PrivateSigningKey"];

/// Finds uses of `rsa` other than the generation of keys, and further crates that depend on it.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, source) in tree.ending_in(&[".rs"]) {
        // This crate only names them.
        if path.starts_with("crates/tidy/") {
            continue;
        }
        let code = code_of(source);
        let wrong = code
            .lines()
            .enumerate()
            .filter(|(_, line)| is_wrong(path, line));
        findings.extend(wrong.map(|(index, _)| {
            Finding::at(
                path,
                index + 1,
                "a use of `rsa` that does not make a key",
                "Sign, decrypt and verify with ring: the time that `rsa` takes depends on the private key.",
            )
        }));
    }
    let lock = tree.text(LOCK).unwrap_or_default();
    let strangers = users_of_rsa(lock).filter(|name| !USERS.contains(name));
    findings.extend(strangers.map(|name| {
        Finding::for_file(
            LOCK,
            format!("`{name}` depends on `rsa`"),
            "Look whether it signs or decrypts. If it only verifies, name it in this rule and in deny.toml's reason.",
        )
    }));
    findings
}

fn is_wrong(path: &str, line: &str) -> bool {
    if SIGNING.iter().any(|name| has_word(line, name)) {
        return true;
    }
    let is_use = has_word(line, "rsa") && (line.contains("rsa::") || line.contains("use rsa"));
    let is_making = OF_MAKING.iter().any(|item| line.contains(item));
    is_use && !(MAKERS.contains(&path) && is_making)
}

/// Returns the packages of a lock file that depend on `rsa`.
fn users_of_rsa(lock: &str) -> impl Iterator<Item = &str> {
    let is_rsa = |line: &str| line == " \"rsa\"," || line.starts_with(" \"rsa ");
    let packages = lock.split("[[package]]");
    let users = packages.filter(move |package| package.lines().any(is_rsa));
    users.filter_map(|package| {
        let mut lines = package.lines();
        lines.find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))
    })
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn rsa_that_does_more_than_make_keys_is_found() {
        let lock = "[[package]]\nname = \"idp\"\ndependencies = [\n \"rsa 0.9.10\",\n]\n\n\
            [[package]]\nname = \"signer\"\ndependencies = [\n \"ring\",\n \"rsa\",\n]\n\n\
            [[package]]\nname = \"rsa\"\ndependencies = [\n \"rsa_like\",\n]\n";
        assert_found(
            check,
            &[
                ("Cargo.lock", lock),
                (
                    "idp/src/protocol/keys/generate.rs",
                    "use rsa::RsaPrivateKey;\nfn rsa(stream: Stream) { rsa::rand_core::impls::x(self) }\n",
                ),
                (
                    "idp/src/protocol/keys/key.rs",
                    "// use rsa::RsaPrivateKey\nmatch key { RSA(rsa) => rsa.public() }\n",
                ),
                ("idp/src/protocol/keys/sign.rs", "use rsa::RsaPrivateKey;\n"),
                (
                    "idp/src/sign_in/upstream/openid.rs",
                    "let key = CoreRsaPrivateSigningKey::from_pem(text, None);\n",
                ),
            ],
            &[
                "idp/src/protocol/keys/sign.rs",
                "idp/src/sign_in/upstream/openid.rs",
                "Cargo.lock",
            ],
        );
        assert_found(
            check,
            &[(
                "idp/src/protocol/keys/generate.rs",
                "use rsa::pkcs1v15::SigningKey;\n",
            )],
            &["idp/src/protocol/keys/generate.rs"],
        );
    }
}
