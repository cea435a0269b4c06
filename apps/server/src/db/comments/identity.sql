comment on table customer is
  'A customer of the program. Everything the customer owns refers to this id.';
comment on column customer.risk_revision is
  'Increases with every change to the rules that apply to the customer''s payments, so that '
  'servers know whether their compiled rules are current.';

comment on table person is
  'A person who signs in: a customer''s user, or an operator, who has no customer.';
comment on column person.security_changed_at is
  'When the password or a second factor last changed.';
comment on column person.password_reset_at is
  'When the password was last set using an emailed code. A security hold ends only after that: '
  'someone who stole the password can change it and enroll factors, but cannot read the owner''s '
  'email.';
comment on column person.suspended_at is
  'Operators only; a customer is suspended in customer.suspended_at. A removed operator keeps '
  'this row, because the audit log refers to it, but loses the email, the password and every '
  'factor.';
comment on column person.home_cell is
  'The cell where an operator signs in, if it is another one: the row is then a copy, which what '
  'the operator does in this cell refers to. Null for everybody else.';
comment on column person.home_inviter_id is
  'The administrator who invited an operator of another cell, who need not have a row here.';
comment on column person.invited_by_id is
  'The administrator whose invitation was accepted; null for an operator who was added on the '
  'server.';

comment on table customer_account is 'The ledger accounts that belong to customers.';

comment on table person_key is
  'The data key of each person. Rows that never change contain personal fields sealed under this '
  'key, so that destroying the key erases those fields without breaking any seal of the ledger.';
comment on column person_key.owner_id is
  'A customer, an operator''s person, a month of visitors without an account, or the program.';
comment on column person_key.key_id is
  'The root key that wraps this key. With its id, root keys can be replaced while older rows can '
  'still be opened.';
comment on column person_key.made_by is
  'The transaction that created the key. Other sessions may cache the key only after that '
  'transaction commits.';

comment on table session is 'Sign-ins. A token is 256 random bits, stored as its SHA-256.';
comment on column session.parent_id is
  'The person''s own session in which this one was opened to act for a company; null for a '
  'sign-in. Both end together.';
comment on column session.membership_id is
  'The membership through which the session acts for a company; null for a sign-in. The session '
  'ends with it.';

comment on table session_proof is
  'Step-up tokens: proof that the person authenticated again during a session.';
comment on column session_proof.factor is 'How the person authenticated for the step-up token.';
comment on column session_proof.subject_hash is
  'SHA-256 of what the token''s owner was shown and agreed to; null if the token is not bound to '
  'anything.';

comment on table captcha is
  'A captcha is a picture, whose answer is stored as a hash, or a proof of work of proof_parts '
  'parts, each with proof_bits leading zero bits after proof_rounds rounds.';
comment on column captcha.answer_hash is
  'The hash of a picture''s answer; null for a proof of work, which uses the columns proof_*.';

comment on table mailed_code is
  'The current emailed code for an address and a purpose, as a keyed hash. A new code replaces it.';

comment on table registration is
  'Registrations waiting for their emailed link to be opened. They reserve neither an email nor a '
  'username.';
comment on column registration.requested_at is
  'When, from which network and on which device the terms were accepted.';

comment on table sign_in_failure is
  'Consecutive wrong passwords per account name entered, whether or not the account exists.';

comment on table sign_in_network is
  'Sign-in attempts by account name and network, whether or not the account exists. Both are '
  'stored as keyed hashes. sign_in_failure counts only by name, across all networks.';
comment on column sign_in_network.failures is 'Consecutive wrong passwords.';
comment on column sign_in_network.succeeded_at is
  'When the right password was last entered from this network.';

comment on table totp_factor is
  'Authenticator apps. The secret is sealed with the row''s owner as associated data.';
comment on column totp_factor.last_step is
  'The time step of the last accepted code. Codes for this step and for earlier steps are refused.';
comment on column totp_factor.is_demo is
  'Whether this is a demo account, whose codes the sandbox shows.';

comment on table totp_enrolment is
  'Authenticator secrets that were shown during a session and are waiting for their first code.';

comment on table recovery_code is 'Recovery codes, as keyed hashes. Each code works once.';

comment on table passkey is 'Passkeys: a WebAuthn credential of a person, with its public key.';
comment on column passkey.counter is
  'The authenticator''s last signature count, which must never decrease once it is above zero.';

comment on table passkey_challenge is
  'Challenges for a passkey in a session: 32 random bytes, stored as their SHA-256.';

comment on table sign_in_challenge is
  'Sign-ins with a correct password that are waiting for a second factor.';
comment on column sign_in_challenge.tried_name_hash is
  'The account name entered, as a keyed hash. Wrong attempts are throttled by it.';

