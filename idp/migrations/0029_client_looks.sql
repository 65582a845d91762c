-- How a client looks on the pages that its own requests lead to: a colour (#rrggbb) and a picture (a data: URL of a PNG).
ALTER TABLE clients ADD COLUMN brand_color TEXT;
ALTER TABLE clients ADD COLUMN logo TEXT;
