//! The running product-api: what its rooms share, opened in one place.

use std::sync::Arc;

use foundation::database::MigrationRefusal;
use foundation::outbound::{self, Neighbour};
use foundation::read_cache::OtherServers;
use foundation::secret::{ExposeSecret, Sealer};
use foundation::{Background, Clock, Database, Failure, Random};
use poem::Request;

use crate::MIGRATIONS;
use crate::caller::{KnownKeys, Uses, Verifier, known_keys};
use crate::config::{BaseConfig, Config};
use crate::credits::{Ledger, Standings, standings};
use crate::customers::Rankings;
use crate::ended_grants::{self, FollowedGrants};
use crate::idp::{Directory, People};
use crate::limits::Limits;
use crate::sweep;
use crate::usage;
use crate::user_changes::{self, Polling};
use crate::webhooks::{self, Webhooks};
use crate::websites::Registrar;

/// Shared by every request; faces receive it as poem data.
pub struct App {
    /// The settings.
    pub config: Config,
    /// Time, handed in.
    pub clock: Clock,
    /// Randomness, handed in.
    pub random: Random,
    /// The database.
    pub database: Database,
    /// Work that goes on beside requests.
    pub background: Background,
    /// Seals cursors of lists, under our client's secret.
    pub(crate) sealer: Sealer,
    /// Looks API keys up.
    pub(crate) api_keys: KnownKeys,
    /// How often callers may call.
    pub(crate) limits: Limits,
    /// What it takes to write in the ledger.
    pub(crate) ledger: Ledger,
    /// What the idp tells the operator.
    pub(crate) directory: Directory,
    /// The state of following the idp's list of ended grants.
    pub(crate) followed_grants: FollowedGrants,
    /// People at the idp.
    pub(crate) people: People,
    /// Whether it is being followed what becomes of users.
    pub(crate) polling: Polling,
    /// Large websites' customers by what they can spend.
    pub(crate) rankings: Rankings,
    /// Registers clients at the idp.
    pub(crate) registrar: Registrar,
    /// Which uses of API keys were written down of late.
    pub(crate) uses: Uses,
    /// Looks how customers stand.
    pub(crate) standings: Standings,
    /// Verifies access tokens.
    pub(crate) verifier: Verifier,
    /// Tells websites what happened.
    pub(crate) webhooks: Webhooks,
}

/// Why product-api did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartRefusal {
    /// The data cannot be used by this version.
    #[error(transparent)]
    Migration(#[from] MigrationRefusal),
    /// Machinery broke.
    #[error(transparent)]
    Failure(#[from] Failure),
}

impl App {
    /// Opens the database, brings it to this version's shape, and starts the background work. The idp runs in another process.
    pub async fn open(
        config: Config,
        clock: Clock,
        random: Random,
    ) -> Result<Arc<Self>, StartRefusal> {
        let idp = Neighbour::remote(outbound::client()?);
        Self::open_beside(config, clock, random, idp).await
    }

    /// Opens it as [`Self::open`] does, beside an idp that may run in this process.
    pub async fn open_beside(
        config: Config,
        clock: Clock,
        random: Random,
        idp: Neighbour,
    ) -> Result<Arc<Self>, StartRefusal> {
        let database = migrated(&config.base, &clock).await?;
        let ledger = Ledger::open(&database, &config.ledger).await?;
        usage::begin(&database, &ledger, &clock).await?;
        let background = Background::new();
        let verifier = Verifier::new(
            config.issuer.clone(),
            clock.clone(),
            idp.clone(),
            background.clone(),
        );
        let directory = Directory::new(&config.issuer, &clock, &idp);
        let people = People::new(&config.issuer, clock.clone(), idp.clone());
        let registrar = Registrar::new(&config.issuer, clock.clone(), idp);
        let previous: Vec<_> = config.issuer.previous_secret.iter().cloned().collect();
        let sealer = Sealer::new(config.issuer.client_secret.clone(), random.clone())
            .with_previous(&previous);
        let webhooks = Webhooks::new(&config.webhooks.allowed)?;
        let limits = Limits::new(&config.limits, clock.clone());
        let others = OtherServers::of(&database, &clock, &background);
        let api_keys = known_keys(&database, &clock, &others);
        let standings = standings(&database, &clock, &others);
        let uses = Uses::new(clock.clone());
        let app = Arc::new(Self {
            config,
            clock,
            random,
            database,
            background,
            sealer,
            api_keys,
            ledger,
            limits,
            directory,
            followed_grants: FollowedGrants::new(),
            people,
            polling: Polling::new(),
            rankings: Rankings::new(),
            registrar,
            standings,
            uses,
            verifier,
            webhooks,
        });
        let leading = app.database.clone();
        let leading = leading.keep_leading(app.clock.clone(), app.background.stopping());
        app.background.start("clock", leading);
        sweep::start(&app);
        usage::start(&app);
        user_changes::start(&app);
        ended_grants::start(&app);
        webhooks::start(&app);
        Ok(app)
    }

    /// The app of a request.
    pub(crate) fn of(request: &Request) -> poem::Result<&Arc<Self>> {
        request
            .data::<Arc<Self>>()
            .ok_or_else(|| Failure::defect("a route was added without its app").into())
    }
}

/// The database, brought to this version's shape.
async fn migrated(config: &BaseConfig, clock: &Clock) -> Result<Database, StartRefusal> {
    let url = config.database_url.expose_secret();
    let owner_url = config.migration_url.as_ref();
    let owner_url = owner_url.map(ExposeSecret::expose_secret);
    let database = Database::open_migrated(url, owner_url, config.connections, &MIGRATIONS).await?;
    database.lead(clock).await?;
    Ok(database)
}
