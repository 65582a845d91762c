//! Limits in the database, and their results.

use std::time::Duration;

use crate::config::LimitConfig;

/// Actions that are counted in the database; a closed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// Emails requested from one network (`IDP_MAILS_PER_NETWORK`).
    MailOfNetwork,
    /// Audit log entries of wrong links and codes from one network.
    FailureOfNetwork,
    /// Emails requested by all users (`IDP_MAILS_PER_HOUR`).
    MailOfAll,
    /// Wrong sign-in codes of all users together.
    WrongCodesOfAll,
    /// Wrong user codes of devices entered by one user.
    DeviceTriesOfUser,
    /// Wrong user codes of devices entered from one network.
    DeviceTriesOfNetwork,
    /// Device authorizations started from one network.
    DevicesOfNetwork,
    /// Changes of a user's passkeys, each step counted.
    PasskeysOfUser,
    /// Changes of a user's name.
    NamesOfUser,
    /// Exports of a user's data.
    ExportsOfUser,
    /// Wrong passkey responses for one user.
    PasskeyTriesOfUser,
    /// Wrong passkey responses from one network.
    PasskeyTriesOfNetwork,
}

/// Size of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    /// Maximum number of actions in a window.
    pub(super) max: i64,
    /// Duration of a window, from its first action.
    pub(super) window: Duration,
}

/// Window of emails from one network, equal to that of one email address.
const QUARTER: Duration = Duration::from_mins(15);
const HOUR: Duration = Duration::from_hours(1);
const FAILURES: Rule = Rule {
    max: 60,
    window: HOUR,
};
/// Limit on wrong codes: random guesses find one of a million codes with a probability of 0.1 % per hour.
const WRONG_CODES: Rule = Rule {
    max: 1000,
    window: HOUR,
};
/// Limit on wrong responses of a user, equal to that on wrong passwords.
const TRIES_OF_USER: Rule = Rule {
    max: 10,
    window: QUARTER,
};
const TRIES_OF_NETWORK: Rule = Rule {
    max: 100,
    window: QUARTER,
};
/// Limit on started devices, enough for an office of devices that each start a few times.
const DEVICES: Rule = Rule {
    max: 200,
    window: QUARTER,
};
const PASSKEYS: Rule = Rule {
    max: 100,
    window: HOUR,
};

const NAMES: Rule = Rule {
    max: 60,
    window: HOUR,
};
/// Limit on exports, because each reads the audit log.
const EXPORTS: Rule = Rule {
    max: 20,
    window: HOUR,
};

impl Limit {
    /// Returns the name, which is part of every counter's key.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::MailOfNetwork => "mail-of-network",
            Self::FailureOfNetwork => "failure-of-network",
            Self::MailOfAll => "mail-of-all",
            Self::WrongCodesOfAll => "wrong-codes-of-all",
            Self::DeviceTriesOfUser => "device-tries-of-user",
            Self::DeviceTriesOfNetwork => "device-tries-of-network",
            Self::DevicesOfNetwork => "devices-of-network",
            Self::PasskeysOfUser => "passkeys-of-user",
            Self::NamesOfUser => "names-of-user",
            Self::ExportsOfUser => "exports-of-user",
            Self::PasskeyTriesOfUser => "passkey-tries-of-user",
            Self::PasskeyTriesOfNetwork => "passkey-tries-of-network",
        }
    }

    pub(super) fn rule(self, config: &LimitConfig) -> Rule {
        let (max, window) = match self {
            Self::MailOfNetwork => (config.mails_per_network, QUARTER),
            Self::FailureOfNetwork => return FAILURES,
            Self::WrongCodesOfAll => return WRONG_CODES,
            Self::PasskeysOfUser => return PASSKEYS,
            Self::NamesOfUser => return NAMES,
            Self::ExportsOfUser => return EXPORTS,
            Self::DevicesOfNetwork => return DEVICES,
            Self::DeviceTriesOfUser | Self::PasskeyTriesOfUser => return TRIES_OF_USER,
            Self::DeviceTriesOfNetwork | Self::PasskeyTriesOfNetwork => return TRIES_OF_NETWORK,
            Self::MailOfAll => (config.mails_per_hour, HOUR),
        };
        Rule {
            max: max.get().into(),
            window,
        }
    }
}

/// Result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LimitOutcome {
    /// The action is counted and allowed.
    Allowed,
    /// The limit is reached.
    Refused {
        /// Time until the window ends.
        retry_after: Duration,
    },
}
