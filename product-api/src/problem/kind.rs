//! The catalogue of problems: slug, status, title, whether a repeat of the key gets the stored answer, and advice.

/// Whether the answer is stored under the idempotency key and replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    /// The same key may be tried again with another outcome.
    No,
    /// The refusal reached the ledger; the same key gets the same answer for ever.
    Yes,
}

/// One row of the catalogue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The last part of the problem's `type`.
    pub(crate) slug: &'static str,
    /// The HTTP status.
    pub(crate) status: u16,
    /// The same short text for every occurrence.
    pub(crate) title: &'static str,
    /// Whether money-moving operations store it.
    pub(crate) stored: Stored,
    /// What the caller should do.
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
            /// All of them, in the order of their statuses.
            pub(crate) const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// What the catalogue says about it.
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
        "Send the customer to `payment_url`, then try again with a new idempotency key.";
    InsufficientScope: 403 "insufficient-scope" No
        "The credential does not reach this far."
        "Use a credential that has `required_scope`. An API key has the scopes it was made with; a token has those its user granted.";
    ClientNotAllowed: 403 "client-not-allowed" No
        "The program that holds this token may not do this."
        "No scope opens this to other programs: use the app of this installation, or an API key of the website.";
    WebsiteSuspended: 403 "website-suspended" No
        "The website is suspended."
        "Its owner or the operator of this installation can say why and lift it.";
    HolderInactive: 403 "holder-inactive" No
        "The account is not active."
        "The operator of this installation has switched the account off. Only the operator can switch it on.";
    KeySpendCapReached: 403 "key-spend-cap-reached" Yes
        "The API key has reached its spending cap."
        "Wait until `resets_at`, or use a key with a higher `cap`; then try with a new idempotency key: this key will always get this answer. Without `resets_at` it is the cap of one operation: ask for less.";
    SpendLimitReached: 403 "spend-limit-reached" Yes
        "The customer has reached the spending limit."
        "Wait until `resets_at`, or have the website raise the customer's limit (`cap`); then try with a new idempotency key: this key will always get this answer.";
    ViewOnly: 403 "view-only" No
        "Somebody else's account is only looked at."
        "An operator who sees the product as somebody else, by `Tollgate-View-As`, reads what this person reads, and nothing else. Leave the view, and send the request without the header.";
    ViewEnded: 403 "view-ended" No
        "The view has ended."
        "A view lasts half an hour, and is good for the operator who began it. Begin another one, or send the request without the header.";
    NotViewable: 403 "not-viewable" No
        "This person cannot be viewed."
        "Nobody sees the product as somebody who runs this installation, or as somebody whose account is switched off.";
    AccountFrozen: 403 "account-frozen" No
        "The account is frozen."
        "A verification of the books found that its rows contradict each other. The operator of this installation has to look at it and free it; then send the same request again, with the same idempotency key.";
    NotFound: 404 "not-found" Yes
        "There is no such thing here."
        "Check the id, and that the credential belongs to the website that owns it: what belongs to another website looks just like what does not exist.";
    MethodNotAllowed: 405 "method-not-allowed" No
        "The address does not know this method."
        "See the API reference for the methods of this address.";
    IdempotencyInFlight: 409 "idempotency-in-flight" No
        "The same request is still running."
        "Wait a second and send the same request with the same key: you will get its answer.";
    OperationAlreadyExecuted: 409 "operation-already-executed" No
        "The key was answered long ago."
        "The stored answer has been pruned; `outcome` says what it was. `executed`: it was done, in `transaction`. `refused`: nothing was done, and a new attempt needs a new idempotency key. This key never does anything again.";
    ApiKeyEnded: 409 "api-key-ended" No
        "The API key has ended."
        "A key that is revoked or expired stays so: make a new one.";
    HoldNotOpen: 409 "hold-not-open" Yes
        "The hold is closed."
        "`state` says how it ended. Open a new hold.";
    HoldExpired: 409 "hold-expired" Yes
        "The hold has expired."
        "Open a new hold, or capture with `if_expired: spend`.";
    AlreadyReversed: 409 "already-reversed" Yes
        "The transaction is reversed already."
        "`reversals` lists what was given back.";
    NothingLeft: 409 "nothing-left" Yes
        "Nothing is left of the grant."
        "What was used, has expired, was taken back or is set aside by holds stays as it is. If holds have set credits of it aside, void them first; then try with a new idempotency key: this key will always get this answer.";
    PriceVersionTaken: 409 "price-version-taken" No
        "The version of the price is not free."
        "Versions follow one another and never change; `latest` is the newest. Read it, and add the one after it.";
    SubscriptionExists: 409 "subscription-exists" Yes
        "There is a subscription already."
        "`object` names it. Change or cancel it instead of making a second one.";
    TopupPending: 409 "topup-pending" Yes
        "A top-up is under way."
        "`object` names it. Wait for its outcome.";
    ContentTooLarge: 413 "content-too-large" No
        "The request body is too long."
        "Send at most one MiB.";
    UnsupportedMediaType: 415 "unsupported-media-type" No
        "The request body is of a kind that is not understood."
        "Send JSON, uncompressed, with `Content-Type: application/json`.";
    IdempotencyKeyReused: 422 "idempotency-key-reused" No
        "The idempotency key was used for another request."
        "Use one key for one request. Was the body changed between two attempts? Then it is a new request and needs a new key.";
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
        "At most `limit` reversals of one transaction are booked; `remaining` says what is left of it. Grant it anew.";
    NotReversible: 422 "not-reversible" Yes
        "Transactions of this kind are not reversed."
        "`kind` says what it is. Spends and captures are reversed; a grant is taken back by voiding it.";
    AmountOutOfRange: 422 "amount-out-of-range" Yes
        "The amount is out of range."
        "Amounts and quantities are whole numbers from 1 to 9007199254740991, and so are the costs and the balances they lead to.";
    TooManyLots: 422 "too-many-lots" Yes
        "The balance is made of too many grants."
        "A balance holds what is left of at most `limit` grants that are neither used up nor expired. Grant larger amounts less often, or let them expire; then try with a new idempotency key: this key will always get this answer.";
    TooManyHolds: 422 "too-many-holds" Yes
        "The customer has too many open holds."
        "At most `limit` holds of one customer are open at a time. Capture or void some, or let them run out of time; then try with a new idempotency key: this key will always get this answer.";
    UnitMismatch: 422 "unit-mismatch" Yes
        "The units differ."
        "A transaction stays within one book; its unit is in the balance.";
    UnknownFeature: 422 "unknown-feature" Yes
        "The website has no such feature, or no price for it."
        "Check the feature's code and prices in the website's price list, of the same mode as the key; then try with a new idempotency key: this key will always get this answer.";
    BatchAborted: 424 "batch-aborted" No
        "Another item of the batch was refused."
        "All items were to be done or none: `refused_item` says which one stopped the others, counted from 0, and its result says why. Nothing was done, and the keys are free: mend that item and send the batch again.";
    RateLimited: 429 "rate-limited" No
        "There were too many requests."
        "Wait for the time in Retry-After.";
    Internal: 500 "internal" No
        "Something broke on our side."
        "It has been logged under `request_id`. Try again with the same idempotency key; nothing is done twice.";
    PaymentProviderError: 502 "payment-provider-error" No
        "The payment provider refused or failed."
        "If `retryable` is true, try again with the same idempotency key.";
    AccountBusy: 503 "account-busy" No
        "The account is busy."
        "Wait for the time in Retry-After, then send the same request with the same idempotency key.";
    OutcomeUnknown: 503 "outcome-unknown" No
        "Whether the request was done is not known."
        "Its last step failed after everything else was done. Wait for the time in Retry-After, then send the same request with the same idempotency key: what was done is answered and not done again, what was not is done.";
    Unavailable: 503 "unavailable" No
        "A part of the service is away for now."
        "Wait for the time in Retry-After, then send the same request again.";
}

impl Kind {
    /// The last part of the problem's `type`.
    pub(crate) const fn slug(self) -> &'static str {
        self.row().slug
    }

    /// The HTTP status.
    pub(crate) const fn status(self) -> u16 {
        self.row().status
    }

    /// Whether a money-moving operation stores it under the idempotency key.
    pub(crate) fn is_stored(self) -> bool {
        self.row().stored == Stored::Yes
    }

    /// The kind of a slug.
    pub(crate) fn of_slug(slug: &str) -> Option<Self> {
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
            assert_eq!(Kind::of_slug(slug), Some(*kind));
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
