//! Reasons to refuse a token.

/// Reason to refuse a token, for logs and tests; the client's response says only "invalid".
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenRefusal {
    /// Too long, or not three parts of base64 with a JSON header and JSON object inside.
    #[error("the token is malformed")]
    Malformed,
    /// Its header has `crit`, and this code supports no extension.
    #[error("the token has a critical header")]
    Critical,
    /// `typ` is not the expected one.
    #[error("the token is of another type")]
    WrongType,
    /// `alg` is not the algorithm of the named key.
    #[error("the token names another algorithm than its key's")]
    WrongAlgorithm,
    /// `kid` is absent or names no known key.
    #[error("the token names no known key")]
    UnknownKey,
    /// The signature does not match.
    #[error("the signature does not match")]
    WrongSignature,
    /// `iss` is absent or not the expected one.
    #[error("the token is of another issuer")]
    WrongIssuer,
    /// `aud` is absent or lacks the expected audience.
    #[error("the token is for another audience")]
    WrongAudience,
    /// `exp` is absent, not a whole number, or past.
    #[error("the token has expired")]
    Expired,
    /// `iat` or `nbf` is in the future, or not a whole number.
    #[error("the token is not yet valid")]
    NotYetValid,
}
