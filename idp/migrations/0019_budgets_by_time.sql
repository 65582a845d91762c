-- The sweep looks for old budgets.
CREATE INDEX mail_budgets_by_time ON mail_budgets (newest);