comment on table factor_failure is
  'Consecutive wrong codes. An attempt is counted before its code is checked, so that parallel '
  'attempts gain no advantage.';

comment on table factor_reset is
  '2FA recovery under dual control: one operator proposes the reset and gives a reason, and '
  'another operator decides its review case, which records the outcome. Rows never change.';

comment on table security_hold is
  'Holds placed through the “not me” link in an email. Payouts and card numbers are blocked until '
  'the password is reset and an operator lifts the hold. Rows are kept for the record.';
comment on column security_hold.about_id is 'The subject of the email whose link placed the hold.';

comment on table email_change is
  'A customer''s request to change the email. It begins with a code emailed to the new address. A '
  'customer who has money or cards then waits for an operator. Rows are kept for the record.';
comment on column email_change.session_id is
  'The session that stays signed in when all others end: first the requesting session, then the '
  'confirming one.';
comment on column email_change.expires_at is 'When the emailed code expires.';

comment on table operator_invitation is
  'Invitations to become an operator. The emailed link contains a token of 256 random bits, '
  'stored as its SHA-256. An expired invitation keeps the status `waiting`; compare expires_at. '
  'The email is replaced when its retention period ends, or when the operator is removed.';
comment on column operator_invitation.inviter_id is
  'The administrator who invited the person; null for the command line.';
comment on column operator_invitation.approved_by is
  'The second administrator, if one was required; the command line itself for its invitations.';

comment on table proposal is
  'Changes under maker-checker control: one administrator proposes, and another decides. The '
  'terms never change, except that the email of an invited person is replaced when its retention '
  'period ends. An expired proposal keeps the status `waiting`; compare expires_at.';
comment on column proposal.operator_id is
  'The operator that the change is about; null for an invitation and for settings.';
comment on column proposal.decider_id is
  'Null if the proposal ended because its proposer lost their access.';

comment on table legal_version is
  'From when each version of a legal text is in force in this program: its published date or, if '
  'the program learned of it later, a day after the first server that knows it started. Rows never '
  'change.';

comment on table legal_acceptance is
  'Which version of which legal text a person accepted. Rows are never changed or deleted, and a '
  'person accepts a version only once.';
comment on column legal_acceptance.locale is
  'The language in which the text was shown, and the SHA-256 of the text in that language.';
comment on column legal_acceptance.network is
  'The client''s network (/24 or /48), and its User-Agent as in session.device.';

comment on table api_key is
  'Keys with which a customer''s software calls the API. A key acts for its customer, within its '
  'scopes, ceilings and addresses. Rows are kept for the record.';
comment on column api_key.mode is
  '`test` in the sandbox, `live` elsewhere. A key of the other mode is not accepted.';
comment on column api_key.last_used_network is
  'The network (/24 or /48) of the last call; null if there is none that identifies a place.';
comment on column api_key.revoked_because is
  '`owner`: by the customer. `exposed`: the key was found in the URL of a request. `alarm`: by the '
  'link of a “not me” mail.';

comment on table api_key_text is
  'The texts of API keys, as SHA-256: the current one, and former ones until they end. The hint is '
  'the first and the last characters, which identify a key to its owner.';

comment on table api_key_ceiling is
  'What an API key may move in a currency: in a call, and in a day (UTC). The ledger counts the '
  'day with the movement itself. A key moves nothing in a currency without a row.';

comment on table api_key_call is
  'Calls made with API keys, for their owners, for 30 days. Has the route''s template, never a '
  'path, a parameter or a body. Rows are written in batches after the response.';

comment on table company is
  'Companies: customers that are nobody''s own account and have members instead.';
comment on column company.client_key is
  'The idempotency key of the call that created the company.';

comment on table membership is
  'Who acts for a company, and in which role. A row is deleted when the person leaves; the audit '
  'log shows who was a member.';
comment on column membership.invited_by is
  'Whose invitation was accepted; null for the person who created the company.';
comment on column membership.revision is
  'Increases with every change of the role. A change states the revision that it is based on.';

comment on table membership_invitation is
  'Invitations that can be accepted, until they expire. A row is deleted when the invitation is '
  'accepted, withdrawn or replaced, so a link works once.';
comment on column membership_invitation.client_key is
  'The idempotency key of the call that sent the invitation.';

comment on table ownership_handover is
  'Requests of owners to hand their company over, which the new owner has not answered. At most '
  'one for each company.';

comment on table company_acceptance is
  'Which versions of the legal texts were accepted for a company, and by whom. Rows never change.';
comment on column company_acceptance.text_sha256 is
  'SHA-256 of the text in the language in which it was shown.';
