//! Runs the project rules on the tree.

use tidy::rules::{self, Rule};
use tidy::{Finding, Tree};

#[expect(
    clippy::panic,
    clippy::expect_used,
    reason = "this is how a test fails"
)]
fn hold(rule: Rule) {
    let tree = Tree::from_repository().expect("the repository can be read");
    let findings = rule(&tree);
    if !findings.is_empty() {
        let lines: Vec<String> = findings.iter().map(Finding::to_string).collect();
        panic!("{} to put right:\n\n{}\n", findings.len(), lines.join("\n"));
    }
}

#[test]
fn floors_lean_downwards_only() {
    hold(rules::floors::check);
}

#[test]
fn crates_lean_one_way() {
    hold(rules::crates::check);
}

#[test]
fn names_say_what_is_inside() {
    hold(rules::names::check);
}

#[test]
fn doors_hold_no_logic() {
    hold(rules::doors::check);
}

#[test]
fn hearts_are_pure() {
    hold(rules::hearts::check);
}

// row: J8
#[test]
fn j8_maps_hash_with_a_secret() {
    hold(rules::hashers::check);
}

#[test]
fn json_from_outside_is_read_by_the_strict_reader() {
    hold(rules::readers::check);
}

#[test]
fn sql_lives_in_cellars() {
    hold(rules::cellars::check);
}

#[test]
fn http_is_spoken_in_faces() {
    hold(rules::faces::check);
}

#[test]
fn documents_name_tests_that_exist() {
    hold(rules::rows::check);
}

#[test]
fn list_of_rows_is_written_from_the_tests() {
    hold(rules::row_list::check);
}

#[test]
fn modules_of_certification_are_documented() {
    hold(rules::conformance::check);
}

#[test]
fn first_lines_say_what_a_file_is_for() {
    hold(rules::openings::check);
}

#[test]
fn outgoing_clients_are_made_in_one_place() {
    hold(rules::outgoing::check);
}

#[test]
fn metrics_are_declared_named_and_listed() {
    hold(rules::metrics::check);
}

#[test]
fn migrations_have_numbers_of_their_own() {
    hold(rules::migrations::check);
}

#[test]
fn files_stay_small() {
    hold(rules::sizes::check);
}

#[test]
fn there_are_no_reminders() {
    hold(rules::reminders::check);
}

#[test]
fn every_test_runs() {
    hold(rules::skipped::check);
}

#[test]
fn exceptions_have_reasons() {
    hold(rules::exceptions::check);
}

#[test]
fn dependencies_have_reasons() {
    hold(rules::dependencies::check);
}

#[test]
fn documents_name_what_is_there() {
    hold(rules::documents::check);
}

#[test]
fn documents_stay_short() {
    hold(rules::document_sizes::check);
}

#[test]
fn walkthroughs_name_files_that_exist() {
    hold(rules::walkthroughs::check);
}

#[test]
fn there_is_one_tls_stack() {
    hold(rules::lock::check);
}

#[test]
fn rsa_makes_keys_and_signs_nothing() {
    hold(rules::private_keys::check);
}

#[test]
fn settings_are_told_and_read_in_one_place() {
    hold(rules::settings::check);
}

#[test]
fn imports_form_no_large_circles() {
    hold(rules::circles::check);
}

#[test]
fn texts_use_the_words_of_the_field() {
    hold(rules::dialect::check);
}

#[test]
fn doc_comments_open_with_a_subject() {
    hold(rules::doc_openings::check);
}

#[test]
fn large_folders_have_few_entries() {
    hold(rules::entries::check);
}

#[test]
fn names_follow_the_customs_of_rust() {
    hold(rules::idioms::check);
}

#[test]
fn ceilings_are_as_low_as_the_figures() {
    hold(rules::outdated_ceilings::check);
}

#[test]
fn parameters_are_no_tuples() {
    hold(rules::tuple_parameters::check);
}
