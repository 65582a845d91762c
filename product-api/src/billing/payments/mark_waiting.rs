//! Marks payments whose credits open holds have pinned, once the holds have ended.

use foundation::Failure;

use super::apply_payment::mark_payment;
use super::store;
use crate::app::App;

/// Marks payments that wait for holds which have released credits since, so that they are settled; returns their number.
pub(crate) async fn mark_waiting(app: &App) -> Result<u64, Failure> {
    let ids = {
        let mut reader = app.database.reader().await?;
        store::payments_whose_pins_ended(&mut reader.connection()).await?
    };
    let mut marked = 0;
    for id in ids {
        let mut transaction = app.database.begin().await?;
        let mut db = transaction.connection();
        if let Some(payment) = store::lock_payment(&mut db, &id).await? {
            mark_payment(app, &mut db, &payment).await?;
            marked += 1;
        }
        transaction.commit().await?;
    }
    Ok(marked)
}
