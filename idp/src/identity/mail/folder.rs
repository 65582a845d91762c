//! Emails as files, one `.eml` each, for development.

use std::io;
use std::path::PathBuf;

use foundation::{Failure, Timestamp};
use tokio::fs;
use tokio::io::AsyncWriteExt;

/// A folder for emails.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// Creates the folder if it does not exist.
    pub(super) async fn make(&self) -> Result<(), Failure> {
        fs::create_dir_all(&self.0)
            .await
            .map_err(|error| Failure::unavailable("making IDP_MAIL_DIRECTORY", error))
    }

    /// Writes an email under a name that sorts by time; the rename makes it atomic, and only the owner can read it.
    pub(super) async fn write(
        &self,
        at: Timestamp,
        id: &str,
        content: &[u8],
    ) -> Result<(), Failure> {
        self.try_write(at, id, content)
            .await
            .map_err(|error| Failure::unavailable("writing a mail into IDP_MAIL_DIRECTORY", error))
    }

    async fn try_write(&self, at: Timestamp, id: &str, content: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.0).await?;
        let unfinished = self.0.join(format!(".{id}.unfinished"));
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        options.mode(0o600);
        let mut file = options.open(&unfinished).await?;
        file.write_all(content).await?;
        file.flush().await?;
        let name = format!("{:016}-{id}.eml", at.micros());
        fs::rename(&unfinished, self.0.join(name)).await
    }
}
