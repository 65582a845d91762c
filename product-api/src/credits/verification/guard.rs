//! Extractors for operations on the books: the operator, a client of the installation, or a website for its own books.

use poem::{Request, RequestBody};
use poem_openapi::registry::Registry;
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};

use super::scope::VerificationScope;
use crate::app::App;
use crate::audit::UserSession;
use crate::caller::{
    self, Caller, CustomersRead, Guard, LedgerAdmin, Operating, Scope, Websites, extract_guard,
    identify, view_only,
};
use crate::problem::Problem;
use crate::users::Operator;
use crate::websites::{AdmitNone, BySite, names_website};

/// A caller that may look at books, and these books.
#[derive(Clone, Debug)]
pub(crate) struct Auditor(pub(crate) VerificationScope);

/// A caller that may change what a verification decided.
#[derive(Clone, Debug)]
pub(crate) struct LedgerOperator {
    /// Id of the operator or of the client.
    pub(crate) actor: String,
    /// Session of the operator's token; none for a client.
    pub(crate) session: Option<UserSession>,
}

impl Guard for LedgerOperator {
    fn schemes() -> Vec<&'static str> {
        vec![Operating::OF_USER, LedgerAdmin::OF_PROGRAM]
    }

    async fn from_caller(app: &App, caller: Caller, _request: &Request) -> Result<Self, Problem> {
        let (actor, session) = match caller {
            Caller::Program(program) => {
                program.scopes.require::<LedgerAdmin>()?;
                (program.client_id, None)
            }
            Caller::User(token) => {
                let Operator(user, session) = Operator::from_token(app, &token).await?;
                (user.id, Some(session))
            }
            Caller::Viewer(_) => return Err(view_only()),
            Caller::Key(_) => return Err(Operator::refuse_others()),
        };
        Ok(Self { actor, session })
    }
}

impl<'a> ApiExtractor<'a> for Auditor {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        caller::register(registry);
    }

    fn security_schemes() -> Vec<&'static str> {
        vec![
            Operating::OF_USER,
            LedgerAdmin::OF_PROGRAM,
            CustomersRead::OF_KEY,
            Websites::OF_USER,
        ]
    }

    async fn from_request(
        request: &'a Request,
        _body: &mut RequestBody,
        _param_opts: ExtractParamOptions<Self::ParamType>,
    ) -> poem::Result<Self> {
        let app = App::from_request(request)?;
        let caller = identify(app, request).await?;
        if matches!(caller, Caller::Viewer(_)) {
            // A request starts a verification, which freezes wallets; a view-only caller may not do that.
            return Err(view_only().into());
        }
        if matches!(caller, Caller::Key(_)) || names_website(request)? {
            let site =
                BySite::<CustomersRead, AdmitNone>::from_caller(app, caller, request).await?;
            return Ok(Self(VerificationScope::Website(site.0)));
        }
        LedgerOperator::from_caller(app, caller, request).await?;
        Ok(Self(VerificationScope::All))
    }
}

extract_guard!([] for LedgerOperator);
