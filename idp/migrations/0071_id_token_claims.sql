-- Whether ID tokens of a client hold the claims that scopes open at userinfo.
ALTER TABLE clients ADD COLUMN userinfo_claims_in_id_token BOOLEAN NOT NULL DEFAULT FALSE;
