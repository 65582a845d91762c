//! The file of the state: it is written under another name and then renamed, so that a crash leaves a whole state.

use std::fs;
use std::io;
use std::path::PathBuf;

use foundation::Failure;
use foundation::text::strict_json;

use super::DoubleState;

/// Name of the file in its folder.
const NAME: &str = "stripe-double.json";

/// The file of the state, or none if the state is kept in memory only.
#[derive(Clone, Debug)]
pub(crate) struct StateFile(Option<PathBuf>);

impl StateFile {
    /// Creates the file's place; the folder is created if it is missing.
    pub(crate) fn new(folder: Option<PathBuf>) -> Result<Self, Failure> {
        if let Some(folder) = &folder {
            fs::create_dir_all(folder)
                .map_err(|error| Failure::broken("creating the folder of the double", error))?;
        }
        Ok(Self(folder.map(|folder| folder.join(NAME))))
    }

    /// Reads the state; a missing file is an empty state.
    pub(crate) fn read(&self) -> Result<DoubleState, Failure> {
        let Some(path) = &self.0 else {
            return Ok(DoubleState::default());
        };
        match fs::read_to_string(path) {
            Ok(text) => strict_json::from_stored(&text)
                .map_err(|error| Failure::broken("reading the state of the double", error)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(DoubleState::default()),
            Err(error) => Err(Failure::broken("reading the state of the double", error)),
        }
    }

    /// Writes the state. A crash of the process loses nothing; a crash of the machine may lose the last changes.
    pub(crate) fn write(&self, state: &DoubleState) -> Result<(), Failure> {
        let Some(path) = &self.0 else {
            return Ok(());
        };
        let failed = |error: io::Error| Failure::broken("writing the state of the double", error);
        let text = serde_json::to_vec(state)
            .map_err(|error| Failure::broken("writing the state of the double", error))?;
        let unfinished = path.with_extension("new");
        fs::write(&unfinished, text).map_err(failed)?;
        fs::rename(&unfinished, path).map_err(failed)
    }
}
