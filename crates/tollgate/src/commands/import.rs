//! `tollgate import`: imports users of another system, from a file with one JSON object per line.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use foundation::env::Environment;
use foundation::{Clock, Random};
use idp::app::App;
use idp::imports::{
    self, Ids, ImportMode, ImportOutcome, ImportProblem, ImportedUser, NumberedUser,
};
use serde_json::json;

use super::CommandResult;
use super::users_file::{UsersFile, open_source};
use crate::data::DataDirectory;
use crate::settings::Settings;

/// Number of users that one transaction imports: requests of a running idp wait no longer than it takes.
const BATCH: usize = 200;
/// Maximum number of problems that are reported at a time.
const MAX_PROBLEMS: usize = 100;

pub(crate) async fn run(file: &Path, mode: ImportMode) -> CommandResult {
    let environment = Environment::from_process();
    let source = open_source(file, io::stdin())?;
    import(
        environment,
        &source,
        mode,
        &mut io::stdout(),
        &mut io::stderr(),
    )
    .await
}

/// Reads the whole file first, and imports no user while a line cannot be read.
async fn import(
    mut environment: Environment,
    source: &File,
    mode: ImportMode,
    out: &mut impl Write,
    messages: &mut impl Write,
) -> CommandResult {
    let random = Random::system();
    // Without its own secret the command uses the installation of `serve`, which must not run at the same time.
    let _data = if environment.get("IDP_SECRET").is_none() {
        let settings = Settings::read(&environment)?;
        let data = DataDirectory::open(&settings.data_dir, &random)?;
        data.set_defaults(&mut environment, settings.listen)?;
        Some(data)
    } else {
        None
    };
    let config = idp::config::Config::read(&environment)?;
    let clock = Clock::following(Clock::system());
    let app = App::open(config, clock, random).await?;
    let mut problems = Vec::new();
    let mut ids = Ids::default();
    for line in UsersFile::new(source)? {
        let (number, read) = line?;
        let checked = read.and_then(|person| {
            ids.add(number, &person)?;
            imports::check(&app, &person)
        });
        if let Err(problem) = checked {
            problems.push((number, problem));
        }
        if problems.len() == MAX_PROBLEMS {
            break;
        }
    }
    drop(ids);
    refuse(&problems, 0, messages)?;
    let mut counts = ImportCounts::default();
    let mut people = UsersFile::new(source)?.peekable();
    while people.peek().is_some() {
        let mut batch: Vec<NumberedUser> = Vec::with_capacity(BATCH);
        for line in people.by_ref().take(BATCH) {
            let (number, read) = line?;
            let person = read.map_err(|problem| format!("line {number}: {problem}"))?;
            batch.push((number, person));
        }
        match imports::import_users(&app, &batch, mode).await? {
            Ok(taken) => {
                for (one, (number, person)) in taken.iter().zip(&batch) {
                    counts.add(one, person);
                    report(out, (*number, person), one, mode)?;
                }
                out.flush()?;
            }
            Err(problems) => refuse(&problems, counts.people, messages)?,
        }
    }
    counts.print(mode, messages)?;
    Ok(())
}

/// Reports the lines that stop the import, and how to continue.
fn refuse(
    problems: &[(u64, ImportProblem)],
    done: u64,
    messages: &mut impl Write,
) -> CommandResult {
    if problems.is_empty() {
        return Ok(());
    }
    for (number, problem) in problems {
        writeln!(messages, "line {number}: {problem}")?;
    }
    let count = problems.len();
    Err(format!(
        "{count} lines or more cannot be taken over, and nothing after the first {done} people was done; \
         mend them and run the same file again: who was taken over is passed over"
    )
    .into())
}

/// Writes one line of JSON per user with the new id, for tables that have the old one.
fn report(
    out: &mut impl Write,
    (line, person): (u64, &ImportedUser),
    taken: &ImportOutcome,
    mode: ImportMode,
) -> io::Result<()> {
    let (result, user_id) = match taken {
        ImportOutcome::Created { user_id } => ("made", Some(user_id)),
        ImportOutcome::Linked { user_id } => ("met", Some(user_id)),
        ImportOutcome::Present { user_id } => ("known", Some(user_id)),
        ImportOutcome::Skipped => ("skipped", None),
    };
    // A user of a dry run is not stored, and neither is the id.
    let user_id = user_id.filter(|_| mode == ImportMode::Commit || result != "made");
    let id = person.source();
    writeln!(
        out,
        "{}",
        json!({"line": line, "id": id, "result": result, "user_id": user_id})
    )
}

#[derive(Default)]
struct ImportCounts {
    people: u64,
    made: u64,
    met: u64,
    known: u64,
    skipped: u64,
    left_out: u64,
}

