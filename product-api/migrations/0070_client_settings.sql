-- How a website's clients sign people in, as JSON: PKCE, the algorithm of ID tokens, native applications, the device grant,
-- and of the client without a secret where sign-out leads. Null of a website of an older version until its owner has asked
-- for it (the identity provider knows).
ALTER TABLE websites ADD COLUMN client_settings TEXT;
ALTER TABLE websites ADD COLUMN public_settings TEXT;
