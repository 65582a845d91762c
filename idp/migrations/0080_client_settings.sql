-- Whether each use of a client's refresh token gives a new one; NULL where what the client proves itself by decides.
ALTER TABLE clients ADD COLUMN refresh_token_rotation BOOLEAN;
