//! The account API's contract as one normalised document.

use super::api::service;
use crate::contracts::normalised;

/// The OpenAPI document of the account API.
pub fn openapi_document() -> String {
    normalised(&service().spec())
}
