-- A customer's cards as they are listed: closed ones last, then the newest first. A page of a
-- customer with thousands of cards is read in this order, without sorting all of them.
CREATE INDEX card_list ON card (customer_id, (status <> 'closed') DESC, created_at DESC, id DESC);
