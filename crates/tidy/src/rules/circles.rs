//! Files have no large import cycles, and modules of a layered folder import only from lower layers.

use std::collections::BTreeSet;

use crate::ceilings::{self, Figures, Measure};
use crate::imports::{self, Imports};
use crate::{Finding, Tree};

const CIRCLE: Measure = Measure {
    name: "circle",
    unit: "files import each other in circles of more than three",
    per: 0,
    goal: 0,
    advice: "Move the types that several of them need to a file below them.",
};
/// Maximum number of files of a circle that is not counted.
const MAX_FILES: usize = 3;
const UPWARD: Measure = Measure {
    name: "upward",
    unit: "imports lead to a module of the same or a higher layer",
    per: 0,
    goal: 0,
    advice: "Hand the value in as an argument, or move what both need to a lower layer.",
};
/// Layers inside large module folders, lowest first. Modules that are not listed have no layer.
const LAYERS: &[(&str, &[&[&str]])] = &[
    (
        "product-api/src/credits",
        &[
            &["ledger"],
            &["store"],
            &["queries"],
            &["execution"],
            &["commands", "merging", "verification"],
            &["api"],
        ],
    ),
    (
        "product-api/src/billing",
        &[
            &["currency", "stripe"],
            &["connections"],
            &["marks"],
            &["catalog", "journal"],
            &["stripe_customers", "trials"],
            &["payments"],
            &["subscriptions"],
            &["buyer_requests"],
            &["topups"],
            &[
                "checkouts",
                "customer_links",
                "disputes",
                "refunds",
                "subscription_requests",
            ],
            &["inbox"],
            &["reconcile"],
            &["revenue"],
        ],
    ),
];

/// Finds cycles that are larger than their ceilings, and imports from higher layers.
pub fn check(tree: &Tree) -> Vec<Finding> {
    ceilings::exceeding(tree, count)
}

/// Counts the files in large cycles of each folder, and the imports from higher layers.
pub fn count(tree: &Tree, figures: &mut Figures) {
    let imports = imports::read(tree);
    let circles = circles(&imports).into_iter();
    for circle in circles.filter(|circle| circle.len() > MAX_FILES) {
        let tally = figures.tally(&CIRCLE, folder_of(&circle));
        for file in circle {
            tally.add(file.to_owned());
        }
    }
    for (folder, layers) in LAYERS {
        for (file, targets) in &imports {
            for target in targets
                .iter()
                .filter(|target| leads_up(folder, layers, file, target))
            {
                let place = format!("{file} → {target}");
                figures.tally(&UPWARD, folder).add(place);
            }
        }
    }
}

/// Returns the groups of more than one file that all import each other, directly or through others of the group.
fn circles<'t>(imports: &Imports<'t>) -> Vec<Vec<&'t str>> {
    let (mut order, mut seen) = (Vec::new(), BTreeSet::new());
    let mut importers = Imports::new();
    for (file, targets) in imports {
        visit(imports, file, &mut seen, &mut order);
        for target in targets {
            importers.entry(*target).or_default().insert(*file);
        }
    }
    // Kosaraju: backwards from the file that was finished last, only the files of its cycle are reachable.
    seen.clear();
    let mut circles = Vec::new();
    for file in order.into_iter().rev() {
        let mut circle = Vec::new();
        visit(&importers, file, &mut seen, &mut circle);
        if circle.len() > 1 {
            circle.sort_unstable();
            circles.push(circle);
        }
    }
    circles
}

/// Adds the reachable files that were not seen before; each follows the files that it imports.
fn visit<'t>(
    imports: &Imports<'t>,
    file: &'t str,
    seen: &mut BTreeSet<&'t str>,
    order: &mut Vec<&'t str>,
) {
    if seen.insert(file) {
        for next in imports.get(file).into_iter().flatten() {
            visit(imports, next, seen, order);
        }
        order.push(file);
    }
}

/// Returns the common folder of all files.
fn folder_of<'t>(files: &[&'t str]) -> &'t str {
    let first = files.first().copied().unwrap_or_default();
    let folders = first
        .match_indices('/')
        .filter_map(|(at, _)| first.get(..=at));
    folders
        .take_while(|folder| files.iter().all(|file| file.starts_with(*folder)))
        .last()
        .map_or("", |folder| folder.trim_end_matches('/'))
}

