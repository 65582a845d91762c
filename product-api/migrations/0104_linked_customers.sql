-- oldest compatible migration: 0102
-- linked_at: the time from which a link to a customer counts that existed at Stripe before; null for a customer that this
-- installation has made there. Invoices of its subscriptions that were paid before grant nothing.
ALTER TABLE stripe_customer ADD COLUMN linked_at BIGINT;
