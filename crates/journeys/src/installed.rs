//! Tools of other languages, which scripts install into the target folder.

use std::path::PathBuf;

use foundation::env::Environment;

/// Returns the path of a tool: the variable's value, else the path in the target folder to which the script installs it.
pub(crate) fn installed(variable: &str, path_in_target: &str, script: &str) -> PathBuf {
    if let Some(named) = Environment::from_process().get(variable) {
        return PathBuf::from(named);
    }
    let this = std::env::current_exe().expect("this test's path");
    let mut paths = this.ancestors().map(|folder| folder.join(path_in_target));
    paths
        .find(|path| path.exists())
        .unwrap_or_else(|| panic!("{path_in_target} is not installed: run {script}"))
}
