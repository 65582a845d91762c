//! The file that `tollgate import` reads: one JSON object per line, in UTF-8.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::Path;

use foundation::text::text_file;
use idp::imports::{ImportProblem, ImportedUser};

/// Maximum number of bytes of a line that are read at a time.
const MAX_LINE_LENGTH: u64 = 1024 * 1024;

/// The lines of a file that are not empty, each with its number.
pub(super) struct UsersFile {
    reader: BufReader<File>,
    number: u64,
    /// True if the file has an encoding whose lines cannot be found.
    is_unreadable: bool,
}

/// Opens the file of an import, or standard input for `-`. An import reads its lines twice, so standard input and pipes are
/// copied to a temporary file without a name, which no other process can open.
pub(super) fn open_source(path: &Path, mut input: impl Read) -> io::Result<File> {
    if path == Path::new("-") {
        return copy_of(&mut input);
    }
    let named =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    let mut file = File::open(path).map_err(named)?;
    if file.metadata().map_err(named)?.is_file() {
        return Ok(file);
    }
    copy_of(&mut file).map_err(named)
}

fn copy_of(source: &mut impl Read) -> io::Result<File> {
    let mut copy = tempfile::tempfile()?;
    io::copy(source, &mut copy)?;
    Ok(copy)
}

impl UsersFile {
    /// Reads a file from its beginning.
    pub(super) fn new(source: &File) -> io::Result<Self> {
        let mut file = source.try_clone()?;
        file.rewind()?;
        Ok(Self {
            reader: BufReader::new(file),
            number: 0,
            is_unreadable: false,
        })
    }
}

impl Iterator for UsersFile {
    type Item = io::Result<(u64, Result<ImportedUser, ImportProblem>)>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_unreadable {
            let mut line = Vec::new();
            let mut bounded = self.reader.by_ref().take(MAX_LINE_LENGTH);
            match bounded.read_until(b'\n', &mut line) {
                Ok(0) => return None,
                Ok(_) => self.number += 1,
                Err(error) => return Some(Err(error)),
            }
            let line = if self.number == 1 {
                self.is_unreadable = text_file::is_utf16(&line);
                text_file::without_mark(&line)
            } else {
                &line
            };
            if !line.trim_ascii().is_empty() {
                return Some(Ok((self.number, ImportedUser::read(line))));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = "{\"id\":\"u1\"}\n\n{\"id\":\"u2\"}\n";

    fn read_twice(source: &File) {
        for _ in 0..2 {
            let lines = UsersFile::new(source).unwrap();
            let numbers: Vec<u64> = lines.map(|line| line.unwrap().0).collect();
            assert_eq!(numbers, [1, 3]);
        }
    }

    #[test]
    fn standard_input_is_read_as_often_as_a_file() {
        read_twice(&open_source(Path::new("-"), LINES.as_bytes()).unwrap());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("people.jsonl");
        std::fs::write(&path, LINES).unwrap();
        read_twice(&open_source(&path, io::empty()).unwrap());
    }

    #[test]
    fn missing_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path().join("none.jsonl"), folder.path().to_owned()] {
            let error = open_source(&path, io::empty()).unwrap_err().to_string();
            assert!(error.contains(&path.display().to_string()), "{error}");
        }
    }
}
