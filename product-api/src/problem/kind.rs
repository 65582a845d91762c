//! The catalogue of problems: slug, status, title, advice, and whether a retry with the same key gets the stored response.

/// Storage of the response under the idempotency key, for replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    /// Not stored: a retry with the same key may have another outcome.
    No,
    /// Stored: the ledger refused the operation, and the same key always gets the same response.
    Yes,
}

/// One row of the catalogue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The last part of the problem's `type`.
    pub(crate) slug: &'static str,
    /// The HTTP status.
    pub(crate) status: u16,
    /// A short text, equal for every occurrence.
    pub(crate) title: &'static str,
    /// True if operations that move credits store the problem.
    pub(crate) stored: Stored,
    /// Advice for the client.
    pub(crate) advice: &'static str,
}

macro_rules! catalogue {
    ($($name:ident: $status:literal $slug:literal $stored:ident $title:literal $advice:literal;)*) => {
        /// Every problem the API can answer with.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum Kind {
            $(#[doc = $title] $name,)*
        }

        impl Kind {
            /// All kinds, ordered by status.
            pub(crate) const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Returns the kind's row of the catalogue.
            pub(crate) const fn row(self) -> Row {
                match self {
                    $(Self::$name => Row {
                        slug: $slug,
                        status: $status,
                        title: $title,
                        stored: Stored::$stored,
                        advice: $advice,
                    },)*
                }
            }
        }
    };
}

