//! Parts that several OAuth endpoints share: clients, grants, codes, keys and proofs.

pub(crate) mod assertions;
pub(crate) mod authorization_codes;
pub(crate) mod branding;
pub(crate) mod claims;
pub(crate) mod clients;
pub(crate) mod cors;
pub(crate) mod dpop;
pub(crate) mod grants;
pub(crate) mod keys;
pub(crate) mod pending_requests;
pub(crate) mod repeated_requests;
pub(crate) mod replay;
pub(crate) mod resources;
