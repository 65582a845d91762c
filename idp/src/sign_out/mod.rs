//! Sign-out requested by a client (OpenID Connect RP-Initiated Logout 1.0).

mod end;
pub(crate) mod page;
mod logout_request;

#[cfg(test)]
mod tests;
