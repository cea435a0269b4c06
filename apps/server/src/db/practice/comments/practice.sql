comment on table practice_mark is
  'Marks a practice database. The mark is created before everything else, so that practice is '
  'never set up in a database that was not empty, such as the real one.';

comment on table practice_session is
  'Practice sessions: a customer and a card of this database, with their own clock. owner_id: the '
  'customer in the real database. rules: the copied rule sets, by both ids. playing_until: the '
  'deadline for the step in progress.';

comment on table practice_play is
  'Steps played, in order. scenario, take and step are null when only the clock was advanced. '
  'outcome is the response that was returned; the effects are in the ledger.';
