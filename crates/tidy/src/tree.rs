//! The repository's files, read once.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// Folders of build outputs, installed packages and running programs, to which no rule applies.
const LEFT_OUT: &[&str] = &[
    ".git",
    "target",
    "node_modules",
    "dist",
    "test-results",
    "screenshots",
];
/// A folder that is left out only at the root: elsewhere it is an ordinary name.
const LEFT_OUT_AT_ROOT: &str = "data";

/// All files, by their path from the root with `/` between its parts; a file that is not UTF-8 has no text.
#[derive(Debug, Default)]
pub struct Tree {
    files: BTreeMap<String, Option<String>>,
}

impl Tree {
    /// Reads this crate's repository.
    pub fn from_repository() -> io::Result<Self> {
        Self::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
    }

    /// Reads a folder and everything below it.
    pub fn read(root: &Path) -> io::Result<Self> {
        let mut tree = Self::default();
        tree.read_folder(root, "")?;
        Ok(tree)
    }

    /// Creates a tree from pairs of path and text, for the rules' own tests.
    pub fn from_pairs<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let files = pairs
            .into_iter()
            .map(|(path, text)| (path.to_owned(), Some(text.to_owned())))
            .collect();
        Self { files }
    }

    /// Returns every text file, in the order of the paths.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .iter()
            .filter_map(|(path, text)| Some((path.as_str(), text.as_deref()?)))
    }

    /// Returns the text files whose name has one of the endings, such as `.rs`.
    pub fn ending_in<'a>(
        &'a self,
        endings: &'a [&str],
    ) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.texts()
            .filter(move |(path, _)| endings.iter().any(|ending| path.ends_with(ending)))
    }

    /// Returns the text of one file.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path)?.as_deref()
    }

    /// Returns true if there is a file with this path, or a folder with files.
    pub fn has(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        let folder = format!("{path}/");
        path.is_empty()
            || self.files.contains_key(path)
            || self
                .files
                .range(folder.clone()..)
                .next()
                .is_some_and(|(first, _)| first.starts_with(&folder))
    }

    fn read_folder(&mut self, folder: &Path, prefix: &str) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{prefix}{name}");
            let kind = entry.file_type()?;
            let is_left_out = LEFT_OUT.contains(&name.as_str()) || path == LEFT_OUT_AT_ROOT;
            if kind.is_dir() && !is_left_out {
                self.read_folder(&entry.path(), &format!("{path}/"))?;
            } else if kind.is_file() {
                self.files
                    .insert(path, String::from_utf8(fs::read(entry.path())?).ok());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_is_there_when_it_has_files() {
        let tree = Tree::from_pairs([("deploy/gateway/a.conf", ""), ("deploy-old.md", "")]);
        assert!(
            tree.has("deploy") && tree.has("deploy/gateway/") && tree.has("deploy/gateway/a.conf")
        );
        assert!(!tree.has("deploy/gate") && !tree.has("gateway"));
    }

    #[test]
    fn repository_is_read_without_build_output() {
        let tree = Tree::from_repository().unwrap();
        assert!(
            tree.text("Cargo.toml")
                .is_some_and(|text| text.contains("[workspace]"))
        );
        assert!(!tree.has("target") && !tree.has("web/node_modules"));
    }
}
