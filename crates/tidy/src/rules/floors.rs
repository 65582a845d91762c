//! Modules use only modules of lower layers.

use crate::code::{code_of, without_tests};
use crate::floors::{PLANS, Plan, floor_of, room_of};
use crate::furniture::{Part, part_of};
use crate::paths::{is_test_file, mentions};
use crate::{Finding, Tree};

/// Finds modules that are not in the plan, and uses of modules of the same or a higher layer. Tests may use any module.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for plan in PLANS {
        for (path, source) in tree.ending_in(&[".rs"]) {
            let Some(room) = room_of(plan, path) else {
                continue;
            };
            match floor_of(plan, room) {
                None => findings.push(unknown(plan, path, room)),
                Some(_) if is_test_file(path) => {}
                Some(floor) => findings.extend(breaches(plan, path, room, floor, source)),
            }
        }
    }
    findings
}

fn unknown(plan: &Plan, path: &str, room: &str) -> Finding {
    Finding::of(
        path,
        format!("the room `{room}` is not in the plan of {}", plan.service),
        "Put it on a floor in crates/tidy/src/floors.rs: above all it leans on, below all that lean on it. \
         If it is not a noun of the business, put the file into the room whose noun it serves.",
    )
}

fn breaches(plan: &Plan, path: &str, room: &str, floor: usize, source: &str) -> Vec<Finding> {
    let may_be_handed = !matches!(part_of(room, path), Part::Heart | Part::Cellar);
    mentions(path, &without_tests(&code_of(source)), plan.groups)
        .into_iter()
        .filter(|mention| mention.name != room)
        .filter(|mention| !(may_be_handed && plan.handed_in.contains(&mention.name.as_str())))
        .filter_map(|mention| {
            let other = floor_of(plan, &mention.name)?;
            (other >= floor).then(|| {
                let where_to = if other == floor {
                    "beside it"
                } else {
                    "above it"
                };
                Finding::at(
                    path,
                    mention.line,
                    format!(
                        "`{room}` (floor {floor}) leans on `{}` (floor {other}), {where_to}",
                        mention.name
                    ),
                    "Hand the value in as an argument, or move what both need to a lower room. \
                     Only if the plan is wrong, change crates/tidy/src/floors.rs and say why.",
                )
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn only_lower_floors_may_be_leant_on() {
        assert_found(
            check,
            &[
                (
                    "idp/src/protocol/keys/rotate.rs",
                    "use crate::{app::App, config::Config};",
                ),
                ("idp/src/protocol/keys/store.rs", "use crate::app::App;"),
                (
                    "idp/src/session/sessions/store.rs",
                    "use crate::users::User;\nuse crate::sign_in::Form;",
                ),
                (
                    "idp/src/session/sessions/tests.rs",
                    "use crate::sign_in::Form;",
                ),
                (
                    "idp/src/identity/users/user.rs",
                    "// crate::routes\nlet x = \"crate::routes\";",
                ),
                (
                    "idp/src/identity/users/mod.rs",
                    "pub use super::sessions::Session;",
                ),
                (
                    "idp/src/identity/users/store.rs",
                    "use super::super::sessions::Session;",
                ),
                (
                    "product-api/src/users/user.rs",
                    "fn f() { crate::passwords::hash() }",
                ),
                ("product-api/src/users/store.rs", "use crate::credits::Lot;"),
            ],
            &[
                "idp/src/protocol/keys/store.rs",
                "idp/src/session/sessions/store.rs",
                "idp/src/identity/users/mod.rs",
                "idp/src/identity/users/store.rs",
                "product-api/src/users/store.rs",
            ],
        );
    }

    #[test]
    fn a_room_that_is_not_planned_is_refused() {
        assert_found(
            check,
            &[("idp/src/gadgets/mod.rs", ""), ("idp/src/lib.rs", "")],
            &["idp/src/gadgets/mod.rs"],
        );
    }
}
