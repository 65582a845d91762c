//! What is limited, and how a limit answers.

use std::time::Duration;

use crate::config::LimitConfig;

/// What is counted in the database; a closed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// Mails that one network asks for (`IDP_MAILS_PER_NETWORK`).
    MailOfNetwork,
    /// Wrong links and codes of one network that are written into the trail.
    FailureOfNetwork,
    /// Mails that everybody asks for (`IDP_MAILS_PER_HOUR`).
    MailOfAll,
    /// Wrong sign-in codes of all users together.
    WrongCodesOfAll,
    /// Wrong codes of devices that one user types.
    DeviceTriesOfUser,
    /// Wrong codes of devices that are typed in one network.
    DeviceTriesOfNetwork,
    /// Devices that begin to wait in one network.
    DevicesOfNetwork,
    /// Changes of one user to their passkeys, each step counted.
    PasskeysOfUser,
    /// Changes of one user to their name.
    NamesOfUser,
    /// Files of all that is known of one user.
    ExportsOfUser,
    /// Wrong answers of passkeys that are one user's.
    PasskeyTriesOfUser,
    /// Wrong answers of passkeys that come from one network.
    PasskeyTriesOfNetwork,
}

/// How much of it there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    /// The most in one window.
    pub(super) most: i64,
    /// How long a window is; it begins with the first that is taken.
    pub(super) window: Duration,
}

/// The window of mails that one network asks for: that of one address.
const QUARTER: Duration = Duration::from_mins(15);
const HOUR: Duration = Duration::from_hours(1);
const FAILURES: Rule = Rule {
    most: 60,
    window: HOUR,
};
/// Guesses at random find one of a million codes with a probability of one in a thousand an hour.
const WRONG_CODES: Rule = Rule {
    most: 1000,
    window: HOUR,
};
/// As many wrong answers as there may be wrong passwords.
const TRIES_OF_USER: Rule = Rule {
    most: 10,
    window: QUARTER,
};
const TRIES_OF_NETWORK: Rule = Rule {
    most: 100,
    window: QUARTER,
};
/// An office full of devices, each begun anew a few times.
const DEVICES: Rule = Rule {
    most: 200,
    window: QUARTER,
};
const PASSKEYS: Rule = Rule {
    most: 100,
    window: HOUR,
};

const NAMES: Rule = Rule {
    most: 60,
    window: HOUR,
};
/// Each reads the trail.
const EXPORTS: Rule = Rule {
    most: 20,
    window: HOUR,
};

impl Limit {
    /// Its name, which is part of every key.
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
        let (most, window) = match self {
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
            most: most.get().into(),
            window,
        }
    }
}

/// Whether there was one left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// One was taken.
    Allowed,
    /// None is left.
    Refused {
        /// How long it takes until there are new ones.
        retry_after: Duration,
    },
}
