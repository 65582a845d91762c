//! List of all clients, page by page, for callers with the scope `idp.clients`.

use foundation::Timestamp;
use poem::http::StatusCode;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::caller::{AdminProblem, open_cursor, page_length, problem, seal_cursor};
use super::clients::{ClientsTag, ClientsToken};
use crate::admin::admin_api::find_clients::find_clients;
use crate::admin::admin_api::store::ListedClient;

/// The name of the list in its cursors.
const LIST: &str = "clients";

/// A client in the list of clients.
#[derive(Object)]
struct ClientSummary {
    client_id: String,
    client_name: String,
    token_endpoint_auth_method: String,
    grant_types: Vec<String>,
    scope: String,
    /// True if the client belongs to this installation.
    first_party: bool,
    /// False if the client is deactivated.
    is_active: bool,
    /// `bootstrap`, `admin`, `dynamic` or `document`.
    registered_by: String,
    /// ISO 8601.
    created_at: String,
}

/// A page of clients, the newest first.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct ClientList {
    clients: Vec<ClientSummary>,
    /// The cursor of the next page; absent on the last.
    next_cursor: Option<String>,
}

#[derive(ApiResponse)]
enum ListClientsResponse {
    /// A page of the list.
    #[oai(status = 200)]
    Found(Json<ClientList>),
    /// The cursor is not valid.
    #[oai(status = 400, content_type = "application/problem+json")]
    Wrong(Json<AdminProblem>),
}

/// Operation on the list of clients.
pub(crate) struct ClientListApi;

#[OpenApi]
impl ClientListApi {
    /// List clients, the newest first.
    #[oai(
        path = "/clients",
        method = "get",
        operation_id = "list_clients",
        tag = "ClientsTag::Clients"
    )]
    async fn list_clients(
        &self,
        caller: ClientsToken,
        limit: Query<Option<u32>>,
        cursor: Query<Option<String>>,
    ) -> poem::Result<ListClientsResponse> {
        let caller = caller.0;
        let before = match open_cursor(&caller, LIST, cursor.0.as_deref()) {
            Ok(before) => before,
            Err(wrong) => {
                let response = problem(&caller, StatusCode::BAD_REQUEST, wrong.to_owned());
                return Ok(ListClientsResponse::Wrong(Json(response)));
            }
        };
        let (found, is_more) = find_clients(&caller.app, before, page_length(limit.0)).await?;
        let last = found.last().filter(|_| is_more);
        let next_cursor = last
            .map(|one| {
                seal_cursor(
                    &caller,
                    LIST,
                    Timestamp::from_micros(one.created_at),
                    &one.id,
                )
            })
            .transpose()?;
        Ok(ListClientsResponse::Found(Json(ClientList {
            clients: found.into_iter().map(ClientSummary::from).collect(),
            next_cursor,
        })))
    }
}

impl From<ListedClient> for ClientSummary {
    fn from(client: ListedClient) -> Self {
        let grant_types = client.grant_types.split_ascii_whitespace();
        Self {
            client_id: client.id,
            client_name: client.name,
            token_endpoint_auth_method: client.token_endpoint_auth_method,
            grant_types: grant_types.map(str::to_owned).collect(),
            scope: client.scope,
            first_party: client.first_party,
            is_active: client.is_active,
            registered_by: client.registered_by,
            created_at: Timestamp::from_micros(client.created_at).to_iso8601(),
        }
    }
}
