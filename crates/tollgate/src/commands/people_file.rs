//! The file that `tollgate import` reads: one JSON object per line, in UTF-8.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use foundation::text_file;
use idp::imports::{Person, Problem};

/// Maximum number of bytes of a line that are read at a time.
const LONGEST: u64 = 1024 * 1024;

/// The lines of a file that are not empty, each with its number.
pub(super) struct PeopleFile {
    reader: BufReader<File>,
    number: u64,
    /// True if the file has an encoding whose lines cannot be found.
    is_unreadable: bool,
}

impl PeopleFile {
    pub(super) fn open(file: &Path) -> io::Result<Self> {
        let opened = File::open(file).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", file.display()))
        })?;
        Ok(Self {
            reader: BufReader::new(opened),
            number: 0,
            is_unreadable: false,
        })
    }
}

impl Iterator for PeopleFile {
    type Item = io::Result<(u64, Result<Person, Problem>)>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_unreadable {
            let mut line = Vec::new();
            let mut bounded = self.reader.by_ref().take(LONGEST);
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
                return Some(Ok((self.number, Person::read(line))));
            }
        }
        None
    }
}
