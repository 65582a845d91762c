//! Reasons to refuse a proof.

use crate::jose::TokenRefusal;

/// Reason to refuse a proof of possession, for logs and tests; the client's response says only "invalid".
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofRefusal {
    /// It is not a token signed with its own key.
    #[error(transparent)]
    Token(#[from] TokenRefusal),
    /// The header has no usable public key, or a private one.
    #[error("the proof holds no public key of a kind that can be used")]
    NoKey,
    /// `jti` is absent or empty.
    #[error("the proof has no jti")]
    NoId,
    /// `htm` is not the request's method.
    #[error("the proof is for another method")]
    WrongMethod,
    /// `htu` is not the request's URL.
    #[error("the proof is for another address")]
    WrongAddress,
    /// `iat` is absent or not a whole number.
    #[error("the proof does not say when it was made")]
    NoTime,
    /// Its nonce of ours is old; or it has none, and `iat` is more than a minute away.
    #[error("the proof was not made now")]
    WrongTime,
    /// `ath` is not the hash of the access token in the request.
    #[error("the proof is for another access token")]
    WrongToken,
}
