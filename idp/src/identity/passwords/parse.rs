//! Parsing of stored hashes, our own and imported ones; refuses hashes that cost too much to verify.

use std::num::NonZeroU32;
use std::str::FromStr;

use base64::Engine;
use base64::alphabet::{BCRYPT, STANDARD};
use base64::engine::general_purpose::NO_PAD;
use base64::engine::{DecodePaddingMode, GeneralPurpose};

use super::stored_hash::{Argon2Cost, HashFunction, StoredHash};

/// Maximum length of a hash's text.
const MAX_HASH_TEXT_LENGTH: usize = 512;
/// Maximum memory of one verification, so that one on each core fits into a machine.
const MAX_MEMORY: u64 = 128 * 1024 * 1024;
/// Maximum passes and lanes of argon2id.
const MAX_PASSES: u32 = 8;
const MAX_LANES: u32 = 8;
/// Maximum cost of bcrypt, about a second.
const MAX_BCRYPT: u8 = 14;
/// Maximum cost of scrypt, as N times r times p; about half a second.
const MAX_SCRYPT: u64 = 1 << 20;
/// Maximum iterations of PBKDF2.
const MAX_ROUNDS: u32 = 1_500_000;
/// Minimum length of a hash that is worth comparing, in bytes.
const MIN_HASH_LENGTH: usize = 16;
const MAX_HASH_LENGTH: usize = 64;

/// Base64 with or without padding.
const OPTIONAL_PADDING: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    NO_PAD.with_decode_padding_mode(DecodePaddingMode::Indifferent),
);
const BCRYPT_BASE64: GeneralPurpose =
    GeneralPurpose::new(&BCRYPT, NO_PAD.with_decode_allow_trailing_bits(true));

/// Parses the text of a hash; `None` if its kind is unknown, it is damaged, or it would cost too much.
///
/// Known are argon2id, scrypt and PBKDF2 as PHC strings, PBKDF2 as passlib (`$pbkdf2-sha256$29000$…`), LDAP
/// (`{PBKDF2-SHA256}29000$…`) and Django (`pbkdf2_sha256$29000$…`) write it, and bcrypt.
pub(super) fn parse(text: &str) -> Option<StoredHash> {
    if text.len() > MAX_HASH_TEXT_LENGTH || !text.is_ascii() {
        return None;
    }
    if let Some(rest) = text.strip_prefix('{') {
        let (kind, rest) = rest.split_once('}')?;
        return adapted_pbkdf2(&kind.to_ascii_lowercase(), rest);
    }
    if let Some(rest) = text.strip_prefix("pbkdf2_") {
        return django_pbkdf2(rest);
    }
    let (kind, rest) = text.strip_prefix('$')?.split_once('$')?;
    match kind {
        "argon2id" => argon2(rest),
        "2a" | "2b" | "2y" => bcrypt(text, rest),
        "scrypt" => scrypt(rest),
        _ if rest.starts_with("i=") => phc_pbkdf2(kind, rest),
        _ => adapted_pbkdf2(kind, rest),
    }
}

fn argon2(rest: &str) -> Option<StoredHash> {
    let [version, parameters, salt, hash] = parts(rest)?;
    let cost = Argon2Cost {
        memory: parameter(parameters, "m")?,
        passes: parameter(parameters, "t")?,
        lanes: parameter(parameters, "p")?,
    };
    let is_bounded = u64::from(cost.memory) * 1024 <= MAX_MEMORY
        && (1..=MAX_PASSES).contains(&cost.passes)
        && (1..=MAX_LANES).contains(&cost.lanes);
    (version == "v=19" && is_bounded).then_some(())?;
    Some(StoredHash::Argon2 {
        cost,
        salt: bytes(salt)?,
        hash: hash_bytes(hash)?,
    })
}

fn bcrypt(text: &str, rest: &str) -> Option<StoredHash> {
    let (cost, tail) = rest.split_once('$')?;
    let is_bounded = cost.len() == 2 && (4..=MAX_BCRYPT).contains(&u8::from_str(cost).ok()?);
    let is_whole = tail.len() == 53 && BCRYPT_BASE64.decode(tail.get(22..)?).is_ok();
    (is_bounded && is_whole).then(|| StoredHash::Bcrypt(text.to_owned()))
}

