-- A grant that is voided is followed into the wallet that its lot went to.
CREATE INDEX lot_transfer_of_lot ON lot_transfer (from_lot_id);
