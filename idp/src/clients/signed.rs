//! Tokens that a client has signed with a key of its own.

use std::sync::Arc;

use foundation::Failure;
use foundation::jose::{Claims, Expected, KeySet, TokenRefusal};

use super::client::Client;
use super::key_cache::{ClientKeys, Wanted};

/// Verifies a token by the keys of the client that sent it; `None` for a client without keys.
///
/// A token that names no key is tried with the keys that are known, and then with newer ones. Clients of before explicit types
/// send `JWT` or no `typ`: both are taken too.
pub(crate) async fn verify_signed(
    known: &ClientKeys,
    client: &Client,
    token: &str,
    expected: &Expected<'_>,
) -> Result<Option<Result<Claims, TokenRefusal>>, Failure> {
    let kid = KeySet::named_key(token);
    let wanted = kid.as_deref().map_or(Wanted::Any, Wanted::Named);
    let Some(keys) = known.find(client, wanted).await? else {
        return Ok(None);
    };
    let claims = verify(&keys, token, expected);
    let is_of_no_key = matches!(
        claims,
        Err(TokenRefusal::UnknownKey | TokenRefusal::WrongSignature)
    );
    if kid.is_some() || !is_of_no_key {
        return Ok(Some(claims));
    }
    let newer = known.find(client, Wanted::Newer).await?;
    Ok(newer.map(|newer| {
        if Arc::ptr_eq(&keys, &newer) {
            claims
        } else {
            verify(&newer, token, expected)
        }
    }))
}

fn verify(keys: &KeySet, token: &str, expected: &Expected<'_>) -> Result<Claims, TokenRefusal> {
    match keys.verify_of_one_signer(token, expected) {
        Err(TokenRefusal::WrongType) => {
            let untyped = Expected {
                token_type: None,
                ..*expected
            };
            keys.verify_of_one_signer(token, &untyped)
        }
        verified => verified,
    }
}
