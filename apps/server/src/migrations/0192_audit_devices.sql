-- Tells at a sign-in whether its browser was seen before, however often somebody signed in.
CREATE INDEX audit_device ON ledger.audit (actor, (data ->> 'device'))
  WHERE action = 'signed_in';
