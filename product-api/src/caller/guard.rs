//! Guards: types in the signature of an operation that admit its callers.

use poem::Request;

use super::caller::Caller;
use crate::app::App;
use crate::problem::Problem;

/// The callers that an operation admits, as a type in its signature.
pub(crate) trait Guard: Sized + Send {
    /// Returns the names of the security schemes, for the API reference.
    fn schemes() -> Vec<&'static str>;

    /// Admits an identified caller, or returns the refusal.
    fn from_caller(
        app: &App,
        caller: Caller,
        request: &Request,
    ) -> impl Future<Output = Result<Self, Problem>> + Send;
}
