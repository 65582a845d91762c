//! The secrets that the first start makes.

use std::path::Path;
use std::{fmt, fs, io};

use foundation::{Failure, Random};
use serde_json::{Value, json};

use super::directory::write_private;

/// Generated secrets of one installation.
pub(super) struct Secrets {
    /// The idp's master secret.
    pub(super) idp_secret: String,
    /// The secret with which the product API signs in at the idp.
    pub(super) api_client_secret: String,
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secrets")
    }
}

impl Secrets {
    /// Reads the file, or makes it when there is none. A damaged file is refused, never replaced:
    /// new secrets could not open what the old ones sealed.
    pub(super) fn read_or_make(path: &Path, random: &Random) -> Result<Self, Failure> {
        match fs::read_to_string(path) {
            Ok(text) => Self::of_text(&text).ok_or_else(|| {
                Failure::defect(format!(
                    "{} is damaged; restore it from a backup",
                    path.display()
                ))
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::make(path, random),
            Err(error) => Err(Failure::broken(
                format!("reading {}", path.display()),
                error,
            )),
        }
    }

    fn of_text(text: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(text).ok()?;
        let secret = |name| {
            value
                .get(name)
                .and_then(Value::as_str)
                .map(ToOwned::to_owned)
        };
        Some(Self {
            idp_secret: secret("idp_secret")?,
            api_client_secret: secret("api_client_secret")?,
        })
    }

    fn make(path: &Path, random: &Random) -> Result<Self, Failure> {
        let made = Self {
            idp_secret: random.hex()?,
            api_client_secret: random.hex()?,
        };
        let value = json!({
            "idp_secret": made.idp_secret,
            "api_client_secret": made.api_client_secret,
        });
        write_private(path, &format!("{value:#}\n"))?;
        Ok(made)
    }
}
