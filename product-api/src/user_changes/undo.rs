//! Undoes a merge: everything that remains is moved back.

use foundation::{Connection, Failure};

use super::move_over::{OwnerChange, record_owner};
use super::show_subscribed::show_subscribed;
use super::store::{self, MovedItem, MovedKind};
use crate::app::App;
use crate::credits::{Owner, WalletMerge, undo_merge};
use crate::idp::UserMerge;

/// Moves back, in the open transaction, the objects that the merge has moved. Spent credits stay spent, and credits that were
/// added after the merge stay with the merge target.
pub(super) async fn undo(
    app: &App,
    db: &mut Connection<'_>,
    merge: &UserMerge,
) -> Result<(), Failure> {
    for moved in store::moved_by(db, &merge.id).await? {
        match moved.what {
            MovedKind::Folded => unfold(app, db, merge, &moved).await?,
            MovedKind::Wallet => return_wallet(app, db, merge, &moved).await?,
            MovedKind::Named => {
                let (from, into) = (&merge.from_user_id, &merge.into_user_id);
                store::name_back(db, &moved, from, into, app.clock.now()).await?;
            }
            MovedKind::Website => {
                let (from, into) = (&merge.from_user_id, &merge.into_user_id);
                if store::return_website(db, &moved.id, from, into).await? {
                    let change = OwnerChange {
                        website_id: &moved.id,
                        from: into,
                        to: from,
                    };
                    record_owner(app, db, merge, change).await?;
                }
            }
        }
    }
    Ok(())
}

async fn unfold(
    app: &App,
    db: &mut Connection<'_>,
    merge: &UserMerge,
    moved: &MovedItem,
) -> Result<(), Failure> {
    let Some(counterpart) = store::merged_into(db, &moved.id).await? else {
        return Ok(());
    };
    if let Some(book_id) = store::book_of(db, &moved.id).await? {
        let way = WalletMerge {
            merge_id: &merge.id,
            book_id,
            from: &Owner::Customer(moved.id.clone()),
            into: &Owner::Customer(counterpart.clone()),
        };
        undo_merge(app, db, &way).await?;
    }
    let now = app.clock.now();
    store::fold(db, &moved.id, None, now).await?;
    show_subscribed(db, &moved.id, now).await?;
    show_subscribed(db, &counterpart, now).await
}

async fn return_wallet(
    app: &App,
    db: &mut Connection<'_>,
    merge: &UserMerge,
    moved: &MovedItem,
) -> Result<(), Failure> {
    let book_id = moved
        .id
        .parse()
        .map_err(|error| Failure::broken("reading which wallet was merged", error))?;
    let way = WalletMerge {
        merge_id: &merge.id,
        book_id,
        from: &Owner::User(merge.from_user_id.clone()),
        into: &Owner::User(merge.into_user_id.clone()),
    };
    undo_merge(app, db, &way).await
}
