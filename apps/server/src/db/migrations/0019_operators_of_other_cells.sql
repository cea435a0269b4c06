-- An operator of another cell who acts in this one. The row is a copy: what the operator does here
-- refers to it, and nobody signs in with it.
alter table person
  add column home_cell smallint check (
    home_cell is null
    or (home_cell between 1 and 999 and customer_id is null and invited_by_id is null)
  ),
  -- The administrator who invited the operator, who need not have a row here.
  add column home_inviter_id uuid;
