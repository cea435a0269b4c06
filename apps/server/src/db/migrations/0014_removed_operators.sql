-- The email of a removed operator is replaced in the invitation that the operator accepted, too.
grant update (email) on operator_invitation to tessera_app;
update operator_invitation i set email = p.email
  from person p where p.id = i.person_id and p.removed_at is not null;
