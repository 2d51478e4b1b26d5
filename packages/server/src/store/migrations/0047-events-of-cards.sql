-- A provider's events name a payment or a card, and most of them are of other software in the same account.
create index on invoices (payment_id) where payment_id is not null;
create index on card_customers (card_id) where card_id is not null;
