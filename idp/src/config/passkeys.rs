//! Sign-in with passkeys.

use std::str::FromStr;

use foundation::env::Reader;

/// Passkey settings of the idp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasskeyConfig {
    /// `IDP_PASSKEYS`: `on`, the default, or `off`. With an IP address in `IDP_BASE_URL` there are none in any case:
    /// browsers create passkeys for host names only.
    pub is_on: bool,
}

struct OnOff(bool);

impl FromStr for OnOff {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "on" => Ok(Self(true)),
            "off" => Ok(Self(false)),
            _ => Err(()),
        }
    }
}

impl PasskeyConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        let OnOff(is_on) = reader.parsed("IDP_PASSKEYS", OnOff(true), "on or off");
        Self { is_on }
    }
}
