import { attachmentPath, documentPath } from "./archive-paths.ts";
import type { Section } from "./archive-section.ts";

/**
 * Messages between the customer and Tessera, and operators' notes about the customer. Operators are
 * not named.
 */
export const CONTACT_SECTIONS: readonly Section[] = [
  {
    name: "conversations",
    tables: ["support_conversation"],
    sql: `select c.id, c.subject, c.status, c.article, c.facts, c.created_at, c.last_at,
        c.resolved_at
      from support_conversation c where c.customer_id = $1::uuid order by c.created_at, c.id`,
  },
  {
    name: "messages",
    tables: ["support_message"],
    sql: `select m.id, m.conversation_id, m.seq, m.kind,
        case when m.from_desk then 'support' else 'you' end as "by", m.text, m.created_at
      from support_message m join support_conversation c on c.id = m.conversation_id
      where c.customer_id = $1::uuid order by m.conversation_id, m.seq`,
  },
  {
    name: "attachments",
    tables: ["support_attachment"],
    // A file that is not yet attached to a message belongs to the person who uploaded it.
    sql: `select f.id, f.message_id, f.name, f.kind, f.bytes, f.created_at from support_attachment f
      left join support_message m on m.id = f.message_id
      left join support_conversation c on c.id = m.conversation_id
      where c.customer_id = $1::uuid or (f.message_id is null and f.owner_id in (
        select $1::uuid union select p.id from person p where p.customer_id = $1::uuid))
      order by f.id`,
    open: async (_, __, rows) => rows.map((row) => ({ ...row, file: attachmentPath(row) })),
  },
  {
    name: "review_cases",
    tables: ["review_case"],
    sql: `select c.id, c.kind, c.subject_id, c.status, c.currency, c.amount_minor, c.reasons,
        c.label, c.asked, c.missing, c.asked_note, c.opened_at, c.due_at, c.answer_due_at,
        c.decided_at, c.decision_reason, c.appealed_at, c.appeal_note
      from review_case c where c.customer_id = $1::uuid order by c.opened_at, c.id`,
  },
  {
    name: "review_steps",
    tables: ["review_step"],
    sql: `select s.case_id, s.at, case s.side when 'customer' then 'you' when 'operator' then 'us'
        else s.side end as "by", s.act, s.note, s.data -> 'items' as items
      from review_step s join review_case c on c.id = s.case_id
      where c.customer_id = $1::uuid order by s.case_id, s.id`,
  },
  {
    name: "review_approvals",
    tables: ["review_approval"],
    sql: `select a.case_id, a.revision, a.at from review_approval a
      join review_case c on c.id = a.case_id
      where c.customer_id = $1::uuid order by a.at, a.case_id`,
  },
  {
    name: "review_documents",
    tables: ["review_document"],
    sql: `select d.id, d.case_id, d.item, d.name, d.type as kind, d.bytes, d.created_at
      from review_document d where d.customer_id = $1::uuid order by d.id`,
    open: async (_, __, rows) => rows.map((row) => ({ ...row, file: documentPath(row) })),
  },
  {
    name: "review_flags",
    tables: ["review_flag"],
    sql: `select f.reason, f.flagged_at from review_flag f where f.customer_id = $1::uuid`,
  },
  {
    name: "notes",
    tables: ["customer_note"],
    sql: `select n.id, n.text, n.created_at from customer_note n
      where n.customer_id = $1::uuid order by n.created_at, n.id`,
  },
  {
    name: "views_by_operators",
    tables: ["customer_view"],
    sql: `select v.viewed_at from customer_view v where v.customer_id = $1::uuid
      order by v.viewed_at`,
  },
  {
    name: "help_votes",
    tables: ["support_article_vote"],
    sql: `select v.article, v.helped, v.locale, v.voted_at from support_article_vote v
      where v.customer_id = $1::uuid order by v.voted_at, v.article`,
  },
  {
    name: "insights_seen",
    tables: ["insight_reader"],
    sql: `select r.seen_at from insight_reader r where r.customer_id = $1::uuid`,
  },
  {
    name: "data_archives",
    tables: ["data_archive"],
    sql: `select a.id, a.locale, a.status, a.created_at, a.finished_at, a.expires_at
      from data_archive a where a.customer_id = $1::uuid order by a.created_at, a.id`,
  },
];
