//! Authorization codes: each is bound to a client, a redirect URI and a PKCE challenge, and is redeemed once.

mod code;
mod issue;
mod pkce;
mod redeem;
mod renew;
pub(crate) mod store;

pub(crate) use code::{Code, NewCode};
pub(crate) use issue::issue;
pub(crate) use pkce::Challenge;
pub(crate) use redeem::{CodeClaim, Redemption};
pub(crate) use renew::renew_if_redeemed;

#[cfg(test)]
mod tests;
