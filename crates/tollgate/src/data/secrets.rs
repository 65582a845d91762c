//! The secrets that the first start generates.

use std::path::Path;
use std::{fmt, fs, io};

use foundation::secret::SecretString;
use foundation::text::strict_json;
use foundation::{Failure, Random};
use serde_json::{Value, json};

use super::directory::write_private;

/// Generated secrets of one installation.
pub(super) struct Secrets {
    /// The idp's master secret.
    pub(super) idp: String,
    /// The secret with which the product API authenticates at the idp.
    pub(super) api_client: String,
    /// The secret of the client that the commands use.
    pub(super) cli_client: String,
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secrets")
    }
}

impl Secrets {
    /// Reads the file, or creates it if it is missing. Refuses a damaged file instead of replacing it: new secrets
    /// could not open what the old ones sealed.
    pub(super) fn read_or_make(path: &Path, random: &Random) -> Result<Self, Failure> {
        match fs::read_to_string(path) {
            Ok(text) => {
                let stored: Value = strict_json::from_stored(&text).unwrap_or_default();
                Self::complete(path, &stored, random)?.ok_or_else(|| {
                    Failure::defect(format!(
                        "{} is damaged; restore it from a backup",
                        path.display()
                    ))
                })
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::make(path, random),
            Err(error) => Err(Failure::broken(
                format!("reading {}", path.display()),
                error,
            )),
        }
    }

    /// Returns the stored secrets, with new ones for those that an earlier version did not have.
    fn complete(path: &Path, stored: &Value, random: &Random) -> Result<Option<Self>, Failure> {
        let secret = |name| stored.get(name).and_then(Value::as_str).map(str::to_owned);
        let (Some(idp), Some(api_client)) = (secret("idp_secret"), secret("api_client_secret"))
        else {
            return Ok(None);
        };
        let (is_whole, cli_client) = match secret("cli_client_secret") {
            Some(stored) => (true, stored),
            None => (false, random.hex()?),
        };
        let secrets = Self {
            idp,
            api_client,
            cli_client,
        };
        if !is_whole {
            secrets.write(path)?;
        }
        Ok(Some(secrets))
    }

    fn make(path: &Path, random: &Random) -> Result<Self, Failure> {
        let made = Self {
            idp: random.hex()?,
            api_client: random.hex()?,
            cli_client: random.hex()?,
        };
        made.write(path)?;
        Ok(made)
    }

    fn write(&self, path: &Path) -> Result<(), Failure> {
        let value = json!({
            "idp_secret": self.idp,
            "api_client_secret": self.api_client,
            "cli_client_secret": self.cli_client,
        });
        write_private(path, &format!("{value:#}\n"))
    }
}

/// Returns the secret of the client that the commands use, if this directory has the secrets of an installation.
pub(crate) fn cli_client(data_dir: &Path) -> Option<SecretString> {
    let text = fs::read_to_string(data_dir.join("secrets.json")).ok()?;
    let stored: Value = strict_json::from_stored(&text).ok()?;
    let secret = stored.get("cli_client_secret")?.as_str()?;
    Some(secret.to_owned().into())
}
