-- How many codes were tried for an address, over all its mails, since it last answered one.
CREATE TABLE code_guesses (
    identifier TEXT PRIMARY KEY,
    guesses    BIGINT NOT NULL,
    newest     BIGINT NOT NULL
);
CREATE INDEX code_guesses_by_time ON code_guesses (newest);
