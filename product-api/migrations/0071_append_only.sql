-- Rows of these tables are written once: the database refuses to change or delete them, whatever the program does. Of
-- wallet_transfer the program changes one column, `raised`. A migration that has to change such rows drops the triggers first.
-- SQLite only
CREATE TRIGGER append_only_txn_update BEFORE UPDATE ON txn
    BEGIN SELECT RAISE(ABORT, 'rows of txn are never changed'); END;
CREATE TRIGGER append_only_txn_delete BEFORE DELETE ON txn
    BEGIN SELECT RAISE(ABORT, 'rows of txn are never deleted'); END;
CREATE TRIGGER append_only_entry_update BEFORE UPDATE ON entry
    BEGIN SELECT RAISE(ABORT, 'rows of entry are never changed'); END;
CREATE TRIGGER append_only_entry_delete BEFORE DELETE ON entry
    BEGIN SELECT RAISE(ABORT, 'rows of entry are never deleted'); END;
CREATE TRIGGER append_only_lot_move_update BEFORE UPDATE ON lot_move
    BEGIN SELECT RAISE(ABORT, 'rows of lot_move are never changed'); END;
CREATE TRIGGER append_only_lot_move_delete BEFORE DELETE ON lot_move
    BEGIN SELECT RAISE(ABORT, 'rows of lot_move are never deleted'); END;
CREATE TRIGGER append_only_lot_transfer_update BEFORE UPDATE ON lot_transfer
    BEGIN SELECT RAISE(ABORT, 'rows of lot_transfer are never changed'); END;
CREATE TRIGGER append_only_lot_transfer_delete BEFORE DELETE ON lot_transfer
    BEGIN SELECT RAISE(ABORT, 'rows of lot_transfer are never deleted'); END;
CREATE TRIGGER append_only_hold_event_update BEFORE UPDATE ON hold_event
    BEGIN SELECT RAISE(ABORT, 'rows of hold_event are never changed'); END;
CREATE TRIGGER append_only_hold_event_delete BEFORE DELETE ON hold_event
    BEGIN SELECT RAISE(ABORT, 'rows of hold_event are never deleted'); END;
CREATE TRIGGER append_only_audit_update BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'rows of audit are never changed'); END;
CREATE TRIGGER append_only_audit_delete BEFORE DELETE ON audit
    BEGIN SELECT RAISE(ABORT, 'rows of audit are never deleted'); END;
CREATE TRIGGER append_only_wallet_transfer_update
    BEFORE UPDATE OF out_txn_id, in_txn_id, merge_id, from_id, into_id, debt, is_undo ON wallet_transfer
    BEGIN SELECT RAISE(ABORT, 'rows of wallet_transfer are never changed'); END;
CREATE TRIGGER append_only_wallet_transfer_delete BEFORE DELETE ON wallet_transfer
    BEGIN SELECT RAISE(ABORT, 'rows of wallet_transfer are never deleted'); END;
-- PostgreSQL only
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME;
END $$;
CREATE TRIGGER append_only_txn BEFORE UPDATE OR DELETE OR TRUNCATE ON txn EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_entry BEFORE UPDATE OR DELETE OR TRUNCATE ON entry EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_lot_move BEFORE UPDATE OR DELETE OR TRUNCATE ON lot_move EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_lot_transfer BEFORE UPDATE OR DELETE OR TRUNCATE ON lot_transfer EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_hold_event BEFORE UPDATE OR DELETE OR TRUNCATE ON hold_event EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_audit BEFORE UPDATE OR DELETE OR TRUNCATE ON audit EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_wallet_transfer
    BEFORE UPDATE OF out_txn_id, in_txn_id, merge_id, from_id, into_id, debt, is_undo OR DELETE OR TRUNCATE ON wallet_transfer
    EXECUTE FUNCTION refuse_change();
