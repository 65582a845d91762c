//! Exit codes of commands, by which programs distinguish their results.

/// Failure of a command with an exit code of its own; any other failure ends with 1.
#[derive(Debug, thiserror::Error)]
#[error("{text}")]
pub(crate) struct ExitCodeError {
    /// The exit code.
    pub(crate) code: u8,
    /// The text for the user.
    pub(crate) text: String,
}

/// Returns the exit code of a failed command.
pub(crate) fn code_of(error: &(dyn std::error::Error + Send + Sync + 'static)) -> u8 {
    error
        .downcast_ref::<ExitCodeError>()
        .map_or(1, |error| error.code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failure_has_its_own_exit_code_or_one() {
        let own = ExitCodeError {
            code: 4,
            text: "Stripe is away".to_owned(),
        };
        assert_eq!(
            (code_of(&own), own.to_string().as_str()),
            (4, "Stripe is away")
        );
        assert_eq!(code_of(&std::fmt::Error), 1);
    }
}
