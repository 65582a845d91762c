//! The running product-api: state that all requests share, opened in one place.

use std::sync::Arc;

use foundation::database::MigrationRefusal;
use foundation::outbound::{self, UpstreamService};
use foundation::secret::{ExposeSecret, Sealer};
use foundation::{Background, Clock, Database, Failure, Random};
use poem::Request;

use crate::MIGRATIONS;
use crate::billing::inbox::{self, Inbox};
use crate::billing::{self, PublicCatalogs, StripeClient};
use crate::caller::{KnownKeys, Uses, Verifier, known_keys};
use crate::config::{BaseConfig, Config};
use crate::credits::{Ledger, RunQueue, SpendChecks, spend_checks};
use crate::customers::Rankings;
use crate::ended_grants::{self, GrantPolling};
use crate::idp::{Directory, UserAdmin};
use crate::limits::Limits;
use crate::sweep;
use crate::usage;
use crate::user_changes::{self, UserChangePolling};
use crate::webhooks::{self, Webhooks};
use crate::websites::Registrar;

/// State of the server; handlers receive it as poem data.
pub struct App {
    /// The settings.
    pub config: Config,
    /// The clock, handed in for tests.
    pub clock: Clock,
    /// The source of randomness, handed in for tests.
    pub random: Random,
    /// The database.
    pub database: Database,
    /// Tasks that run in the background.
    pub background: Background,
    /// Receives events of Stripe and applies the objects that they mark.
    pub(crate) inbox: Inbox,
    /// Encrypts list cursors under a key derived from our client secret.
    pub(crate) sealer: Sealer,
    /// Looks up API keys.
    pub(crate) api_keys: KnownKeys,
    /// Rate limits of API keys and customers.
    pub(crate) limits: Limits,
    /// The ledger's operation queues and settings.
    pub(crate) ledger: Ledger,
    /// The idp's administrative API.
    pub(crate) directory: Directory,
    /// The state of following the idp's list of ended grants.
    pub(crate) grant_polling: GrantPolling,
    /// Looks up users at the idp.
    pub(crate) user_admin: UserAdmin,
    /// The state of following the idp's user changes.
    pub(crate) polling: UserChangePolling,
    /// Public catalogues of websites, for a short time in memory.
    pub(crate) public_catalogs: PublicCatalogs,
    /// Customers of large websites, ordered by available credits.
    pub(crate) rankings: Rankings,
    /// Registers OAuth clients at the idp.
    pub(crate) registrar: Registrar,
    /// Calls Stripe.
    pub(crate) stripe: StripeClient,
    /// API keys whose last use was recorded recently.
    pub(crate) uses: Uses,
    /// Queues verifications of the books.
    pub(crate) verification_queue: RunQueue,
    /// Reads the facts of concurrent checks together.
    pub(crate) spend_checks: SpendChecks,
    /// Verifies access tokens.
    pub(crate) verifier: Verifier,
    /// Delivers events to websites.
    pub(crate) webhooks: Webhooks,
}

/// Reasons why product-api refuses to start.
#[derive(Debug, thiserror::Error)]
pub enum StartRefusal {
    /// This version cannot use the data.
    #[error(transparent)]
    Migration(#[from] MigrationRefusal),
    /// The database or another dependency failed.
    #[error(transparent)]
    Failure(#[from] Failure),
}

impl App {
    /// Opens the database, migrates it, and starts the background tasks. The idp runs in another process.
    pub async fn open(
        config: Config,
        clock: Clock,
        random: Random,
    ) -> Result<Arc<Self>, StartRefusal> {
        let idp = UpstreamService::remote(outbound::client()?);
        Self::open_with_idp(config, clock, random, idp).await
    }

    /// Opens the server like [`Self::open`], with an idp that may run in this process.
    pub async fn open_with_idp(
        config: Config,
        clock: Clock,
        random: Random,
        idp: UpstreamService,
    ) -> Result<Arc<Self>, StartRefusal> {
        let database = migrated(&config.base, &clock).await?;
        let ledger = Ledger::open(&database, &config.ledger).await?;
        usage::register_writer(&database, &ledger, &clock).await?;
        let background = Background::new();
        let verifier = Verifier::new(
            config.issuer.clone(),
            clock.clone(),
            idp.clone(),
            background.clone(),
        );
        let directory = Directory::new(&config.issuer, &clock, &idp);
        let user_admin = UserAdmin::new(&config.issuer, clock.clone(), idp.clone());
        let registrar = Registrar::new(&config.issuer, clock.clone(), idp);
        let previous: Vec<_> = config.issuer.previous_secret.iter().cloned().collect();
        let sealer = Sealer::new(config.issuer.client_secret.clone(), random.clone())
            .with_previous(&previous);
        let webhooks = Webhooks::new(&config.webhooks.allowed)?;
        let stripe = StripeClient::new(&config.stripe, clock.clone(), random.clone())?;
        let limits = Limits::new(&config.limits, clock.clone());
        let api_keys = known_keys(&database, &background);
        let spend_checks = spend_checks(&database, ledger.row_ids(), &clock, &background);
        let uses = Uses::new(clock.clone());
        let inbox = Inbox::new(&database, &sealer, &clock, &background);
        let public_catalogs = billing::public_catalogs(&database, &clock, &background);
        let app = Arc::new(Self {
            config,
            clock,
            random,
            database,
            background,
            inbox,
            sealer,
            api_keys,
            ledger,
            limits,
            directory,
            grant_polling: GrantPolling::new(),
            user_admin,
            polling: UserChangePolling::new(),
            public_catalogs,
            rankings: Rankings::new(),
            registrar,
            stripe,
            spend_checks,
            uses,
            verification_queue: RunQueue::default(),
            verifier,
            webhooks,
        });
        start_tasks(&app);
        Ok(app)
    }

    /// Returns the app of a request.
    pub(crate) fn from_request(request: &Request) -> poem::Result<&Arc<Self>> {
        request
            .data::<Arc<Self>>()
            .ok_or_else(|| Failure::defect("a route was added without its app").into())
    }
}

/// Starts the tasks that run until the service stops.
fn start_tasks(app: &Arc<App>) {
    let leading = app.database.clone();
    let leading = leading.keep_synchronized(app.clock.clone(), app.background.stopping());
    app.background.start("clock", leading);
    sweep::start(app);
    usage::start(app);
    user_changes::start(app);
    ended_grants::start(app);
    webhooks::start(app);
    billing::start(app);
    billing::start_linking(app);
    billing::start_catalog(app);
    inbox::start(app);
    billing::start_reconcile(app);
    billing::start_topups(app);
}

/// Opens the database and migrates it to this version's schema.
async fn migrated(config: &BaseConfig, clock: &Clock) -> Result<Database, StartRefusal> {
    let url = config.database_url.expose_secret();
    let owner_url = config.migration_url.as_ref();
    let owner_url = owner_url.map(ExposeSecret::expose_secret);
    let database = Database::open_migrated(url, owner_url, config.connections, &MIGRATIONS).await?;
    database.synchronize(clock).await?;
    Ok(database)
}
