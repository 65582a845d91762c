//! The table of the comparison: rates, ratios to the peer in the same turns, and goals.

use crate::figures::Figures;

/// A server, as a column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    /// node-oidc-provider, in memory.
    Peer,
    /// Ours on SQLite.
    Sqlite,
    /// Ours on PostgreSQL, sessions in Redis.
    Postgres,
}

/// The names of the rows.
pub(super) mod rows {
    pub(crate) const DISCOVERY: &str = "S1 discovery";
    pub(crate) const MACHINE_JWT: &str = "S3 client credentials, JWT";
    pub(crate) const MACHINE_OPAQUE: &str = "S3 client credentials, JWT (peer: opaque)";
    pub(crate) const CODE_ES256: &str = "S4 code flow, ES256";
    pub(crate) const CODE_RS256: &str = "S4 code flow, RS256";
    pub(crate) const REFRESH_ES256: &str = "S5 refresh, ES256";
    pub(crate) const REFRESH_RS256: &str = "S5 refresh, RS256";
    pub(crate) const USERINFO: &str = "S6 userinfo";
    pub(crate) const INTROSPECTION: &str = "S7 introspection";
    pub(crate) const SESSION: &str = "S8 session read";
}

/// A row of the table.
pub(super) struct Row {
    /// Name of the scenario.
    pub(super) name: &'static str,
    /// Goal on SQLite, then that on PostgreSQL and Redis. "Kept" is a ratio of the first comparison.
    goal: &'static str,
    /// Row with ES256, with which this row's rate is compared.
    reference: Option<&'static str>,
}

impl Row {
    const fn new(name: &'static str, goal: &'static str) -> Self {
        Self {
            name,
            goal,
            reference: None,
        }
    }

    const fn rs256(name: &'static str, es256: &'static str) -> Self {
        Self {
            name,
            goal: "0.85 of ES256",
            reference: Some(es256),
        }
    }
}

/// The rows in their order.
pub(super) static ROWS: [Row; 10] = [
    Row::new(rows::DISCOVERY, "kept: 6.7 ×; 5.8 ×"),
    Row::new(rows::MACHINE_JWT, ""),
    Row::new(rows::MACHINE_OPAQUE, "kept: 3.1 ×; 3.0 ×"),
    Row::new(rows::CODE_ES256, "2.5 ×; 0.9 ×"),
    Row::rs256(rows::CODE_RS256, rows::CODE_ES256),
    Row::new(rows::REFRESH_ES256, "2 ×; 0.6 ×"),
    Row::rs256(rows::REFRESH_RS256, rows::REFRESH_ES256),
    Row::new(rows::USERINFO, "kept: 4.4 ×; 2.5 ×"),
    Row::new(rows::INTROSPECTION, "kept: 5.8 ×; 3.2 ×"),
    Row::new(rows::SESSION, "10,000 per second"),
];

/// Measurements of one scenario at one server.
pub(super) struct Measurement {
    pub(super) column: Column,
    pub(super) figures: Figures,
}

/// Prints the table.
pub(super) fn print(all: &[Measurement]) {
    println!(
        "\n| scenario | node-oidc-provider, in memory | ours, SQLite | ours, PostgreSQL and Redis | goal |"
    );
    println!("|---|---:|---:|---:|---|");
    for row in &ROWS {
        let text = |column| cell(all, column, row);
        println!(
            "| {} | {} | {} | {} | {} |",
            row.name,
            text(Column::Peer),
            text(Column::Sqlite),
            text(Column::Postgres),
            row.goal
        );
    }
    println!(
        "Responses per second (ratio to the peer; CPU seconds of server and databases per 1,000 responses), medians of the turns."
    );
}

fn cell(all: &[Measurement], column: Column, row: &Row) -> String {
    let Some(shown) = find(all, column, row.name) else {
        return "–".to_owned();
    };
    let mut notes = Vec::new();
    if column != Column::Peer {
        let peer = find(all, Column::Peer, row.name);
        notes.extend(peer.map(|peer| format!("{:.2} ×", shown.ratio_to(peer))));
    }
    let reference = row.reference.and_then(|name| find(all, column, name));
    notes.extend(reference.map(|es256| format!("{:.2} of ES256", shown.ratio_to(es256))));
    notes.push(format!("{:.2} s", shown.all_cpu()));
    format!("{:.0} ({})", shown.rate(), notes.join(", "))
}

fn find<'a>(all: &'a [Measurement], column: Column, row: &str) -> Option<&'a Figures> {
    let mut all = all.iter();
    let found = all.find(|one| one.column == column && one.figures.name == row);
    found.map(|one| &one.figures)
}
