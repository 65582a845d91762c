//! Sign-out requested by a client (OpenID Connect RP-Initiated Logout 1.0).

mod end;
mod logout_request;
pub(crate) mod page;

#[cfg(test)]
mod tests;