impl ImportCounts {
    fn add(&mut self, taken: &ImportOutcome, person: &ImportedUser) {
        self.people += 1;
        self.left_out += u64::from(person.has_left_out());
        let count = match taken {
            ImportOutcome::Created { .. } => &mut self.made,
            ImportOutcome::Linked { .. } => &mut self.met,
            ImportOutcome::Present { .. } => &mut self.known,
            ImportOutcome::Skipped => &mut self.skipped,
        };
        *count += 1;
    }

    fn print(&self, mode: ImportMode, messages: &mut impl Write) -> io::Result<()> {
        let Self {
            people,
            made,
            met,
            known,
            skipped,
            left_out,
        } = self;
        let trial = match mode {
            ImportMode::Commit => "",
            ImportMode::DryRun => " (nothing was written)",
        };
        writeln!(
            messages,
            "{people} people{trial}: {made} made, {met} were here, {known} taken over before, \
             {skipped} without a sign-in method; {left_out} unproven addresses left out"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GITHUB: [(&str, &str); 2] = [
        ("IDP_GITHUB_CLIENT_ID", "id"),
        ("IDP_GITHUB_CLIENT_SECRET", "secret"),
    ];

    struct TestImport {
        folder: tempfile::TempDir,
        settings: Vec<(&'static str, String)>,
    }

    impl TestImport {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let data = folder.path().join("data").display().to_string();
            let mut settings = vec![("TOLLGATE_DATA_DIR", data)];
            settings.extend(GITHUB.map(|(name, value)| (name, value.to_owned())));
            Self { folder, settings }
        }

        /// Returns the result of the command, its report, and its messages.
        async fn import(
            &self,
            lines: impl AsRef<[u8]>,
            mode: ImportMode,
        ) -> (Result<(), String>, String, String) {
            let file = self.folder.path().join("people.jsonl");
            std::fs::write(&file, lines).unwrap();
            let pairs = self.settings.iter();
            let environment =
                Environment::from_pairs(pairs.map(|(name, value)| (*name, value.as_str())));
            let source = open_source(&file, io::empty()).unwrap();
            let (mut out, mut messages) = (Vec::new(), Vec::new());
            let outcome = import(environment, &source, mode, &mut out, &mut messages).await;
            let text = |bytes| String::from_utf8(bytes).unwrap();
            (
                outcome.map_err(|error| error.to_string()),
                text(out),
                text(messages),
            )
        }
    }

    fn person(number: usize) -> String {
        format!(r#"{{"id":"u{number}","email":"p{number}@example.com","email_verified":true}}"#)
    }

    fn people(numbers: std::ops::Range<usize>) -> String {
        numbers.map(|number| person(number) + "\n").collect()
    }

    #[tokio::test]
    async fn users_are_imported_once_and_a_dry_run_writes_nothing() {
        let fixture = TestImport::new();
        let lines = people(0..3) + "\n" + r#"{"id":"u9","email":"n@example.com"}"#;
        let (outcome, out, messages) = fixture.import(&lines, ImportMode::DryRun).await;
        assert_eq!(outcome, Ok(()));
        assert!(
            messages.contains("4 people (nothing was written): 3 made"),
            "{messages}"
        );
        assert!(!out.contains("usr_"), "{out}");
        let (_, first, messages) = fixture.import(&lines, ImportMode::Commit).await;
        assert!(
            messages.contains(
                "3 made, 0 were here, 0 taken over before, 1 without a sign-in method; 1 unproven"
            ),
            "{messages}"
        );
        assert!(
            first.contains(r#""line":5,"#) && first.contains("usr_"),
            "{first}"
        );
        let (_, again, messages) = fixture.import(&lines, ImportMode::Commit).await;
        assert!(
            messages.contains("0 made, 0 were here, 3 taken over before"),
            "{messages}"
        );
        assert_eq!(first.replace("made", "known"), again);
    }

    #[tokio::test]
    async fn line_that_cannot_be_read_stops_everything_and_is_named() {
        let fixture = TestImport::new();
        let mut lines = people(0..250) + "{\n";
        lines
            .push_str(r#"{"id":"x","accounts":[{"provider":"Github","provider_account_id":"1"}]}"#);
        let (outcome, out, messages) = fixture.import(&lines, ImportMode::Commit).await;
        assert!(outcome.unwrap_err().contains("after the first 0 people"));
        assert_eq!(out, "");
        assert!(messages.contains("line 251: it is not JSON"), "{messages}");
        assert!(
            messages.contains("line 252: `provider` is none of"),
            "{messages}"
        );
        // The corrected file imports completely.
        let (outcome, _, messages) = fixture.import(&people(0..252), ImportMode::Commit).await;
        assert_eq!(outcome, Ok(()));
        assert!(messages.contains("252 people: 252 made"), "{messages}");
    }

    #[tokio::test]
    async fn file_in_another_encoding_is_refused_by_a_trial_too() {
        let utf16 = |text: &str, mark: u16| -> Vec<u8> {
            let units = std::iter::once(mark).chain(text.encode_utf16());
            units.flat_map(u16::to_le_bytes).collect()
        };
        let broken = b"{\"id\":\"u1\",\"name\":\"J\xf6rg\",\"email\":\"j@example.com\",\"email_verified\":true}\n";
        let latin = [people(0..1).into_bytes(), broken.to_vec()].concat();
        let rows: [(Vec<u8>, &str); 6] = [
            (latin, "line 2: it is not UTF-8"),
            (
                utf16(&people(0..3), 0xfeff),
                "line 1: it is UTF-16, not UTF-8",
            ),
            (
                utf16(&people(0..3), u16::from(b' ')),
                "line 1: it is UTF-16, not UTF-8",
            ),
            (b"[1]\n".to_vec(), "line 1: it is JSON, but not an object"),
            (
                b"{\"id\":\"a\",\"id\":\"b\"}".to_vec(),
                "line 1: it has a name twice",
            ),
            (b"\n{\"id\":".to_vec(), "line 2: it is not JSON"),
        ];
        let modes = [ImportMode::DryRun, ImportMode::Commit];
        let rows = rows.iter().flat_map(|row| modes.map(|mode| (row, mode)));
        for ((file, expected), mode) in rows {
            let fixture = TestImport::new();
            let (outcome, out, messages) = fixture.import(file, mode).await;
            assert!(outcome.is_err() && out.is_empty(), "{expected}: {out}");
            assert!(messages.contains(expected), "{expected}: {messages}");
            assert_eq!(messages.lines().count(), 1, "{messages}");
        }
    }

    #[tokio::test]
    async fn id_that_two_lines_have_stops_everything_and_names_both() {
        for mode in [ImportMode::DryRun, ImportMode::Commit] {
            let fixture = TestImport::new();
            let lines = people(0..2) + &person(0).replace("p0@", "other@");
            let (outcome, out, messages) = fixture.import(&lines, mode).await;
            assert!(outcome.is_err() && out.is_empty(), "{out}");
            assert_eq!(messages, "line 3: `id` is the one of line 1\n");
        }
    }

    #[tokio::test]
    async fn byte_order_mark_and_line_ends_of_windows_are_passed_over() {
        let fixture = TestImport::new();
        let lines = format!("\u{feff}{}", people(0..3).trim_end().replace('\n', "\r\n"));
        let (outcome, _, messages) = fixture.import(&lines, ImportMode::Commit).await;
        assert_eq!(outcome, Ok(()));
        assert!(messages.contains("3 people: 3 made"), "{messages}");
    }

    #[tokio::test]
    async fn line_with_a_unicode_domain_matches_the_same_user() {
        let fixture = TestImport::new();
        let line = |id: &str, domain: &str| {
            format!("{{\"id\":\"{id}\",\"email\":\"ann@{domain}\",\"email_verified\":true}}\n")
        };
        let lines = line("u1", "b\u{fc}cher.example") + &line("u2", "xn--bcher-kva.example");
        let (outcome, _, messages) = fixture.import(&lines, ImportMode::Commit).await;
        assert_eq!(outcome, Ok(()), "{messages}");
        assert!(
            messages.contains("2 people: 1 made, 1 were here"),
            "{messages}"
        );
    }

    #[tokio::test]
    async fn failed_batch_is_skipped_and_a_second_run_continues() {
        let fixture = TestImport::new();
        let account = |number: usize, email: usize| {
            format!(
                "{{\"id\":\"a{number}\",\"email\":\"p{email}@example.com\",\"email_verified\":true,\"accounts\":\
                 [{{\"provider\":\"github\",\"provider_account_id\":\"7\"}}]}}\n"
            )
        };
        let torn = account(1, 500) + &people(0..250) + &account(2, 3);
        let (outcome, out, messages) = fixture.import(&torn, ImportMode::Commit).await;
        assert!(outcome.unwrap_err().contains("after the first 200 people"));
        assert_eq!(out.lines().count(), 200);
        assert!(
            messages.contains("line 252: its address and accounts belong to several users"),
            "{messages}"
        );
        let mended = account(1, 500) + &people(0..250) + &account(2, 500);
        let (outcome, _, messages) = fixture.import(&mended, ImportMode::Commit).await;
        assert_eq!(outcome, Ok(()));
        assert!(
            messages.contains("51 made, 1 were here, 200 taken over before"),
            "{messages}"
        );
    }
}
