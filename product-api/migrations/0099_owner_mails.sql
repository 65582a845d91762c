-- oldest compatible migration: 0089
-- Emails to owners of websites about what they have to decide. A row is written in the transaction of its cause, so that each
-- cause has one email, and waits until the identity provider has queued it. cause: what the email is about, such as a dispute in
-- a state. lines: the paragraphs, one in each line. page: the path of the page in the app. ended_at: the time at which the
-- identity provider queued or refused it, or at which it was too old; outcome says which.
CREATE TABLE owner_mail (
    id              TEXT   PRIMARY KEY,
    cause           TEXT   NOT NULL UNIQUE,
    user_id         TEXT   NOT NULL,
    title           TEXT   NOT NULL,
    lines           TEXT   NOT NULL,
    page            TEXT   NOT NULL,
    attempts        BIGINT NOT NULL DEFAULT 0,
    next_attempt_at BIGINT,
    outcome         TEXT   CHECK (outcome IN ('queued', 'no-recipient', 'refused', 'expired')),
    ended_at        BIGINT,
    created_at      BIGINT NOT NULL,
    CHECK ((next_attempt_at IS NULL) = (ended_at IS NOT NULL)),
    CHECK ((outcome IS NULL) = (ended_at IS NULL))
);
CREATE INDEX owner_mail_due ON owner_mail (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX owner_mail_ended ON owner_mail (ended_at, id) WHERE ended_at IS NOT NULL;
