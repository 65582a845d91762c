-- Resources whose servers belong to clients, such as the MCP server of a website, with the words that open them. Any client
-- may ask a person for them, so that a resource belongs to one client. The key is the address without the slash of an empty
-- path: both spellings name one resource.
CREATE TABLE protected_resources (
    key       TEXT PRIMARY KEY,
    resource  TEXT NOT NULL,
    client_id TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
    scope     TEXT NOT NULL
);
CREATE INDEX protected_resources_by_client ON protected_resources (client_id);
