-- Where each session began, as the person reads it in the list of their own sessions.
ALTER TABLE sessions ADD COLUMN network TEXT;
