comment on table practice_mark is
  'Marks a practice database. It runs before everything else, so that practice is never set up in '
  'a database that was not empty, such as the real one.';

comment on table practice_session is
  'Practice sessions: a customer and a card of this database, with a clock of their own. '
  'owner_id: the customer in the real database. rules: the rule sets that were copied, by both '
  'ids. playing_until: until when the step in progress may take.';

comment on table practice_play is
  'Steps played, in order. scenario, take and step are null for a move of the clock. outcome is '
  'the answer given; the effects are in the ledger.';
