-- What undone merges have yet to give back: of two wallets one was frozen when the merge was undone. The row goes when
-- both are free and it is done.
CREATE TABLE wallet_return (
    merge_id TEXT NOT NULL,
    from_id BIGINT NOT NULL,
    into_id BIGINT NOT NULL,
    PRIMARY KEY (merge_id, from_id, into_id)
);
