import { openFacts } from "../../cards/issuance/index.ts";
import type { Section } from "./archive-section.ts";
import { withPlaces } from "./record-places.ts";

/** The customer's identity, how they sign in, and the history of their account. */
export const IDENTITY_SECTIONS: readonly Section[] = [
  {
    name: "person",
    tables: ["person", "customer"],
    sql: `select p.id, p.username, p.email, p.locale, p.created_at, p.security_changed_at,
        p.password_reset_at, c.suspended_at
      from person p join customer c on c.id = p.customer_id where p.customer_id = $1::uuid`,
  },
  {
    name: "registrations",
    tables: ["registration"],
    sql: `select r.email, r.locale, r.requested_at, r.network, r.device, r.used_at, r.expires_at
      from registration r join person p on p.email = r.email
      where p.customer_id = $1::uuid order by r.expires_at`,
  },
  {
    name: "email_changes",
    tables: ["email_change"],
    // Shows the outcome and whether an operator reviewed the change, but not which operator.
    sql: `select e.id, e.old_email as former_email, e.new_email, e.factor as proven_by, e.status,
        e.case_id is not null as is_reviewed, e.requested_at, e.ended_at,
        case when c.status = 'rejected' then c.decision_reason end as reason,
        case when e.status = 'restored' then (
          select min(a.created_at) from ledger.audit a
          where a.customer_id = e.customer_id and a.action = 'email_restored'
            and a.created_at >= e.ended_at) end as restored_at
      from email_change e left join review_case c on c.id = e.case_id
      where e.customer_id = $1::uuid order by e.requested_at, e.id`,
  },
  {
    name: "account_closings",
    tables: ["account_closing"],
    sql: `select a.id, a.factor as proven_by, a.asked_at, a.ends_at, a.cancelled_at, a.settling_at,
        a.closed_at
      from account_closing a where a.customer_id = $1::uuid order by a.asked_at, a.id`,
  },
  {
    name: "account_closing_amounts",
    tables: ["account_closing_amount"],
    sql: `select m.closing_id, m.currency, m.named_minor, m.left_minor
      from account_closing_amount m join account_closing a on a.id = m.closing_id
      where a.customer_id = $1::uuid order by m.closing_id, m.currency`,
  },
  {
    name: "acceptances",
    tables: ["legal_acceptance"],
    sql: `select l.text, l.version, l.locale, l.text_sha256, l.accepted_at, l.network, l.device,
        l.source
      from legal_acceptance l where l.customer_id = $1::uuid
      order by l.accepted_at, l.text, l.version`,
  },
  {
    name: "holder",
    tables: ["card_holder"],
    sql: `select h.key_id, h.wrapped_key, h.facts_sealed, h.revision, h.changed_at
      from card_holder h where h.customer_id = $1::uuid`,
    open: async ({ keys }, customerId, rows) =>
      rows.map(({ key_id, wrapped_key, facts_sealed, ...row }) => {
        const sealed = {
          keyId: key_id as string,
          wrappedKey: wrapped_key as Buffer,
          factsSealed: facts_sealed as Buffer,
        };
        return { ...row, facts: openFacts(keys, customerId, sealed) };
      }),
  },
  {
    name: "api_keys",
    tables: ["api_key", "api_key_ceiling"],
    sql: `select k.id, k.name, k.mode, k.scopes, k.addresses, k.calls_per_minute, k.created_at,
        k.expires_at, k.last_used_at, k.last_used_network, k.revoked_at, k.revoked_because,
        (select json_agg(json_build_object('currency', c.currency,
            'per_call_minor', c.per_call_minor::text, 'per_day_minor', c.per_day_minor::text)
            order by c.currency)
          from api_key_ceiling c where c.key_id = k.id) as ceilings
      from api_key k where k.customer_id = $1::uuid order by k.created_at, k.id`,
  },
  {
    name: "api_key_calls",
    tables: ["api_key_call"],
    sql: `select c.key_id, c.at, c.method, c.route, c.status, c.code, c.address, c.duration_ms
      from api_key_call c join api_key k on k.id = c.key_id
      where k.customer_id = $1::uuid order by c.id`,
  },
  {
    name: "memberships",
    tables: ["membership", "company"],
    sql: `select m.id, c.name as company, m.role, m.joined_at,
        m.invited_by is null as is_founder
      from membership m join company c on c.customer_id = m.customer_id
      join person p on p.id = m.person_id
      where p.customer_id = $1::uuid order by m.joined_at, m.id`,
  },
  {
    name: "company_invitations",
    tables: ["membership_invitation"],
    sql: `select i.id, c.name as company, i.email, i.role, i.locale, i.invited_at, i.expires_at
      from membership_invitation i join company c on c.customer_id = i.customer_id
      join person p on p.email = i.email
      where p.customer_id = $1::uuid order by i.invited_at, i.id`,
  },
  {
    name: "company_acceptances",
    tables: ["company_acceptance"],
    sql: `select c.name as company, l.text, l.version, l.locale, l.text_sha256, l.accepted_at,
        l.network, l.device
      from company_acceptance l join company c on c.customer_id = l.customer_id
      join person p on p.id = l.person_id
      where p.customer_id = $1::uuid order by l.accepted_at, l.text, l.version`,
  },
  {
    name: "webhooks",
    tables: ["webhook_endpoint", "webhook_feed"],
    sql: `select e.id, e.name, e.url, e.types, e.card_ids, e.status, e.disabled_because,
        e.failing_since, e.created_at, f.created_at as events_since
      from webhook_endpoint e join webhook_feed f on f.customer_id = e.customer_id
      where e.customer_id = $1::uuid order by e.created_at, e.id`,
  },
  {
    name: "webhook_events",
    tables: ["webhook_event", "webhook_delivery", "webhook_attempt"],
    sql: `select v.sequence, v.id, v.type, v.object_type, v.object_id, v.card_id, v.block, v.at,
        (select json_agg(json_build_object('endpoint_id', d.endpoint_id, 'status', d.status)
            order by d.endpoint_id)
          from webhook_delivery d
          where d.customer_id = v.customer_id and d.sequence = v.sequence) as deliveries,
        (select json_agg(json_build_object('endpoint_id', a.endpoint_id, 'at', a.at,
            'outcome', a.outcome, 'status', a.status) order by a.id)
          from webhook_attempt a join webhook_endpoint e on e.id = a.endpoint_id
          where e.customer_id = v.customer_id and a.sequence = v.sequence) as attempts
      from webhook_event v where v.customer_id = $1::uuid order by v.sequence`,
  },
  {
    name: "passkeys",
    tables: ["passkey"],
    sql: `select k.id, k.name, k.transports, k.created_at, k.last_used_at
      from passkey k join person p on p.id = k.person_id
      where p.customer_id = $1::uuid order by k.created_at, k.id`,
  },
  {
    name: "authenticator_apps",
    tables: ["totp_factor"],
    sql: `select t.created_at, t.last_used_at from totp_factor t
      join person p on p.id = t.person_id where p.customer_id = $1::uuid`,
  },
  {
    name: "recovery_codes",
    tables: ["recovery_code"],
    sql: `select r.used_at is not null as is_used, r.used_at from recovery_code r
      join person p on p.id = r.person_id where p.customer_id = $1::uuid order by r.used_at`,
  },
  {
    name: "failed_confirmations",
    tables: ["factor_failure"],
    sql: `select f.failures, f.last_at from factor_failure f join person p on p.id = f.person_id
      where p.customer_id = $1::uuid`,
  },
  {
    name: "factor_resets",
    tables: ["factor_reset"],
    sql: `select f.id, f.reason, f.proposed_at from factor_reset f
      where f.customer_id = $1::uuid order by f.proposed_at, f.id`,
  },
  {
    name: "security_holds",
    tables: ["security_hold"],
    sql: `select h.id, h.about_id, h.began_at, h.lifted_at, h.lift_reason from security_hold h
      where h.customer_id = $1::uuid order by h.began_at, h.id`,
  },
  {
    name: "devices",
    tables: ["session"],
    sql: `select s.id, s.device, s.ip, s.created_at, s.last_seen_at, s.expires_at from session s
      join person p on p.id = s.person_id
      where p.customer_id = $1::uuid order by s.created_at, s.id`,
  },
  {
    name: "acts",
    tables: ["ledger.audit"],
    // Shows that an operator took the action, but not which operator.
    sql: `select a.ref as id, a.action, a.outcome, o.is_support, a.movement_id, a.created_at,
        case when not o.is_support then a.data end as data
      from ledger.audit a cross join lateral (
        select coalesce(a.data ->> 'role', 'customer') <> 'customer'
          or coalesce(a.data ->> 'layer', '') = 'operator' as is_support) o
      where a.customer_id = $1::uuid order by a.ref`,
    open: withPlaces,
  },
];
