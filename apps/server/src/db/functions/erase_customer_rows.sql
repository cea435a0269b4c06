-- Erases a customer: deletes or overwrites personal data, and destroys the key that seals personal
-- data in append-only rows. Rows about money remain, and identify the customer only by id.
-- p_password_hash is the hash of a password that nobody knows. Idempotent, within the caller's
-- transaction. Only the owner of the schema may call it.
create or replace function erase_customer_rows(
  p_customer uuid, p_now timestamptz, p_password_hash text
) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  v_person uuid;
  v_email text;
  v_mark text := 'erased-' || replace(p_customer::text, '-', '');
  v_numbered uuid[] := array(select card_id from card_secret where customer_id = p_customer);
begin
  select id, email into v_person, v_email
  from person where customer_id = p_customer for update;

  -- Stored responses to operators' calls about the customer. Each contains an id that belongs to
  -- the customer.
  delete from idempotency_answer a using (
    select p_customer as id
    union all select id from customer_note where customer_id = p_customer
    union all select id from correction where customer_id = p_customer
    union all select id from card where customer_id = p_customer
    union all select id from review_case where customer_id = p_customer
    union all select id from support_conversation where customer_id = p_customer
    union all select m.id from support_message m
      join support_conversation c on c.id = m.conversation_id where c.customer_id = p_customer
  ) theirs where position(theirs.id::text in a.body) > 0;

  -- Sign-in.
  delete from session_proof where session_id in (select id from session where person_id = v_person);
  delete from totp_enrolment
    where session_id in (select id from session where person_id = v_person);
  delete from passkey_challenge
    where session_id in (select id from session where person_id = v_person);
  delete from session where person_id = v_person;
  delete from api_key_call where key_id in (select id from api_key where customer_id = p_customer);
  delete from api_key_text where key_id in (select id from api_key where customer_id = p_customer);
  update api_key set name = 'erased', addresses = '{}', last_used_network = null
    where customer_id = p_customer;
  -- With an endpoint end its secrets, deliveries and attempts.
  delete from webhook_endpoint where customer_id = p_customer;
  delete from webhook_event where customer_id = p_customer;
  delete from webhook_feed where customer_id = p_customer;
  delete from sign_in_challenge where person_id = v_person;
  delete from factor_failure where person_id = v_person;
  delete from passkey where person_id = v_person;
  delete from totp_factor where person_id = v_person;
  delete from recovery_code where person_id = v_person;
  delete from withdrawal_alarm where customer_id = p_customer;
  delete from registration where email = v_email or email in (
    select unnest(array[old_email, new_email]) from email_change where customer_id = p_customer);
  delete from sandbox_mail where recipient = v_email or recipient in (
    select unnest(array[old_email, new_email]) from email_change where customer_id = p_customer);
  -- Invitations to become an operator.
  update operator_invitation set email = v_mark || '-' || id || '@erased.invalid'
    where email = v_email or email in (
      select unnest(array[old_email, new_email]) from email_change where customer_id = p_customer);
  update proposal set terms = terms || jsonb_build_object('email', v_mark || '@erased.invalid')
    where terms ->> 'email' = v_email or terms ->> 'email' in (
      select unnest(array[old_email, new_email]) from email_change where customer_id = p_customer);
  -- Invitations to companies.
  delete from membership_invitation where customer_id = p_customer or invited_by = v_person
    or email = v_email or email in (
      select unnest(array[old_email, new_email]) from email_change where customer_id = p_customer);
  -- Rows of email_change remain, because a review case may refer to them.
  update email_change set old_email = v_mark || '-old', new_email = v_mark || '-new'
    where customer_id = p_customer;
  update legal_acceptance set network = null, device = '' where customer_id = p_customer;
  -- Companies. A person keeps a company that they own, because it would have no owner.
  delete from membership where person_id = v_person and role <> 'owner';
  delete from membership where customer_id = p_customer;
  update company_acceptance set network = null, device = ''
    where customer_id = p_customer or person_id = v_person;
  update company set name = 'erased', client_key = customer_id::text
    where customer_id = p_customer;
  update security_hold
    set lifted_by = case when may_name_customer(lifted_by) then 'customer' else lifted_by end,
      lift_reason = case when lift_reason is not null then 'erased' end
    where customer_id = p_customer;
  update factor_reset set reason = 'erased' where customer_id = p_customer;

  -- The request to close the account remains on record.
  delete from account_closing_link where closing_id in (
    select id from account_closing where customer_id = p_customer);
  update account_closing set cancelled_by = 'customer'
    where customer_id = p_customer and cancelled_by <> 'mailed link';

  -- What operators wrote about the customer.
  perform set_config('tessera.erasing', p_customer::text, true);
  delete from customer_note where customer_id = p_customer;
  perform set_config('tessera.erasing', '', true);
  delete from customer_view where customer_id = p_customer;
  delete from review_flag where customer_id = p_customer;
  update account_stop set note = 'erased' where customer_id = p_customer and note is not null;
  update correction set reason = 'erased', reference = 'erased',
      decision_note = case when decision_note is not null then 'erased' end
    where customer_id = p_customer;
  update network_unmatched set reason = 'erased'
    where customer_id = p_customer and reason is not null;

  -- Support and reviews.
  insert into file_orphan (key, since)
  select 'attachments/' || a.id, p_now from support_attachment a
  left join support_message m on m.id = a.message_id
  left join support_conversation c on c.id = m.conversation_id
  where (c.customer_id = p_customer or a.owner_id = p_customer) and a.sealed is null
  union all
  select 'documents/' || id, p_now from review_document
  where customer_id = p_customer and sealed is null
  union all
  select 'receipts/' || id, p_now from receipt where customer_id = p_customer and sealed is null
  on conflict (key) do nothing;
  delete from receipt_payment where customer_id = p_customer;
  delete from receipt where customer_id = p_customer;
  delete from payment_note where customer_id = p_customer;
  delete from support_attachment a where a.owner_id = p_customer or a.message_id in (
    select m.id from support_message m join support_conversation c on c.id = m.conversation_id
    where c.customer_id = p_customer);
  delete from support_message where conversation_id in (
    select id from support_conversation where customer_id = p_customer);
  delete from support_conversation where customer_id = p_customer;
  delete from support_article_vote where customer_id = p_customer;
  delete from review_document where customer_id = p_customer;
  update review_step set note = null,
      actor = case when side = 'customer' then 'customer' else actor end
    where case_id in (select id from review_case where customer_id = p_customer);
  update review_case set asked_note = null, decision_reason = null, appeal_note = null,
      label = null,
      changed_by = case when may_name_customer(changed_by) then 'customer' else changed_by end,
      decided_by = case when may_name_customer(decided_by) then 'customer' else decided_by end
    where customer_id = p_customer;

  -- Cards and rules.
  -- In a cluster, the directory cannot be joined with the cell's own tables.
  delete from directory_card where kind = 'number' and card_id = any (v_numbered);
  delete from card_secret where customer_id = p_customer;
  delete from card_holder where customer_id = p_customer;
  delete from stripe_cardholder where customer_id = p_customer;
  update card_freeze set reason_detail = '{}',
      actor = case when layer = 'customer' then 'customer' else actor end
    where card_id in (select id from card where customer_id = p_customer);
  delete from keep_alive_notice
    where card_id in (select id from card where customer_id = p_customer);
  delete from card_wrong_try where card_id in (select id from card where customer_id = p_customer);
  update card set nickname = null, tags = '{}', tag_keys = '{}', schedule = null,
      billing_address = '{"assignment": "holder"}', draw_merchants = null,
      keep_alive_daily_minor = null, keep_alive_fee_basis_points = null,
      keep_alive_merchants = null,
      -- Written by the proposer of the mandate, and not by a network.
      locked_merchant_name = case when mandate_id is not null then 'erased'
        else locked_merchant_name end,
      locked_merchant_key = case when mandate_id is not null then 'ERASED'
        else locked_merchant_key end
    where customer_id = p_customer;
  update card_application set nickname = null, billing_address = null
    where customer_id = p_customer;
  update card_closing set actor = 'customer'
    where customer_id = p_customer and may_name_customer(actor);
  update risk_strategy_version set name = 'erased', rule =
      '{"when": {}, "action": "notify", "scope": {"cards": "all"}, "counts": "per_card",
        "email": false}'
    where strategy_id in (select id from risk_strategy where customer_id = p_customer);
  update payment_review set strategy_name = 'erased' where customer_id = p_customer;
  delete from auto_top_up_run where customer_id = p_customer;
  delete from auto_top_up where customer_id = p_customer;
  perform set_config('tessera.erasing', p_customer::text, true);
  update purchase_mandate set merchant_name = 'erased', merchant_key = 'ERASED', purpose = 'erased',
      key_name = case when key_name is not null then 'erased' end
    where customer_id = p_customer;
  perform set_config('tessera.erasing', '', true);
  delete from insight_reader where customer_id = p_customer;

  -- Blockchain addresses. Amounts, times and transaction hashes remain.
  update custodian_transfer t set address = v_mark from deposit d
    where d.customer_id = p_customer and t.network = d.network and t.address = d.address;
  update sandbox_chain_transfer t set address = v_mark from deposit d
    where d.customer_id = p_customer and t.network = d.network and t.address = d.address;
  update evm_transfer t set address = v_mark, sender = v_mark
    from evm_address a join deposit d on d.id = a.deposit_id
    where d.customer_id = p_customer and t.address = a.address;
  -- The path stays, with which the holder of the key still finds what arrives there.
  update evm_address a set address = v_mark || '-' || a.deposit_id from deposit d
    where d.customer_id = p_customer and d.id = a.deposit_id;
  update deposit set address = v_mark || '-' || id where customer_id = p_customer;
  update sandbox_payout set address = v_mark
    where id in (select id from withdrawal where customer_id = p_customer);
  update payout_instruction set address = v_mark
    where withdrawal_id in (select id from withdrawal where customer_id = p_customer);
  -- A signed transaction contains the address. Its hash remains in evm_payout.
  delete from evm_payout_transaction
    where payout_id in (select id from withdrawal where customer_id = p_customer);
  update evm_payout set destination = v_mark
    where id in (select id from withdrawal where customer_id = p_customer);
  update withdrawal_quote set address = v_mark where customer_id = p_customer;
  update payout_address set label = 'erased', address = v_mark || '-' || id,
      removed_at = coalesce(removed_at, greatest(p_now, created_at))
    where customer_id = p_customer;

  -- Bank transfers. Amounts, days and the bank's references remain.
  update bank_entry set end_to_end_id = null, transaction_ids = '{}', creditor_references = '{}',
      remittance = '', party_name = null, party_account = null
    where customer_id = p_customer;

  -- Files, snapshots and events generated for the customer.
  delete from reconciliation_chunk where export_id in (
    select id from reconciliation_export where customer_id = p_customer);
  delete from reconciliation_export where customer_id = p_customer;
  delete from data_archive_chunk where archive_id in (
    select id from data_archive where customer_id = p_customer);
  delete from data_archive where customer_id = p_customer;
  delete from asset_snapshot where customer_id = p_customer;
  delete from idempotency_answer where owner in (p_customer, v_person);
  delete from customer_event where customer_id in (p_customer, v_person);

  -- Frees the username and email for use by other people.
  delete from directory_name where person_id = v_person;
  update person set username = v_mark, email = v_mark || '@erased.invalid',
      password_hash = p_password_hash, locale = 'en'
    where id = v_person;

  insert into person_key (owner_id, owner_kind, destroyed_at)
  values (p_customer, 'customer', p_now)
  on conflict (owner_id) do update
    set key_id = null, wrapped_key = null, destroyed_at = excluded.destroyed_at
    where person_key.destroyed_at is null;
end $$;

revoke execute on function erase_customer_rows from public;
