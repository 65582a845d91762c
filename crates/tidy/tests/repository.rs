//! Runs the project rules on the tree.

use tidy::rules::{self, Rule};
use tidy::{Finding, Tree};

#[expect(
    clippy::panic,
    clippy::expect_used,
    reason = "this is how a test fails"
)]
fn check(rule: Rule) {
    let tree = Tree::from_repository().expect("the repository can be read");
    let findings = rule(&tree);
    if !findings.is_empty() {
        let lines: Vec<String> = findings.iter().map(Finding::to_string).collect();
        panic!("{} to put right:\n\n{}\n", findings.len(), lines.join("\n"));
    }
}

#[test]
fn modules_use_only_lower_layers() {
    check(rules::layers::check);
}

#[test]
fn crates_depend_only_as_planned() {
    check(rules::crates::check);
}

#[test]
fn file_names_are_specific() {
    check(rules::names::check);
}

#[test]
fn module_roots_have_no_logic() {
    check(rules::module_roots::check);
}

#[test]
fn domain_files_are_pure() {
    check(rules::domain_files::check);
}

// row: J8
#[test]
fn maps_hash_with_a_secret() {
    check(rules::hashers::check);
}

#[test]
fn json_from_outside_is_read_by_the_strict_reader() {
    check(rules::readers::check);
}

#[test]
fn sql_is_only_in_stores() {
    check(rules::stores::check);
}

#[test]
fn http_is_only_in_handlers() {
    check(rules::handlers::check);
}

#[test]
fn documents_name_tests_that_exist() {
    check(rules::rows::check);
}

#[test]
fn list_of_rows_is_written_from_the_tests() {
    check(rules::row_list::check);
}

#[test]
fn modules_of_certification_are_documented() {
    check(rules::conformance::check);
}

#[test]
fn files_begin_with_their_purpose() {
    check(rules::openings::check);
}

#[test]
fn outgoing_clients_are_made_in_one_place() {
    check(rules::outgoing::check);
}

#[test]
fn metrics_are_declared_named_and_listed() {
    check(rules::metrics::check);
}

#[test]
fn migrations_have_numbers_of_their_own() {
    check(rules::migrations::check);
}

#[test]
fn files_stay_small() {
    check(rules::sizes::check);
}

#[test]
fn there_are_no_reminders() {
    check(rules::reminders::check);
}

#[test]
fn every_test_runs() {
    check(rules::skipped::check);
}

#[test]
fn dependencies_have_reasons() {
    check(rules::dependencies::check);
}

#[test]
fn documents_name_existing_files() {
    check(rules::documents::check);
}

#[test]
fn documents_stay_short() {
    check(rules::document_sizes::check);
}

#[test]
fn walkthroughs_name_files_that_exist() {
    check(rules::walkthroughs::check);
}

#[test]
fn there_is_one_tls_stack() {
    check(rules::lock::check);
}

#[test]
fn rsa_makes_keys_and_signs_nothing() {
    check(rules::private_keys::check);
}

#[test]
fn settings_are_listed_and_read_in_one_place() {
    check(rules::settings::check);
}

#[test]
fn imports_form_no_large_circles() {
    check(rules::circles::check);
}

#[test]
fn texts_use_the_words_of_the_field() {
    check(rules::dialect::check);
}

#[test]
fn doc_comments_open_with_a_subject() {
    check(rules::doc_openings::check);
}

#[test]
fn large_folders_have_few_entries() {
    check(rules::entries::check);
}

#[test]
fn names_follow_the_conventions_of_rust() {
    check(rules::idioms::check);
}

#[test]
fn ceilings_are_as_low_as_the_figures() {
    check(rules::outdated_ceilings::check);
}

#[test]
fn parameters_are_no_tuples() {
    check(rules::tuple_parameters::check);
}