fn leads_up(folder: &str, layers: &[&[&str]], file: &str, target: &str) -> bool {
    let module_of = |path: &str| -> Option<(usize, String)> {
        let inside = path.strip_prefix(folder)?.strip_prefix('/')?;
        let module = inside.split(['/', '.']).next()?;
        let layer = layers.iter().position(|layer| layer.contains(&module))?;
        Some((layer, module.to_owned()))
    };
    match (module_of(file), module_of(target)) {
        (Some((layer, module)), Some((other_layer, other))) => {
            module != other && other_layer >= layer
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::{ceilings, check};

    #[test]
    fn circles_of_more_than_three_files_are_found() {
        let three = [
            ("idp/src/mail/a.rs", "use super::b::B;"),
            ("idp/src/mail/b.rs", "use super::c::C;"),
            ("idp/src/mail/c.rs", "use super::a::A;"),
        ];
        let four = [
            (
                "idp/src/keys/a.rs",
                "use super::b::B;\nuse crate::mail::a::A;",
            ),
            ("idp/src/keys/b.rs", "use super::store::c::C;"),
            ("idp/src/keys/store/c.rs", "use crate::keys::d::D;"),
            ("idp/src/keys/d.rs", "use super::a::A;"),
            ("idp/src/keys/mod.rs", ""),
            ("idp/src/keys/store/mod.rs", ""),
            ("idp/src/mail/mod.rs", ""),
        ];
        assert_found(check, &three, &[]);
        let files: Vec<(&str, &str)> = three.into_iter().chain(four).collect();
        assert_found(check, &files, &["idp/src/keys"]);
    }

    #[test]
    fn files_of_all_large_circles_of_a_folder_are_counted() {
        let files = [
            ("idp/src/keys/a.rs", "use super::b::B;"),
            ("idp/src/keys/b.rs", "use super::c::C;"),
            ("idp/src/keys/c.rs", "use super::d::D;"),
            ("idp/src/keys/d.rs", "use super::a::A;"),
            ("idp/src/keys/e.rs", "use super::f::F;"),
            ("idp/src/keys/f.rs", "use super::g::G;"),
            ("idp/src/keys/g.rs", "use super::h::H;"),
            ("idp/src/keys/h.rs", "use super::e::E;"),
            ("idp/src/keys/mod.rs", ""),
        ];
        let find = |ceiling: &str, expected: &[&str]| {
            let tree: Vec<(&str, &str)> = files
                .into_iter()
                .chain([(ceilings::TABLE, ceiling)])
                .collect();
            assert_found(check, &tree, expected);
        };
        find("circle idp/src/keys 8\n", &[]);
        find("circle idp/src/keys 7\n", &["idp/src/keys"]);
    }

    #[test]
    fn imports_of_higher_layers_are_found() {
        let folder = "product-api/src/credits";
        let find = |store: &str, merging: &str, expected: &[&str]| {
            let files = [
                ("mod.rs", ""),
                ("api/mod.rs", ""),
                ("api/a.rs", "use super::super::store::S;"),
                ("commands/mod.rs", ""),
                ("commands/spend.rs", ""),
                ("keys.rs", ""),
                ("ledger/mod.rs", ""),
                ("ledger/lot.rs", ""),
                ("merging/a.rs", merging),
                ("merging/b.rs", ""),
                ("store.rs", store),
            ];
            let files = files.map(|(name, source)| (format!("{folder}/{name}"), source));
            let tree: Vec<(&str, &str)> = files
                .iter()
                .map(|(path, source)| (path.as_str(), *source))
                .collect();
            assert_found(check, &tree, expected);
        };
        let down = "use crate::credits::{keys, ledger::lot::Lot};";
        find(down, "use super::b::B;", &[]);
        find("use super::api::a::A;", "use super::b::B;", &[folder]);
        let sideways = "use crate::credits::commands::spend::Spend;";
        find(down, sideways, &[folder]);
    }
}
