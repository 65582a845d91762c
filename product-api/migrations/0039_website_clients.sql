-- What a website's client at the idp is registered with, as JSON lists; null of a website of an older version until its owner
-- has asked for it (the idp knows).
ALTER TABLE websites ADD COLUMN redirect_uris TEXT;
ALTER TABLE websites ADD COLUMN post_logout_redirect_uris TEXT;

-- A change that the owner wants and the idp may not know of yet: it is written down before the idp is told, and becomes the
-- row when the idp has taken it. client_behind is true meanwhile, so that the sweep goes on where somebody was cut off.
ALTER TABLE websites ADD COLUMN client_wish TEXT;

-- Its second client, for programs that can keep no secret. The id is there before the client is.
ALTER TABLE websites ADD COLUMN public_client_id TEXT;
ALTER TABLE websites ADD COLUMN public_redirect_uris TEXT;
CREATE UNIQUE INDEX websites_by_public_client ON websites (public_client_id) WHERE public_client_id IS NOT NULL;
