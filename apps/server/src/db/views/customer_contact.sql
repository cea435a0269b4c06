-- Who stands behind each customer: the person whose account it is, or a company's owner. The name
-- is the person's username or the company's name.
drop view if exists customer_contact;
create view customer_contact as
select
  person.customer_id, person.id as person_id, person.username as name, person.email, person.locale,
  false as is_company
from person where person.customer_id is not null
union all
select
  company.customer_id, person.id, company.name, person.email, person.locale, true
from company
join membership on membership.customer_id = company.customer_id and membership.role = 'owner'
join person on person.id = membership.person_id;
grant select on customer_contact to tessera_app;

comment on view customer_contact is
  'Who stands behind each customer: the person whose account it is, or a company''s owner. The '
  'name is the person''s username or the company''s name.';
