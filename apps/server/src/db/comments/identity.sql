comment on table customer is
  'A customer of the program. Everything the customer owns refers to this id.';
comment on column customer.risk_revision is
  'Increases with every change of the rules that apply to the customer''s payments, so that a '
  'server knows whether the rules it has compiled are current.';

comment on table person is
  'Somebody who signs in: a customer''s user, or an operator, who has no customer.';
comment on column person.security_changed_at is
  'When the password or a second factor last changed.';
comment on column person.password_reset_at is
  'When the password was last set by a mailed code. A security hold ends only after that: a thief '
  'of the password can change it and enroll factors, but cannot read the owner''s mail.';
comment on column person.suspended_at is
  'Operators only; a customer is suspended in customer.suspended_at. A removed operator keeps the '
  'row, because the audit log names it, and loses the email, the password and every factor.';
comment on column person.invited_by_id is
  'The administrator whose invitation was accepted; absent for one who was added on the server.';

comment on table customer_account is 'Which of the ledger''s accounts are a customer''s.';

comment on table person_key is
  'The data key of each person. Rows that are never changed carry personal fields sealed under '
  'it, so that destroying the key erases them and no seal of the ledger breaks.';
comment on column person_key.owner_id is
  'A customer, an operator''s person, a month of visitors without an account, or the program.';
comment on column person_key.key_id is
  'The root key that wraps, so that it can be replaced while older rows still open.';
comment on column person_key.made_by is
  'The transaction that made the key: others may cache it only once that committed.';

comment on table session is 'Sign-ins. A token is 256 random bits, stored as its SHA-256.';

comment on table session_proof is
  'Step-up tokens: within one session, somebody authenticated again.';
comment on column session_proof.factor is 'What the step-up token was given for.';
comment on column session_proof.subject_hash is
  'SHA-256 of what its owner was shown and agreed to; null where it is bound to nothing.';

comment on table captcha is
  'A captcha is a picture, whose answer is stored as a hash, or a proof of work: proof_parts '
  'parts, each with proof_bits leading zero bits after proof_rounds rounds.';

comment on table mailed_code is
  'The current mailed code of an address and a purpose, as a keyed hash. A new code replaces it.';

comment on table registration is
  'Registrations that wait for their mailed link. They reserve neither email nor username.';
comment on column registration.requested_at is
  'When, from which network and on which device the terms were accepted.';

comment on table sign_in_failure is
  'Consecutive wrong passwords by the account name typed, whether or not the account exists.';

comment on table sign_in_network is
  'Sign-in attempts by account name and network, whether or not the account exists. Both are '
  'stored as keyed hashes. sign_in_failure counts by name alone, across all networks.';
comment on column sign_in_network.failures is 'Consecutive wrong passwords.';
comment on column sign_in_network.succeeded_at is 'When the right password last came from there.';

comment on table totp_factor is
  'Authenticator apps. The secret is sealed with the row''s owner as associated data.';
comment on column totp_factor.last_step is
  'The last time step whose code was accepted: codes of it and of earlier steps are refused.';
comment on column totp_factor.is_demo is 'An account of the demo, whose codes the sandbox shows.';

comment on table totp_enrolment is
  'Authenticator secrets that were shown and wait for their first code, in the requesting '
  'session.';

comment on table recovery_code is 'Recovery codes, as keyed hashes. Each works once.';

comment on table passkey is 'Passkeys: a WebAuthn credential of a person, with its public key.';
comment on column passkey.counter is
  'The authenticator''s last signature count, which must never decrease once it is above zero.';

comment on table passkey_challenge is
  'Challenges for a session''s passkey: 32 random bytes, stored as their SHA-256.';

comment on table sign_in_challenge is
  'Sign-ins with a correct password that wait for a second factor.';
comment on column sign_in_challenge.tried_name_hash is
  'The account name typed, as a keyed hash, by which wrong attempts are throttled.';

comment on table factor_failure is
  'Consecutive wrong codes. An attempt is counted before its code is checked, so that parallel '
  'attempts gain nothing.';

comment on table factor_reset is
  '2FA recovery under dual control: one operator proposes the reset with a reason, another '
  'decides its review case, which holds the outcome. Rows never change.';

comment on table security_hold is
  'Somebody followed the “not me” link of a mail: payouts and card numbers are blocked until the '
  'password was reset and an operator lifted the hold. Rows are kept for the record.';
comment on column security_hold.about_id is 'The subject of the mail whose link placed the hold.';

comment on table email_change is
  'A customer''s request to change the email. It begins with a code mailed to the new address; a '
  'customer who has money or cards then waits for an operator. Rows are kept for the record.';
comment on column email_change.session_id is
  'The session that survives when the others end: the requesting one, then the confirming one.';
comment on column email_change.expires_at is 'When its code expires.';

comment on table operator_invitation is
  'Invitations of operators. The mailed link has a token of 256 random bits, stored as its '
  'SHA-256. An expired invitation keeps the status `waiting`; compare expires_at.';
comment on column operator_invitation.approved_by is
  'The second administrator, where one was needed.';

comment on table proposal is
  'Changes under maker-checker control: one administrator proposes, another decides. The terms '
  'never change. An expired proposal keeps the status `waiting`; compare expires_at.';
comment on column proposal.operator_id is
  'The operator it is about; absent for an invitation and for the settings.';
comment on column proposal.decider_id is
  'Absent where the proposal ended because its proposer lost their rights.';

comment on table legal_acceptance is
  'Which version of which legal text a person accepted. A row is never changed or deleted, and a '
  'person accepts a version once.';
comment on column legal_acceptance.locale is
  'The language in which it was shown, and the SHA-256 of the text in that language.';
comment on column legal_acceptance.network is
  'The client''s network (/24 or /48), and its User-Agent as in session.device.';
