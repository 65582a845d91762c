-- oldest compatible migration: 0104
-- Money of months that are not granted: undivided_minor is the part that the website still owes, undivided_returned the part that
-- went back with refunds and lost disputes, and undivided_broken the part of months that are never granted, which is breakage.
-- undivided_parts is 0 once no further month is granted.
ALTER TABLE payment ADD COLUMN undivided_returned BIGINT NOT NULL DEFAULT 0 CHECK (undivided_returned >= 0);
ALTER TABLE payment ADD COLUMN undivided_broken BIGINT NOT NULL DEFAULT 0 CHECK (undivided_broken >= 0);
