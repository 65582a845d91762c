//! `tollgate billing export`: writes the money journal of a website and a period as CSV or JSON lines.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use tempfile::NamedTempFile;

use crate::commands::CommandResult;
use crate::remote::{AdminScope, RemoteServer, path};

/// The format of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// Comma-separated values with a header.
    Csv,
    /// One JSON object a line.
    Jsonl,
}

impl ExportFormat {
    const fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv",
            Self::Jsonl => "application/jsonl",
        }
    }
}

/// The mode of the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum JournalMode {
    /// Live credits.
    Live,
    /// Test credits.
    Test,
}

impl JournalMode {
    const fn word(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Test => "test",
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct ExportArguments {
    /// The website's id, such as web_…, or `platform` for what users buy from the installation.
    #[arg(long)]
    website: String,
    /// The mode of the journal.
    #[arg(long, value_enum, default_value = "live")]
    mode: JournalMode,
    /// The first day in UTC, such as 2026-01-01; 365 days before the last day if absent.
    #[arg(long)]
    from: Option<String>,
    /// The last day in UTC, which is included; today if absent. The period has 366 days at most.
    #[arg(long)]
    to: Option<String>,
    /// The format.
    #[arg(long, value_enum, default_value = "csv")]
    format: ExportFormat,
    /// The file, which is replaced once it is complete; standard output if absent.
    #[arg(long)]
    output: Option<PathBuf>,
}

impl ExportArguments {
    fn address(&self) -> String {
        let mut address = path(&["v1", "operator", "websites", &self.website, "journal"]);
        address.push_str("?mode=");
        address.push_str(self.mode.word());
        for (name, day) in [("&from=", &self.from), ("&to=", &self.to)] {
            if let Some(day) = day {
                address.push_str(name);
                address.push_str(&path(&[day]).split_off(1));
            }
        }
        address
    }
}

pub(super) async fn run(server: &RemoteServer, arguments: &ExportArguments) -> CommandResult {
    if let Some(file) = &arguments.output {
        return write_file(server, arguments, file).await;
    }
    let mut out = io::stdout();
    write(server, arguments, &mut out).await?;
    Ok(out.flush()?)
}

/// Writes a file that appears when it is complete: an incomplete one must not look like a journal.
async fn write_file(
    server: &RemoteServer,
    arguments: &ExportArguments,
    file: &Path,
) -> CommandResult {
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut out = NamedTempFile::new_in(folder.unwrap_or_else(|| Path::new(".")))?;
    write(server, arguments, &mut out).await?;
    out.flush()?;
    out.persist(file)?;
    Ok(())
}

async fn write(
    server: &RemoteServer,
    arguments: &ExportArguments,
    out: &mut impl Write,
) -> CommandResult {
    let media_type = arguments.format.media_type();
    let address = arguments.address();
    server
        .download(AdminScope::Ledger, &address, media_type, out)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_become_the_address() {
        let mut arguments = ExportArguments {
            website: "web_1".to_owned(),
            mode: JournalMode::Live,
            from: None,
            to: None,
            format: ExportFormat::Csv,
            output: None,
        };
        let address = "/v1/operator/websites/web_1/journal?mode=live";
        assert_eq!(arguments.address(), address);
        arguments.website = "../keys".to_owned();
        arguments.mode = JournalMode::Test;
        arguments.from = Some("2026-01-01".to_owned());
        arguments.to = Some("a&b".to_owned());
        let address =
            "/v1/operator/websites/%2E%2E%2Fkeys/journal?mode=test&from=2026-01-01&to=a%26b";
        assert_eq!(arguments.address(), address);
    }
}
