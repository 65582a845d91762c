//! The admin API's contract as one normalised document.

use super::api::service;
use crate::contracts::normalised;

/// The OpenAPI document of the admin API.
pub fn openapi_document() -> String {
    normalised(&service().spec())
}
