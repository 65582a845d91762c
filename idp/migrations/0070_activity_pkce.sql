-- Whether an authorization request came with a PKCE challenge; NULL for other endpoints and for older rows.
ALTER TABLE client_activity ADD COLUMN uses_pkce BOOLEAN;
