-- How a website's clients are shown on the pages of sign-in, as JSON; null until its owner has asked for it (the idp knows).
ALTER TABLE websites ADD COLUMN branding TEXT;
