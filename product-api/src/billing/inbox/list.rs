//! Lists marked objects for the owner of a connection, and dead ones and connections for the operator.

use foundation::{Connection, Failure};

use super::figures::{ConnectionFigures, read_figures};
use super::marked_object::{InboxObject, InboxPosition};
use super::store::connections;
use super::store::lists::{self, ObjectSelection};
use crate::app::App;
use crate::billing::connections::{
    ConnectionOwner, StripeConnection, connection_of_book, find_connection,
};
use crate::credits;
use crate::problem::{Kind, Problem};
use crate::schema::{Cursor, PageParams, page_size};
use crate::websites::SiteAccess;

/// One page of a list.
#[derive(Clone, Debug)]
pub(crate) struct InboxPage<T> {
    pub(crate) items: Vec<T>,
    pub(crate) next_cursor: Option<String>,
}

/// The inbox of a connection, with one page of its objects.
#[derive(Clone, Debug)]
pub(super) struct ConnectionInbox {
    pub(super) connection: StripeConnection,
    pub(super) figures: ConnectionFigures,
    pub(super) page: InboxPage<InboxObject>,
}

/// A connection as the operator sees it.
#[derive(Clone, Debug)]
pub(crate) struct ListedConnection {
    pub(crate) connection: StripeConnection,
    pub(crate) figures: ConnectionFigures,
}

/// The objects that an owner lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListedState {
    Waiting,
    Dead,
}

/// Returns the connection through which the caller's website sells. One of the platform serves many websites, so that no
/// owner of a website sees its objects.
pub(crate) async fn find_own_connection(
    app: &App,
    access: &SiteAccess,
) -> Result<StripeConnection, Problem> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let found = match credits::find_site_book(&mut db, access.scope()).await? {
        Some(book) => connection_of_book(&mut db, book.id).await?,
        None => None,
    };
    let own = found
        .filter(|connection| access.is_platform() || connection.owner != ConnectionOwner::Platform);
    own.ok_or_else(|| {
        let detail = "The website sells through no Stripe account of its owner in this mode.";
        Problem::new(Kind::BillingNotConnected, detail)
    })
}

/// Returns the inbox of the caller's connection, with a page of its objects, the latest changed first.
pub(super) async fn list_own(
    app: &App,
    access: &SiteAccess,
    state: ListedState,
    params: PageParams<'_>,
) -> Result<ConnectionInbox, Problem> {
    let connection = find_own_connection(app, access).await?;
    let (selection, word) = match state {
        ListedState::Waiting => (ObjectSelection::Waiting(&connection.id), "waiting"),
        ListedState::Dead => (ObjectSelection::Dead(&connection.id), "dead"),
    };
    let list = format!("{word} objects of {}", connection.id);
    let page = page_of(app, &list, selection, params).await?;
    let mut reader = app.database.reader().await?;
    let figures = read_figures(&mut reader.connection(), &connection.id).await?;
    Ok(ConnectionInbox {
        connection,
        figures,
        page,
    })
}

/// Returns a page of the dead objects of all connections, the latest changed first; with an error, only those that have it.
pub(super) async fn list_dead(
    app: &App,
    error: &str,
    params: PageParams<'_>,
) -> Result<InboxPage<InboxObject>, Problem> {
    let list = format!("dead objects {error}");
    page_of(app, &list, ObjectSelection::AllDead(error), params).await
}

async fn page_of(
    app: &App,
    list: &str,
    selection: ObjectSelection<'_>,
    params: PageParams<'_>,
) -> Result<InboxPage<InboxObject>, Problem> {
    let limit = page_size(params.limit)?;
    let cursor = Cursor::open(&app.sealer, list, params.cursor)?;
    let before = match &cursor {
        Some(cursor) => InboxPosition::from_cursor(cursor)?,
        None => InboxPosition::newest(),
    };
    let mut reader = app.database.reader().await?;
    let rows = lists::page(&mut reader.connection(), selection, &before, limit + 1).await?;
    let position = |object: &InboxObject| InboxPosition::from_object(object).to_cursor();
    Ok(cut(app, list, rows, limit, position)?)
}

/// Returns a page of the connections of the installation, newest first.
pub(crate) async fn list_connections(
    app: &App,
    params: PageParams<'_>,
) -> Result<InboxPage<ListedConnection>, Problem> {
    let list = "connections of the installation";
    let limit = page_size(params.limit)?;
    let cursor = Cursor::open(&app.sealer, list, params.cursor)?;
    let before = cursor.unwrap_or_else(Cursor::newest);
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let positions = connections::page(&mut db, &before, limit + 1).await?;
    let page = cut(app, list, positions, limit, Cursor::clone)?;
    let mut items = Vec::with_capacity(page.items.len());
    for position in &page.items {
        items.extend(read_listed(&mut db, &position.id).await?);
    }
    Ok(InboxPage {
        items,
        next_cursor: page.next_cursor,
    })
}

/// Reads a connection with its figures; none if it has just been deleted.
async fn read_listed(
    db: &mut Connection<'_>,
    connection_id: &str,
) -> Result<Option<ListedConnection>, Failure> {
    let Some(connection) = find_connection(db, connection_id).await? else {
        return Ok(None);
    };
    let figures = read_figures(db, connection_id).await?;
    Ok(Some(ListedConnection {
        connection,
        figures,
    }))
}

/// Cuts a page off. One row more than requested was read; it shows that there is a next page.
fn cut<T>(
    app: &App,
    list: &str,
    rows: Vec<T>,
    limit: i64,
    position: impl Fn(&T) -> Cursor,
) -> Result<InboxPage<T>, Failure> {
    let (items, is_more) = foundation::database::page::cut(rows, limit);
    let next = items.last().filter(|_| is_more).map(position);
    let next_cursor = next.map(|cursor| cursor.seal(&app.sealer, list));
    Ok(InboxPage {
        next_cursor: next_cursor.transpose()?,
        items,
    })
}
