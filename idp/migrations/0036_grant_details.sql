-- What an authorization request asked for beside its scope, and how its user had signed in. `amr` and `resources` are
-- words separated by blanks, `claims` is the parameter's JSON, `dpop_jkt` the thumbprint of the key that tokens are bound to.
ALTER TABLE grants ADD COLUMN claims TEXT;
ALTER TABLE grants ADD COLUMN acr TEXT;
ALTER TABLE grants ADD COLUMN amr TEXT;
ALTER TABLE grants ADD COLUMN dpop_jkt TEXT;
ALTER TABLE grants ADD COLUMN resources TEXT NOT NULL DEFAULT '';
-- The key that the authorization request named; whoever redeems the code has to have it.
ALTER TABLE authorization_codes ADD COLUMN dpop_jkt TEXT;
