//! Loads a checkout, and the payment and the seller that responses show with it.

use foundation::Failure;

use super::checkout::{Checkout, CheckoutSeller};
use super::store;
use crate::app::App;

/// A checkout as a response shows it.
#[derive(Clone, Debug)]
pub(super) struct CheckoutView {
    /// The checkout.
    pub(super) checkout: Checkout,
    /// The id of its payment, if there is one.
    pub(super) payment_id: Option<String>,
    /// Its seller.
    pub(super) seller: CheckoutSeller,
}

/// Finds a checkout that must exist.
pub(super) async fn load(app: &App, id: &str) -> Result<Checkout, Failure> {
    let mut reader = app.database.reader().await?;
    let found = store::find(&mut reader.connection(), id).await?;
    found.ok_or_else(|| Failure::defect("a checkout was begun and is not there"))
}

/// Adds the payment and the seller to a checkout.
pub(super) async fn view(app: &App, checkout: Checkout) -> Result<CheckoutView, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let payment_id = store::payment_of(&mut db, &checkout).await?;
    let seller = store::seller_of(&mut db, checkout.book_id).await?;
    Ok(CheckoutView {
        checkout,
        payment_id,
        seller,
    })
}
