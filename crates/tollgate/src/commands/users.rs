//! `tollgate users`: the users of a running server.

use std::io::{self, Write};

use clap::Subcommand;
use reqwest::Method;
use serde_json::json;

use super::CommandResult;
use crate::remote::{AdminScope, OutputFormat, RemoteServer, path, show, show_all};

#[derive(Debug, Subcommand)]
pub(crate) enum UsersCommand {
    /// List users, the newest first.
    List {
        /// Only the user with this email address.
        #[arg(long)]
        email: Option<String>,
        /// Only users whose email address or name begins with this text.
        #[arg(long, conflicts_with = "email")]
        search: Option<String>,
    },
    /// Show a user.
    Show {
        /// The user's id, `usr_…`.
        id: String,
    },
    /// Create a user who is expected to sign in; the user sets a password later.
    Create {
        /// The email address.
        email: String,
        /// The display name.
        #[arg(long)]
        name: Option<String>,
        /// The email address is known to be the user's; else the first sign-in verifies it.
        #[arg(long)]
        verified: bool,
    },
    /// Allow a user to sign in again.
    Enable {
        /// The user's id.
        id: String,
    },
    /// Stop a user from signing in, and end all sessions and tokens of the user.
    Disable {
        /// The user's id.
        id: String,
    },
    /// List the sessions of a user.
    Sessions {
        /// The user's id.
        id: String,
    },
    /// Sign a user out of all sessions, or of one.
    SignOut {
        /// The user's id.
        id: String,
        /// Only this session, `ses_…`.
        #[arg(long)]
        session: Option<String>,
    },
    /// List the identities at providers with which a user signs in.
    Accounts {
        /// The user's id.
        id: String,
    },
    /// Unlink an identity from a user.
    Unlink {
        /// The user's id.
        id: String,
        /// The account's id, `acc_…`.
        account: String,
    },
    /// List the consents of a user to clients.
    Consents {
        /// The user's id.
        id: String,
    },
    /// Revoke a user's consent to a client.
    Revoke {
        /// The user's id.
        id: String,
        /// The client's id.
        client: String,
    },
}

pub(crate) async fn run(
    server: &RemoteServer,
    command: UsersCommand,
    form: OutputFormat,
) -> CommandResult {
    let mut out = io::stdout();
    match command {
        UsersCommand::List { email, search } => list(server, email, search, form).await?,
        UsersCommand::Show { id } => {
            let one = server
                .get(AdminScope::Users, &path(&["users", &id]))
                .await?;
            show(&mut out, form, &one)?;
        }
        UsersCommand::Create {
            email,
            name,
            verified,
        } => {
            let body = json!({ "email": email, "name": name, "email_verified": verified });
            let made = server
                .send(AdminScope::Users, Method::POST, "/users", Some(&body))
                .await?;
            show(&mut out, form, &made)?;
        }
        UsersCommand::Enable { id } => switch(server, &id, true, form).await?,
        UsersCommand::Disable { id } => switch(server, &id, false, form).await?,
        UsersCommand::Sessions { id } => {
            let columns = ["id", "created_at", "last_seen_at", "network", "user_agent"];
            list_of_user(server, &id, "sessions", &columns, form).await?;
        }
        UsersCommand::SignOut { id, session } => {
            let mut parts = vec!["users", &id, "sessions"];
            parts.extend(session.as_deref());
            end(server, &parts, "signed out").await?;
        }
        UsersCommand::Accounts { id } => {
            let columns = ["id", "provider", "email", "created_at"];
            list_of_user(server, &id, "accounts", &columns, form).await?;
        }
        UsersCommand::Unlink { id, account } => {
            end(server, &["users", &id, "accounts", &account], "unlinked").await?;
        }
        UsersCommand::Consents { id } => {
            let columns = ["client_id", "client_name", "scope", "used_at"];
            list_of_user(server, &id, "consents", &columns, form).await?;
        }
        UsersCommand::Revoke { id, client } => {
            end(server, &["users", &id, "consents", &client], "revoked").await?;
        }
    }
    Ok(())
}

async fn list(
    server: &RemoteServer,
    email: Option<String>,
    search: Option<String>,
    form: OutputFormat,
) -> CommandResult {
    let narrowed = match (email, search) {
        (Some(email), _) => format!("?email={}", part(&email)),
        (None, Some(search)) => format!("?search={}", part(&search)),
        (None, None) => String::new(),
    };
    let address = format!("/users{narrowed}");
    let all = server.all(AdminScope::Users, &address, "users").await?;
    let columns = ["id", "email", "name", "is_active", "created_at"];
    Ok(show_all(&mut io::stdout(), form, &columns, &all)?)
}

/// Encodes a text as a part of a query.
fn part(text: &str) -> String {
    path(&[text]).split_off(1)
}

async fn switch(
    server: &RemoteServer,
    id: &str,
    active: bool,
    form: OutputFormat,
) -> CommandResult {
    let body = json!({ "active": active });
    let address = path(&["users", id, "active"]);
    let one = server
        .send(AdminScope::Users, Method::PUT, &address, Some(&body))
        .await?;
    Ok(show(&mut io::stdout(), form, &one)?)
}

/// Prints a list that belongs to a user.
async fn list_of_user(
    server: &RemoteServer,
    id: &str,
    member: &str,
    columns: &[&str],
    form: OutputFormat,
) -> CommandResult {
    let response = server
        .get(AdminScope::Users, &path(&["users", id, member]))
        .await?;
    let items = response.get(member).and_then(serde_json::Value::as_array);
    let items = items.cloned().unwrap_or_default();
    Ok(show_all(&mut io::stdout(), form, columns, &items)?)
}

async fn end(server: &RemoteServer, parts: &[&str], done: &str) -> CommandResult {
    server
        .send(AdminScope::Users, Method::DELETE, &path(parts), None)
        .await?;
    Ok(writeln!(io::stderr(), "{done}")?)
}
