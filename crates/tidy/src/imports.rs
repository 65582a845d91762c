//! The files that each production file imports from its own crate.

use std::collections::{BTreeMap, BTreeSet};

use crate::Tree;
use crate::code::{code_of, without_tests};
use crate::lines::{is_of_word, members, split_word};
use crate::paths::is_test_file;

/// State that all requests share, which modules below it get as an argument; an import of it does not count.
const HANDED_IN: &str = "/src/app.rs";
/// Maximum number of re-exports that a path leads through.
const MAX_STEPS: usize = 8;
/// Words of a path that name no item.
const KEYWORDS: &[&str] = &["crate", "self", "super"];

/// Imported files by file. Module roots only list and re-export, so they are left out.
pub type Imports<'t> = BTreeMap<&'t str, BTreeSet<&'t str>>;

/// A path in a source, with its name there.
struct ImportPath<'s> {
    path: Vec<&'s str>,
    name: &'s str,
}

/// The modules of all crates. A module is named by its folder, or by its file without the ending.
struct Modules<'t> {
    files: BTreeMap<&'t str, &'t str>,
    /// Paths of the names that module roots re-export, by the root's module and the name.
    re_exports: BTreeMap<String, Vec<String>>,
}

/// Reads the imports of every production file.
pub fn read(tree: &Tree) -> Imports<'_> {
    let sources: Vec<(&str, String)> = tree
        .ending_in(&[".rs"])
        .filter(|(path, _)| path.contains("/src/") && !is_test_file(path))
        .map(|(path, source)| (path, production(source)))
        .collect();
    let mut modules = Modules {
        files: BTreeMap::new(),
        re_exports: BTreeMap::new(),
    };
    for (path, text) in &sources {
        modules.files.entry(module_of(path)).or_insert(path);
        if is_root(path) {
            modules.add_re_exports(module_of(path), text);
        }
    }
    sources
        .iter()
        .filter(|(path, _)| !is_root(path))
        .map(|(path, text)| (*path, modules.imports_of(path, text)))
        .collect()
}

impl<'t> Modules<'t> {
    fn add_re_exports(&mut self, module: &str, text: &str) {
        for item in text.split("\npub").skip(1) {
            let Some((visibility, paths)) = item.split_once("use ") else {
                continue;
            };
            let is_use = visibility == " "
                || visibility.starts_with('(')
                    && visibility.ends_with(") ")
                    && !visibility.contains('\n');
            if !is_use {
                continue;
            }
            let mut uses = Vec::new();
            expand(paths, &[], &mut uses);
            self.re_exports.extend(uses.into_iter().map(|used| {
                let path: Vec<String> = used.path.into_iter().map(str::to_owned).collect();
                (format!("{module}/{}", used.name), path)
            }));
        }
    }

    fn imports_of(&self, path: &str, text: &str) -> BTreeSet<&'t str> {
        let module = module_of(path);
        let mut files: BTreeSet<&'t str> = BTreeSet::new();
        let mut folders: BTreeSet<(&str, String)> = BTreeSet::new();
        let uses = ["crate::", "super::"].map(|start| uses_of(text, start));
        for used in uses.into_iter().flatten() {
            let target = self.resolve(module, &used.path, MAX_STEPS);
            let file = target
                .as_ref()
                .and_then(|name| self.files.get(name.as_str()));
            if file.is_some_and(|file| is_root(file)) {
                folders.extend(target.map(|target| (used.name, target)));
            } else {
                files.extend(file);
            }
        }
        // After `use super::store;` a path such as `store::lots::insert` continues from that module.
        for (name, folder) in folders {
            for used in uses_of(text, &format!("{name}::")) {
                let path = used.path.get(1..).unwrap_or_default();
                let target = self.resolve(&folder, path, MAX_STEPS);
                files.extend(target.and_then(|name| self.files.get(name.as_str())));
            }
        }
        files.retain(|file| *file != path && !is_root(file) && !file.ends_with(HANDED_IN));
        files
    }

    /// Returns the module to which a path leads from another module, through re-exports.
    fn resolve(&self, from: &str, path: &[&str], steps: usize) -> Option<String> {
        let steps = steps.checked_sub(1)?;
        let mut module = from.to_owned();
        for name in path {
            let child = format!("{module}/{name}");
            if *name == "crate" {
                module.truncate(root_of(&module).len());
            } else if *name == "super" {
                module.truncate(module.rfind('/')?);
            } else if self.files.contains_key(child.as_str()) {
                module = child;
            } else if let Some(target) = self.re_exports.get(&child) {
                let target: Vec<&str> = target.iter().map(String::as_str).collect();
                return self.resolve(&module, &target, steps);
            } else if *name != "self" {
                break;
            }
        }
        Some(module)
    }
}