fn scrypt(rest: &str) -> Option<StoredHash> {
    let [parameters, salt, hash] = parts(rest)?;
    let log_n = parameter(parameters, "ln").and_then(|value| u8::try_from(value).ok())?;
    let (r, p) = (parameter(parameters, "r")?, parameter(parameters, "p")?);
    let n = 1_u64
        .checked_shl(log_n.into())
        .filter(|_| (1..32).contains(&log_n))?;
    let mixing = n.checked_mul(r.into())?;
    let is_bounded = r > 0
        && p > 0
        && mixing.checked_mul(128)? <= MAX_MEMORY
        && mixing.checked_mul(p.into())? <= MAX_SCRYPT;
    is_bounded.then_some(())?;
    Some(StoredHash::Scrypt {
        cost: (log_n, r, p),
        salt: bytes(salt)?,
        hash: hash_bytes(hash)?,
    })
}

/// Parses `$pbkdf2-sha256$i=29000,l=32$salt$hash`, with the base64 alphabet.
fn phc_pbkdf2(kind: &str, rest: &str) -> Option<StoredHash> {
    let [parameters, salt, hash] = parts(rest)?;
    let rounds = parameter(parameters, "i")?;
    pbkdf2(function_of(kind)?, rounds, bytes(salt)?, hash_bytes(hash)?)
}

/// Parses `29000$salt$hash`, with a dot instead of a plus.
fn adapted_pbkdf2(kind: &str, rest: &str) -> Option<StoredHash> {
    let [rounds, salt, hash] = parts(rest)?;
    let adapted = |text: &str| text.replace('.', "+");
    let salt = bytes(&adapted(salt))?;
    let hash = hash_bytes(&adapted(hash))?;
    pbkdf2(function_of(kind)?, rounds.parse().ok()?, salt, hash)
}

/// Parses `sha256$29000$salt$hash`, with the salt as plain text.
fn django_pbkdf2(rest: &str) -> Option<StoredHash> {
    let [function, rounds, salt, hash] = parts(rest)?;
    let function = match function {
        "sha256" => HashFunction::Sha256,
        "sha1" => HashFunction::Sha1,
        _ => return None,
    };
    let salt = salt.as_bytes().to_vec();
    pbkdf2(function, rounds.parse().ok()?, salt, hash_bytes(hash)?)
}

fn pbkdf2(function: HashFunction, rounds: u32, salt: Vec<u8>, hash: Vec<u8>) -> Option<StoredHash> {
    let rounds = NonZeroU32::new(rounds).filter(|rounds| rounds.get() <= MAX_ROUNDS)?;
    Some(StoredHash::Pbkdf2 {
        function,
        rounds,
        salt,
        hash,
    })
}

fn function_of(kind: &str) -> Option<HashFunction> {
    match kind {
        "pbkdf2" | "pbkdf2-sha1" => Some(HashFunction::Sha1),
        "pbkdf2-sha256" => Some(HashFunction::Sha256),
        "pbkdf2-sha512" => Some(HashFunction::Sha512),
        _ => None,
    }
}

/// Splits a text at the dollar signs into exactly N parts.
fn parts<const N: usize>(text: &str) -> Option<[&str; N]> {
    text.split('$').collect::<Vec<_>>().try_into().ok()
}

/// Returns the number after a name in `m=19456,t=2,p=1`.
fn parameter(list: &str, name: &str) -> Option<u32> {
    let mut values = list
        .split(',')
        .filter_map(|part| part.split_once('='))
        .filter(|(key, _)| *key == name);
    let (_, value) = values.next()?;
    let is_plain = values.next().is_none() && value.bytes().all(|byte| byte.is_ascii_digit());
    value.parse().ok().filter(|_| is_plain)
}

fn bytes(text: &str) -> Option<Vec<u8>> {
    OPTIONAL_PADDING.decode(text).ok()
}

fn hash_bytes(text: &str) -> Option<Vec<u8>> {
    bytes(text).filter(|bytes| (MIN_HASH_LENGTH..=MAX_HASH_LENGTH).contains(&bytes.len()))
}
