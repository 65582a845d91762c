//! deploy/new-env: new secrets that only their owner can read, and that never replace existing ones.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::text::{names, read, tree};

/// A folder with the script and its example, as in the repository; removed with this value.
struct TestFolder(PathBuf);

impl TestFolder {
    fn from_repository() -> Self {
        let folder = std::env::temp_dir().join(format!("tollgate-new-env-{}", std::process::id()));
        let copy = Self(folder.clone());
        fs::create_dir_all(folder.join("deploy")).expect("a folder");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for path in ["deploy/new-env", "deploy/compose.env.example"] {
            fs::copy(root.join(path), folder.join(path)).expect("a copy");
        }
        copy
    }

    fn run(&self) -> Output {
        let script = self.0.join("deploy/new-env");
        Command::new("sh").arg(script).output().expect("it runs")
    }

    fn env(&self) -> PathBuf {
        self.0.join(".env")
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _removed = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn script_fills_each_secret_privately_and_replaces_none() {
    let copy = TestFolder::from_repository();
    assert!(copy.run().status.success());
    let made = fs::read_to_string(copy.env()).expect("the file");
    let example = read(tree(), "deploy/compose.env.example");
    assert_eq!(names(&made, false), names(&example, false));
    let mut secrets: Vec<&str> = example
        .lines()
        .filter(|line| line.ends_with('='))
        .filter_map(|line| made.lines().find_map(|made| made.strip_prefix(line)))
        .collect();
    assert!(secrets.iter().all(|secret| secret.len() == 64));
    secrets.sort_unstable();
    secrets.dedup();
    assert_eq!(
        secrets.len(),
        example.lines().filter(|line| line.ends_with('=')).count()
    );
    let bits = fs::metadata(copy.env())
        .expect("its mode")
        .permissions()
        .mode();
    assert_eq!(bits & 0o777, 0o600);

    let again = copy.run();
    assert!(!again.status.success());
    assert!(String::from_utf8_lossy(&again.stderr).contains("there already"));
    assert_eq!(fs::read_to_string(copy.env()).expect("the file"), made);
}
