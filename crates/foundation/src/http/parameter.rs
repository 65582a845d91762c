//! Details of parameters that do not match an operation's OpenAPI contract.

use poem_openapi::error::ParseParamError;

/// Part of the framework's reason for a parameter without a value.
const NO_VALUE: &str = "expects an input value.";
/// Beginnings of the framework's reasons for a value of another type, and for one beyond a limit.
const NO_INTEGER: &str = "failed to parse \"integer";
const BEYOND_LIMIT: &str = "verification failed";

/// Returns the detail of a parameter that is missing or invalid, and what to send. Callers display it after the
/// parameter's name. It never echoes the request.
pub fn parameter_detail(wrong: &ParseParamError) -> &'static str {
    let reason = wrong.reason.as_str();
    if reason.contains(NO_VALUE) {
        "This is required: send a value of the documented form."
    } else if reason.starts_with(NO_INTEGER) {
        "Must be a whole number within the documented limits: send digits, such as 20."
    } else if reason.starts_with(BEYOND_LIMIT) {
        "Must be within the documented limits: send a value between them."
    } else {
        "Must be of the documented form: send such a value."
    }
}

#[cfg(test)]
mod tests {
    use poem_openapi::types::ParseFromParameter;

    use super::*;

    /// Returns the detail for texts of a parameter, which its type refuses.
    fn refused<T: ParseFromParameter>(texts: &[&str]) -> &'static str {
        let reason = match T::parse_from_parameters(texts) {
            Ok(_) => panic!("{texts:?} is accepted"),
            Err(error) => error.into_message(),
        };
        parameter_detail(&ParseParamError {
            name: "limit",
            reason,
        })
    }

    #[test]
    fn detail_names_the_missing_or_wrong_parameter_and_the_fix() {
        assert!(refused::<String>(&[]).starts_with("This is required: send"));
        assert!(refused::<u32>(&[]).starts_with("This is required: send"));
        assert!(refused::<u32>(&["x"]).starts_with("Must be a whole number"));
        assert!(refused::<Option<u32>>(&["-1"]).starts_with("Must be a whole number"));
        assert!(refused::<bool>(&["x"]).starts_with("Must be of the documented form"));
    }
}
