//! Password hashes: argon2id for every password set here, and imported hashes of other systems until their users' first
//! sign-in.

use std::cell::RefCell;
use std::num::NonZeroU32;

use argon2::{Algorithm, Argon2, Block, Params, Version};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use foundation::Failure;
use foundation::secret::equal;
use ring::pbkdf2;

use super::password::Password;

/// Memory of one hash, in KiB (OWASP's first choice; RFC 9106 describes the algorithm).
const MEMORY: u32 = 19_456;
/// Number of passes over the memory.
const PASSES: u32 = 2;
/// Number of lanes.
const LANES: u32 = 1;
/// Length of a new hash, in bytes.
const LENGTH: usize = 32;
/// Length of its salt, in bytes.
pub(super) const SALT: usize = 16;

thread_local! {
    /// Memory of a hashing thread, allocated once. Allocating 19 MiB each time costs milliseconds, and memory freed on
    /// many threads stays with the process.
    static KEPT_MEMORY: RefCell<Vec<Block>> = const { RefCell::new(Vec::new()) };
}

/// Cost of an argon2id hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Argon2Cost {
    /// Memory in KiB.
    pub(super) memory: u32,
    /// Number of passes over the memory.
    pub(super) passes: u32,
    /// Number of lanes.
    pub(super) lanes: u32,
}

impl Argon2Cost {
    /// Cost of new hashes.
    const CURRENT: Self = Self {
        memory: MEMORY,
        passes: PASSES,
        lanes: LANES,
    };
}

/// A parsed hash with a bounded cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StoredHash {
    /// argon2id.
    Argon2 {
        /// Cost of the hash.
        cost: Argon2Cost,
        /// The salt.
        salt: Vec<u8>,
        /// The hash.
        hash: Vec<u8>,
    },
    /// bcrypt, as its whole text.
    Bcrypt(String),
    /// scrypt (RFC 7914).
    Scrypt {
        /// Binary logarithm of N, r and p.
        cost: (u8, u32, u32),
        /// The salt.
        salt: Vec<u8>,
        /// The hash.
        hash: Vec<u8>,
    },
    /// PBKDF2 with HMAC (RFC 8018).
    Pbkdf2 {
        /// Hash function.
        function: HashFunction,
        /// Number of iterations.
        rounds: NonZeroU32,
        /// The salt.
        salt: Vec<u8>,
        /// The hash.
        hash: Vec<u8>,
    },
}

/// Hash function of a PBKDF2 hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HashFunction {
    /// SHA-1.
    Sha1,
    /// SHA-256.
    Sha256,
    /// SHA-512.
    Sha512,
}

impl HashFunction {
    fn algorithm(self) -> pbkdf2::Algorithm {
        match self {
            Self::Sha1 => pbkdf2::PBKDF2_HMAC_SHA1,
            Self::Sha256 => pbkdf2::PBKDF2_HMAC_SHA256,
            Self::Sha512 => pbkdf2::PBKDF2_HMAC_SHA512,
        }
    }
}

impl StoredHash {
    /// Returns a hash that no password matches, so that a sign-in without a password takes as long.
    pub(super) fn decoy() -> Self {
        Self::Argon2 {
            cost: Argon2Cost::CURRENT,
            salt: vec![0; SALT],
            hash: vec![0; LENGTH],
        }
    }

    /// Returns true if a new hash would have the same parameters.
    pub(super) fn is_current(&self) -> bool {
        match self {
            Self::Argon2 { cost, salt, hash } => {
                *cost == Argon2Cost::CURRENT && salt.len() >= SALT && hash.len() >= LENGTH
            }
            Self::Bcrypt(_) | Self::Scrypt { .. } | Self::Pbkdf2 { .. } => false,
        }
    }

    /// Returns true if the password matches; uses a core for the duration of the hash.
    pub(super) fn verify(&self, password: &Password) -> bool {
        match self {
            Self::Argon2 { cost, salt, hash } => {
                let made = argon2id(password, *cost, salt, hash.len());
                made.is_ok_and(|made| same(&made, hash))
            }
            // Refuses passwords that bcrypt would cut to 72 bytes; their users set a new one by email.
            Self::Bcrypt(text) => {
                bcrypt::non_truncating_verify(password.typed(), text).unwrap_or(false)
            }
            Self::Scrypt { cost, salt, hash } => {
                let (log_n, r, p) = *cost;
                let Ok(parameters) = scrypt::Params::new(log_n, r, p) else {
                    return false;
                };
                let mut made = vec![0; hash.len()];
                scrypt::scrypt(password.typed().as_bytes(), salt, &parameters, &mut made).is_ok()
                    && same(&made, hash)
            }
            Self::Pbkdf2 {
                function,
                rounds,
                salt,
                hash,
            } => {
                let typed = password.typed().as_bytes();
                pbkdf2::verify(function.algorithm(), *rounds, salt, typed, hash).is_ok()
            }
        }
    }
}

/// Returns the hash of a password as a PHC string of argon2id.
pub(super) fn hash_password(password: &Password, salt: &[u8; SALT]) -> Result<String, Failure> {
    let hash = argon2id(password, Argon2Cost::CURRENT, salt, LENGTH)
        .map_err(|error| Failure::broken("hashing a password", error.to_string()))?;
    let (salt, hash) = (STANDARD_NO_PAD.encode(salt), STANDARD_NO_PAD.encode(hash));
    Ok(format!(
        "$argon2id$v=19$m={MEMORY},t={PASSES},p={LANES}${salt}${hash}"
    ))
}

fn argon2id(
    password: &Password,
    cost: Argon2Cost,
    salt: &[u8],
    length: usize,
) -> Result<Vec<u8>, argon2::Error> {
    let parameters = Params::new(cost.memory, cost.passes, cost.lanes, Some(length))?;
    let mut hash = vec![0; length];
    let blocks = parameters.block_count();
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, parameters);
    let normal = password.normal().as_bytes();
    if cost != Argon2Cost::CURRENT {
        argon2.hash_password_into(normal, salt, &mut hash)?;
        return Ok(hash);
    }
    KEPT_MEMORY.with_borrow_mut(|stored| {
        stored.resize(blocks, Block::default());
        argon2.hash_password_into_with_memory(normal, salt, &mut hash, stored)
    })?;
    Ok(hash)
}

fn same(left: &[u8], right: &[u8]) -> bool {
    equal(
        &STANDARD_NO_PAD.encode(left),
        &STANDARD_NO_PAD.encode(right),
    )
}
