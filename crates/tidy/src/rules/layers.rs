//! Modules use only modules of lower layers.

use crate::code::{code_of, without_tests};
use crate::file_roles::{FileRole, role_of};
use crate::layers::{PLANS, Plan, layer_of, service_module};
use crate::paths::{is_test_file, mentions};
use crate::{Finding, Tree};

/// Finds modules that are not in the plan, and uses of modules of the same or a higher layer. Tests may use any module.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for plan in PLANS {
        for (path, source) in tree.ending_in(&[".rs"]) {
            let Some(module) = service_module(plan, path) else {
                continue;
            };
            match layer_of(plan, module) {
                None => findings.push(unknown(plan, path, module)),
                Some(_) if is_test_file(path) => {}
                Some(layer) => findings.extend(breaches(plan, path, module, layer, source)),
            }
        }
    }
    findings
}

fn unknown(plan: &Plan, path: &str, module: &str) -> Finding {
    Finding::for_file(
        path,
        format!(
            "the module `{module}` is not in the plan of {}",
            plan.service
        ),
        "Add it to a layer in crates/tidy/src/layers.rs: above all modules that it uses, below all that use it. \
         If it is not a noun of the business, put the file into the module whose noun it serves.",
    )
}

fn breaches(plan: &Plan, path: &str, module: &str, layer: usize, source: &str) -> Vec<Finding> {
    let may_be_handed = !matches!(role_of(module, path), FileRole::Domain | FileRole::Store);
    mentions(path, &without_tests(&code_of(source)), plan.groups)
        .into_iter()
        .filter(|mention| mention.name != module)
        .filter(|mention| !(may_be_handed && plan.handed_in.contains(&mention.name.as_str())))
        .filter_map(|mention| {
            let other = layer_of(plan, &mention.name)?;
            (other >= layer).then(|| {
                let position = if other == layer {
                    "in the same layer"
                } else {
                    "in a higher layer"
                };
                Finding::at(
                    path,
                    mention.line,
                    format!(
                        "`{module}` (layer {layer}) uses `{}` (layer {other}), {position}",
                        mention.name
                    ),
                    "Hand the value in as an argument, or move what both need to a lower module. \
                     Only if the plan is wrong, change crates/tidy/src/layers.rs and say why.",
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
    fn imports_of_equal_or_higher_layers_are_found() {
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
                    "use crate::users::User;\nuse crate::sign_in::auth_api::Form;",
                ),
                (
                    "idp/src/session/sessions/tests.rs",
                    "use crate::sign_in::auth_api::Form;",
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
                "idp/src/identity/users/mod.rs",
                "idp/src/identity/users/store.rs",
                "idp/src/protocol/keys/store.rs",
                "idp/src/session/sessions/store.rs",
                "product-api/src/users/store.rs",
            ],
        );
    }

    #[test]
    fn module_without_a_layer_is_found() {
        assert_found(
            check,
            &[("idp/src/gadgets/mod.rs", ""), ("idp/src/lib.rs", "")],
            &["idp/src/gadgets/mod.rs"],
        );
    }
}