catalogue! {
    InvalidRequest: 400 "invalid-request" No
        "The request is not valid."
        "Read `errors`: each names the place and what is wrong there. Nothing was done; correct the request and send it again, with the same idempotency key if you like.";
    IdempotencyKeyMissing: 400 "idempotency-key-missing" No
        "The Idempotency-Key header is missing."
        "Send an Idempotency-Key header with a fresh value for each new attempt, and with the same value for each repeat.";
    IdempotencyKeyInvalid: 400 "idempotency-key-invalid" No
        "The Idempotency-Key header is not valid."
        "A key is 1 to 255 visible ASCII characters, bare or as a quoted string. A random UUID is a good one.";
    Unauthenticated: 401 "unauthenticated" No
        "The request carries no valid credential."
        "Send `Authorization: Bearer` with an API key that is neither revoked nor expired, or with a fresh access token.";
    StepUpRequired: 401 "step-up-required" No
        "The person has to sign in again."
        "Send the user to sign in with `max_age`, which says how many seconds ago that may have been, then send the same request with the new token. API keys are never asked.";
    InsufficientCredits: 402 "insufficient-credits" Yes
        "There are not enough credits."
        "`shortfall` says how much is missing. Send the customer to `topup_url`, then send the spend with a new idempotency key: this key will always get this answer.";
    PaymentActionRequired: 402 "payment-action-required" Yes
        "The payment needs the customer's action."
        "Send the customer to `payment_url`. A change of a subscription applies once it is paid; other requests are tried again then, with a new idempotency key.";
    PaymentDeclined: 402 "payment-declined" No
        "The payment was declined."
        "`decline_code` is the bank's reason, if it gave one. Nothing was changed. Have the customer use another card, then try again with a new idempotency key.";
    InsufficientScope: 403 "insufficient-scope" No
        "This key or token lacks the permission."
        "Use a key or token that has `required_scope`. An API key has the scopes it was created with; a token has those that its user granted.";
    ClientNotAllowed: 403 "client-not-allowed" No
        "This token may not be used for this."
        "Use the app of this installation, or an API key of the website. No scope gives other clients access.";
    RegistrationClosed: 403 "registration-closed" No
        "You may not register websites here."
        "The operator of this installation decides who registers websites. Ask the operator to invite the address that you sign in with.";
    WebsiteSuspended: 403 "website-suspended" No
        "The website is suspended."
        "Its owner or the operator of this installation can resume it.";
    HolderInactive: 403 "holder-inactive" No
        "The account is not active."
        "The operator of this installation deactivated the account. Only the operator can activate it.";
    KeySpendCapReached: 403 "key-spend-cap-reached" Yes
        "The API key has reached its spending cap."
        "Wait until `resets_at`, or use a key with a higher `cap`; then try with a new idempotency key: this key will always get this answer. Without `resets_at` it is the cap of one operation: ask for less.";
    SpendLimitReached: 403 "spend-limit-reached" Yes
        "The customer has reached the spending limit."
        "Wait until `resets_at`, or have the website raise the customer's limit (`cap`); then try with a new idempotency key: this key will always get this answer.";
    ViewOnly: 403 "view-only" No
        "A view is read-only."
        "An operator with `Tollgate-View-As` can read what this person can read, and change nothing. Leave the view, or send the request without the header.";
    ViewEnded: 403 "view-ended" No
        "The view has ended."
        "A view lasts 30 minutes and only works for the operator who started it. Start another view, or send the request without the header.";
    NotViewable: 403 "not-viewable" No
        "This person cannot be viewed."
        "Operators and deactivated users cannot be viewed.";
    AccountFrozen: 403 "account-frozen" No
        "The account is frozen."
        "A verification of the ledger found a contradiction in its rows. Ask the operator of this installation to check and unfreeze it; then send the same request again, with the same idempotency key.";
    NotFound: 404 "not-found" Yes
        "Not found."
        "Check the id, and that the key or token belongs to the website that owns it. Objects of other websites are reported as not found.";
    MethodNotAllowed: 405 "method-not-allowed" No
        "This method is not allowed here."
        "See the API reference for the methods of this address.";
    IdempotencyInFlight: 409 "idempotency-in-flight" No
        "The same request is still running."
        "Wait a second and send the same request with the same key: you will get its answer.";
    OperationAlreadyExecuted: 409 "operation-already-executed" No
        "The idempotency key was used long ago."
        "The stored answer has been pruned; `outcome` says what it was. `executed`: it was done, in `transaction`. `refused`: nothing was done, and a new attempt needs a new idempotency key. This key never does anything again.";
    Conflict: 409 "conflict" No
        "The request conflicts with another one, or with the present state."
        "`detail` says with what. Look again, and send the request once more if it is still needed.";
    ApiKeyEnded: 409 "api-key-ended" No
        "The API key has ended."
        "A revoked or expired key cannot be used again. Create a new one.";
    HoldNotOpen: 409 "hold-not-open" Yes
        "The hold is closed."
        "`state` says how it ended. Open a new hold.";
    HoldExpired: 409 "hold-expired" Yes
        "The hold has expired."
        "Open a new hold, or capture with `if_expired: spend`.";
    AlreadyReversed: 409 "already-reversed" Yes
        "The transaction is already reversed."
        "`reversals` lists the refunds.";
    NothingLeft: 409 "nothing-left" Yes
        "Nothing is left of the grant."
        "Used, expired, revoked and held credits do not change. If holds reserve credits of this grant, void them first; then try with a new idempotency key: this key will always get this answer.";
    PriceVersionTaken: 409 "price-version-taken" No
        "This price version already exists."
        "Price versions are numbered and never change; `latest` is the newest. Add the version after it.";
    StripeAccountTaken: 409 "stripe-account-taken" No
        "The Stripe account is connected already."
        "Each account can be connected once in each mode. Disconnect it where it is connected now, or use another account.";
    BillingNotConnected: 409 "billing-not-connected" No
        "The website has no Stripe account in this mode."
        "The website's owner connects one on the billing page of its settings.";
    PriceUnavailable: 409 "price-unavailable" No
        "The price cannot be sold at the moment."
        "It is not at Stripe yet, or it was archived there. Try again in a minute; if it stays so, the website's owner can make it again.";
    CatalogVersionTaken: 409 "catalog-version-taken" No
        "This version already exists."
        "Versions are numbered and never change; `latest` is the newest. Add the version after it.";
    FirstPurchaseOnly: 409 "first-purchase-only" No
        "This pack is for a first purchase only."
        "The customer has bought before. Offer another pack.";
    CheckoutNotOpen: 409 "checkout-not-open" No
        "The checkout is no longer open."
        "`state` says how it ended. Start another checkout.";
    PaymentDisputed: 409 "payment-disputed" No
        "The payment is disputed."
        "Money that a dispute holds cannot be refunded. Answer the dispute at Stripe.";
    AlreadyRefunded: 409 "already-refunded" No
        "The payment is already refunded."
        "Nothing is left to refund.";
    SubscriptionExists: 409 "subscription-exists" Yes
        "A subscription already exists."
        "`object` names it. Change or cancel it instead of creating a second one, and before you disconnect the account or hand the website over.";
    SubscriptionNotChangeable: 409 "subscription-not-changeable" No
        "The subscription cannot be changed now."
        "`reason` says why: its status, `canceling`, `paused`, `pending` for a change that waits for its payment, `in-progress` for another request, or `unknown-plan`.";
    AmountChanged: 409 "amount-changed" No
        "The amount is not the expected one."
        "`amount_due_minor` is what the change costs now. Show the customer a new preview, then try again with a new idempotency key.";
    NeedsConsent: 409 "needs-consent" No
        "The buyer has not agreed to this automatic top-up."
        "Only the buyer turns an automatic top-up on or raises it, with `consent`, the sentence that was shown. A back end can lower it or turn it off.";
    TopupPending: 409 "topup-pending" No
        "A top-up is in progress."
        "`object` names it. Wait for its outcome, then try again if it is still needed.";
    ContentTooLarge: 413 "content-too-large" No
        "The request body is too long."
        "Send at most one MiB.";
    UnsupportedMediaType: 415 "unsupported-media-type" No
        "The media type of the request body is not supported."
        "Send JSON, uncompressed, with `Content-Type: application/json`.";
    IdempotencyKeyReused: 422 "idempotency-key-reused" No
        "The idempotency key was used for another request."
        "Use one key for one request. If you changed the body between two attempts, it is a new request and needs a new key.";
    CaptureExceedsHold: 422 "capture-exceeds-hold" Yes
        "The capture is larger than the hold."
        "`remaining` says how much is left in the hold.";
    HoldFeatureDiffers: 422 "hold-feature-differs" Yes
        "The hold is for another feature."
        "`feature` says for which. Capture it by an amount, or by a quantity of that feature, with a new idempotency key.";
    ReversalExceedsOriginal: 422 "reversal-exceeds-original" Yes
        "The reversal is larger than what is left to reverse."
        "`remaining` says how much is left.";
    TooManyReversals: 422 "too-many-reversals" Yes
        "The transaction was reversed too often."
        "At most `limit` reversals of one transaction are possible; `remaining` says what is left of it. Grant that amount instead.";
    NotReversible: 422 "not-reversible" Yes
        "Transactions of this kind cannot be reversed."
        "`kind` says what it is. Spends and captures can be reversed; to revoke a grant, void it.";
    AmountOutOfRange: 422 "amount-out-of-range" Yes
        "The amount is out of range."
        "Amounts and quantities are whole numbers from 1 to 9007199254740991, and so are the costs and the balances they lead to.";
    TooManyLots: 422 "too-many-lots" Yes
        "The balance has too many grants."
        "A balance can have at most `limit` grants that are neither used up nor expired. Grant larger amounts less often, or let them expire; then try with a new idempotency key: this key will always get this answer.";
    TooManyHolds: 422 "too-many-holds" Yes
        "The customer has too many open holds."
        "At most `limit` holds of one customer are open at a time. Capture or void some, or wait until they expire; then try with a new idempotency key: this key will always get this answer.";
    UnknownFeature: 422 "unknown-feature" Yes
        "The website has no such feature, or no price for it."
        "Check the feature's code and prices in the website's price list, of the same mode as the key; then try with a new idempotency key: this key will always get this answer.";
    StripeKeyUnfit: 422 "stripe-key-unfit" No
        "The Stripe key cannot be used."
        "`reason` says why. Create a restricted key in the Stripe dashboard, in the mode that you are connecting.";
    StripePermissionMissing: 422 "stripe-permission-missing" No
        "The Stripe key lacks permissions."
        "`missing` lists them. Edit the key in the Stripe dashboard, and connect again.";
    StripeAccountMismatch: 422 "stripe-account-mismatch" No
        "The Stripe key belongs to another account or mode."
        "A new key of a connection must be of the same account and mode. To change the account, disconnect and connect again.";
    UnknownOffer: 422 "unknown-offer" No
        "The website sells no such pack or plan."
        "Check the code in the website's catalogue, of the same mode.";
    CurrencyUnsupported: 422 "currency-unsupported" No
        "There is no price in this currency."
        "`currencies` lists those that it has.";
    AmountMismatch: 422 "amount-mismatch" No
        "The price at Stripe is another one."
        "`difference` names what differs: `amount`, `currency` or `interval`. Map the price to a version with the same money and period.";
    CapTooLow: 422 "cap-too-low" No
        "The cap is lower than one purchase."
        "One purchase of the automatic top-up costs `needed_minor`. Raise `month_max_minor`, or choose a smaller pack.";
    RefundExceedsPayment: 422 "refund-exceeds-payment" No
        "The refund is larger than what is left of the payment."
        "`remaining_minor` says how much is left.";
    BatchAborted: 424 "batch-aborted" No
        "Another item of the batch was refused."
        "The batch is done as a whole or not at all: `refused_item` is the index of the refused item, counted from 0, and its result says why. Nothing was done, and the keys are free: correct that item and send the batch again.";
    RateLimited: 429 "rate-limited" No
        "There were too many requests."
        "Wait for the time in Retry-After.";
    Internal: 500 "internal" No
        "Internal error."
        "It has been logged under `request_id`. Try again with the same idempotency key; nothing is done twice.";
    PaymentProviderError: 502 "payment-provider-error" No
        "The payment provider refused or failed."
        "If `retryable` is true, try again with the same idempotency key.";
    AccountBusy: 503 "account-busy" No
        "The account is busy."
        "Wait for the time in Retry-After, then send the same request with the same idempotency key.";
    OutcomeUnknown: 503 "outcome-unknown" No
        "It is not known whether the request was done."
        "The last step failed after everything else was done. Wait for the time in Retry-After, then send the same request with the same idempotency key. Nothing is done twice.";
    Unavailable: 503 "unavailable" No
        "The service is temporarily unavailable."
        "Wait for the time in Retry-After, then send the same request again.";
}

impl Kind {
    /// Returns the last part of the problem's `type`.
    pub(crate) const fn slug(self) -> &'static str {
        self.row().slug
    }

    /// Returns the HTTP status.
    pub(crate) const fn status(self) -> u16 {
        self.row().status
    }

    /// Returns true if operations that move credits store the problem under the idempotency key.
    pub(crate) fn is_stored(self) -> bool {
        self.row().stored == Stored::Yes
    }

    /// Returns the kind with this slug.
    pub(crate) fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.slug() == slug)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_slug_names_one_kind_and_is_fit_for_an_address() {
        for kind in Kind::ALL {
            let slug = kind.slug();
            assert_eq!(Kind::from_slug(slug), Some(*kind));
            assert!(
                slug.bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
            );
        }
    }

    #[test]
    fn shape_errors_credentials_and_outages_are_never_stored() {
        for kind in Kind::ALL {
            let never = matches!(kind.status(), 400 | 401 | 405 | 413 | 415 | 429 | 500..);
            assert!(!(never && kind.is_stored()), "{}", kind.slug());
        }
        assert!(Kind::InsufficientCredits.is_stored());
        assert!(!Kind::IdempotencyKeyReused.is_stored());
        assert!(!Kind::InsufficientScope.is_stored());
    }
}