/// Returns the production code of a source, with a line break before its first item.
fn production(source: &str) -> String {
    format!("\n{}", without_tests(&code_of(source)))
}

fn is_root(path: &str) -> bool {
    ["/mod.rs", "/lib.rs", "/main.rs"]
        .iter()
        .any(|name| path.ends_with(name))
}

fn module_of(path: &str) -> &str {
    let module = path.strip_suffix(".rs").unwrap_or(path);
    ["/mod", "/lib", "/main"]
        .iter()
        .find_map(|root| module.strip_suffix(root))
        .unwrap_or(module)
}

/// Returns the root module of a module's crate, or of its program in `src/bin`.
fn root_of(module: &str) -> &str {
    const PROGRAMS: &str = "/src/bin/";
    let end = match module.split_once(PROGRAMS) {
        Some((package, inside)) => {
            package.len() + PROGRAMS.len() + inside.find('/').unwrap_or(inside.len())
        }
        None => module
            .find("/src")
            .map_or(module.len(), |at| at + "/src".len()),
    };
    module.get(..end).unwrap_or(module)
}

/// Reads the paths that begin with `start`, which ends in `::`.
fn uses_of<'s>(text: &'s str, start: &str) -> Vec<ImportPath<'s>> {
    let mut uses = Vec::new();
    for (at, _) in text.match_indices(start) {
        let (before, path) = text.split_at_checked(at).unwrap_or_default();
        let is_part = |c: char| is_of_word(c) || c == ':' || c == '$';
        if !before.ends_with(is_part) {
            expand(path, &[], &mut uses);
        }
    }
    uses
}

/// Adds each path at the beginning of a text: one, or those of a group in braces.
fn expand<'s>(text: &'s str, before: &[&'s str], uses: &mut Vec<ImportPath<'s>>) {
    let text = text.trim_start();
    if let Some(group) = text.strip_prefix('{') {
        for member in members(group).0 {
            expand(member, before, uses);
        }
        return;
    }
    let (name, rest) = split_word(text);
    let mut path = before.to_vec();
    if !name.is_empty() {
        path.push(name);
        if let Some(more) = rest.strip_prefix("::") {
            return expand(more, &path, uses);
        }
    }
    let alias = rest.trim_start().strip_prefix("as ");
    let last = path.iter().rfind(|name| !KEYWORDS.contains(name)).copied();
    let name = alias.map(|alias| split_word(alias.trim_start()).0).or(last);
    uses.push(ImportPath {
        path,
        name: name.unwrap_or_default(),
    });
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::Tree;

    #[test]
    fn imports_lead_through_groups_re_exports_and_folders() {
        let tree = Tree::from_pairs([
            ("idp/src/app.rs", ""),
            ("idp/src/lib.rs", "pub mod a;\npub use b::c::C;\n"),
            (
                "idp/src/a/go.rs",
                "use crate::app::App;\nuse super::{store, one::{self, One}};\nuse crate::{C, d::D as E};\n\
                 fn f() {\n    store::rows::insert();\n}\n#[cfg(test)]\nmod tests {\n    use super::super::two;\n}\n",
            ),
            (
                "idp/src/a/mod.rs",
                "mod go;\npub(crate) use self::one::One;\n",
            ),
            (
                "idp/src/a/one.rs",
                "pub(in crate::a) fn f(a: crate::a::One) {}\n",
            ),
            ("idp/src/a/store/mod.rs", "pub(super) mod rows;\n"),
            (
                "idp/src/a/store/rows.rs",
                "use crate::a::One;\n// crate::d::D\n",
            ),
            ("idp/src/a/tests.rs", "use super::two::Two;\n"),
            ("idp/src/a/two.rs", ""),
            ("idp/src/b/c.rs", "use foundation::a::One;\n"),
            ("idp/src/b/mod.rs", ""),
            ("idp/src/d.rs", ""),
        ]);
        let imports = read(&tree);
        let found: Vec<(&str, Vec<&str>)> = imports
            .into_iter()
            .filter(|(_, files)| !files.is_empty())
            .map(|(path, files)| (path, files.into_iter().collect()))
            .collect();
        let go = vec![
            "idp/src/a/one.rs",
            "idp/src/a/store/rows.rs",
            "idp/src/b/c.rs",
            "idp/src/d.rs",
        ];
        let expected = [
            ("idp/src/a/go.rs", go),
            ("idp/src/a/store/rows.rs", vec!["idp/src/a/one.rs"]),
        ];
        assert_eq!(found, expected);
    }
}
