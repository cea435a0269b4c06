import { ACT_NAMES, ACTS } from "@tessera/contract/logs/acts";
import type { Snapshot } from "@tessera/database/logical-copy/read-snapshot";
import { CURRENCIES, type CurrencyCode, formatAmount, isCurrency } from "@tessera/money";
import { DATABASE_MARK, type DatabaseMark } from "../database-mark/database-mark.repository.ts";
import { openRecords } from "../platform/audit-seal.ts";
import type { Db } from "../platform/context.ts";
import type { PersonKeys } from "../platform/person-keys.ts";

type Row = Readonly<Record<string, unknown>>;

/** One part of what is kept about a customer. */
interface Section {
  readonly name: string;
  /** Rows of the customer `$1`. Columns that end in `_minor` become amounts of `currency`. */
  readonly sql: string;
  /** Whether rows have `id` and `data` of records, of which where they came from is told. */
  readonly areRecords?: true;
}

/** Acts that the customer they are about reads, as texts of SQL; the catalogue's own names. */
const OWNERS_ACTS = ACT_NAMES.filter((name) => ACTS[name].ownerReads)
  .map((name) => `'${name}'`)
  .join(", ");

/**
 * What a customer may take along: what they gave, what they did and what followed from it. No card
 * number, no hash, no code; nothing that tells how risk is judged. Columns are named one by one, so
 * that a new one is not handed out before somebody thought of it.
 */
const SECTIONS: readonly Section[] = [
  {
    name: "person",
    sql: `select p.id, p.username, p.email, p.locale, p.created_at from person p
      where p.customer_id = $1::uuid`,
  },
  {
    name: "email_changes",
    // What became of each, and whether somebody at Tessera looked at it; not who did.
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
    sql: `select a.id, a.factor as proven_by, a.asked_at, a.ends_at, a.cancelled_at, a.settling_at,
        a.closed_at, (select coalesce(json_agg(json_build_object('currency', m.currency,
            'named_minor', m.named_minor::text, 'left_minor', m.left_minor::text)
            order by m.currency), '[]')
          from account_closing_amount m where m.closing_id = a.id) as amounts
      from account_closing a where a.customer_id = $1::uuid order by a.asked_at, a.id`,
  },
  {
    name: "acceptances",
    sql: `select l.text, l.version, l.locale, l.text_sha256, l.accepted_at, l.network, l.device,
        l.source
      from legal_acceptance l where l.customer_id = $1::uuid
      order by l.accepted_at, l.text, l.version`,
  },
  {
    name: "accounts",
    sql: `select a.kind, a.currency, b.posted as posted_minor, b.held as held_minor
      from ledger.account a join ledger.balance b on b.account_id = a.id
      where a.customer_id = $1::uuid order by a.id`,
  },
  {
    name: "cards",
    sql: `select c.id, c.nickname, c.network, c.type, c.currency, c.last4, c.expiry_month,
        c.expiry_year, c.status, c.usage, c.locked_merchant_name, c.schedule, c.billing_address,
        c.per_transaction_limit_minor, c.daily_limit_minor, c.monthly_limit_minor, c.tags,
        c.own_per_transaction_limit_minor, c.own_daily_limit_minor, c.own_monthly_limit_minor,
        c.created_at, c.closed_at
      from card c where c.customer_id = $1::uuid order by c.created_at, c.id`,
  },
  {
    name: "card_applications",
    sql: `select a.id, a.card_id, a.nickname, a.status, a.usage, a.created_at
      from card_application a where a.customer_id = $1::uuid order by a.created_at, a.id`,
  },
  {
    name: "card_replacements",
    sql: `select r.replaced_card_id, r.card_id, r.reason, r.created_at from card_replacement r
      where r.customer_id = $1::uuid order by r.created_at, r.id`,
  },
  {
    name: "deposits",
    sql: `select d.id, d.asset, d.network, d.address, d.currency, d.credit_minor, d.status,
        d.movement_id, d.created_at, d.expires_at, d.closed_at
      from deposit d where d.customer_id = $1::uuid order by d.created_at, d.id`,
  },
  {
    name: "movements",
    sql: `select m.id, m.card_id, m.parent_id, m.kind, m.status, m.currency,
        m.amount as amount_minor, m.fee as fee_minor,
        movement_title(m.kind, m.title, m.data) as title, m.event_at, m.changed_at
      from ledger.movement_view m where m.customer_id = $1::uuid order by m.event_at, m.id`,
  },
  {
    name: "rules",
    sql: `select s.id, s.status, s.version, v.name, v.rule, v.created_at from risk_strategy s
      join risk_strategy_version v on v.strategy_id = s.id
      where s.customer_id = $1::uuid order by s.id, v.version`,
  },
  {
    name: "devices",
    sql: `select s.id, s.device, s.ip, s.created_at, s.last_seen_at, s.expires_at from session s
      join person p on p.id = s.person_id
      where p.customer_id = $1::uuid order by s.created_at, s.id`,
  },
  {
    name: "acts",
    areRecords: true,
    // As in the console: of an operator that it was one, and nothing else.
    sql: `select a.ref as id, a.action, a.outcome, o.is_support, a.movement_id, a.created_at,
        case when not o.is_support then a.data end as data
      from ledger.audit a cross join lateral (
        select coalesce(a.data ->> 'role', 'customer') <> 'customer'
          or coalesce(a.data ->> 'layer', '') = 'operator' as is_support) o
      where a.customer_id = $1::uuid and a.action in (${OWNERS_ACTS}) order by a.ref`,
  },
];

/** The id of the customer whom a name means: a username, an address or an id. */
export async function findCustomer(snapshot: Snapshot, who: string): Promise<string | undefined> {
  const found = snapshot.rows<{ id: string }>(
    `select p.customer_id as id from person p where p.customer_id is not null
      and (p.username = lower($1) or p.email = lower($1) or p.customer_id::text = lower($1))`,
    [who],
  );
  for await (const [row] of found) {
    return row?.id;
  }
  return undefined;
}

/** Whether the exported database is a sandbox or live, and of which deployment. */
async function markOf(snapshot: Snapshot): Promise<DatabaseMark | null> {
  const [mark] = await snapshot.query<DatabaseMark>(DATABASE_MARK);
  return mark === undefined ? null : { kind: mark.kind, deploymentId: mark.deploymentId };
}

/** What opens the sealed fields of records. */
export interface RecordKeys {
  readonly db: Db;
  readonly personKeys: PersonKeys;
}

/** Records with the address and the browser that their acts came from, and no other field. */
async function withPlaces({ db, personKeys }: RecordKeys, rows: readonly Row[]): Promise<Row[]> {
  const records = rows.map(({ data, id, ...row }) => ({
    row: { id, ...row },
    ref: String(id),
    data: (data ?? {}) as Row,
  }));
  const opened = await openRecords(personKeys, db.kysely, records);
  return opened.map(({ row, data }) => ({
    ...row,
    ip: data.ip ?? null,
    device: data.device ?? null,
  }));
}

/** Everything of a customer as the text of one JSON document, however much there is. */
export async function* customerDocument(
  { db, personKeys }: RecordKeys,
  snapshot: Snapshot,
  customerId: string,
  exportedAt: Date,
): AsyncGenerator<string, void> {
  const database = await markOf(snapshot);
  const head = { format: "tessera-customer-data/1", exportedAt, database, customerId };
  yield JSON.stringify(head).slice(0, -1);
  for (const { name, sql, areRecords } of SECTIONS) {
    yield `,\n"${name}":[`;
    let between = "\n";
    for await (const rows of snapshot.rows<Row>(sql, [customerId])) {
      const opened = areRecords ? await withPlaces({ db, personKeys }, rows) : rows;
      for (const row of opened) {
        yield between + JSON.stringify(withAmounts(row));
        between = ",\n";
      }
    }
    yield "]";
  }
  yield "}\n";
}

/** A movement as it leaves the programme. */
export interface ExportedMovement {
  readonly id: string;
  readonly customerId: string;
  readonly cardId: string | null;
  readonly parentId: string | null;
  readonly kind: string;
  readonly status: string;
  readonly currency: string;
  /** Decimal; negative where money left the customer. */
  readonly amount: string;
  readonly fee: string;
  readonly title: string | null;
  readonly eventAt: string;
  readonly changedAt: string;
  /** The mark of the exported database: `sandbox` or `live`. */
  readonly database: string | null;
}

interface MovementRow {
  readonly id: string;
  readonly customer_id: string;
  readonly card_id: string | null;
  readonly parent_id: string | null;
  readonly kind: string;
  readonly status: string;
  readonly currency: CurrencyCode;
  readonly amount: string;
  readonly fee: string;
  readonly title: string | null;
  readonly event_at: Date;
  readonly changed_at: Date;
}

/** Every movement that happened from one moment until before another, in order. */
export async function* movementsBetween(
  snapshot: Snapshot,
  from: Date,
  to: Date,
): AsyncGenerator<ExportedMovement, void> {
  const found = snapshot.rows<MovementRow>(
    `select m.id, m.customer_id, m.card_id, m.parent_id, m.kind, m.status, m.currency, m.amount,
      m.fee, movement_title(m.kind, m.title, m.data) as title, m.event_at, m.changed_at
    from ledger.movement_view m where m.event_at >= $1 and m.event_at < $2
    order by m.event_at, m.id`,
    [from, to],
  );
  const mark = await markOf(snapshot);
  for await (const rows of found) {
    for (const row of rows) {
      yield {
        id: row.id,
        customerId: row.customer_id,
        cardId: row.card_id,
        parentId: row.parent_id,
        kind: row.kind,
        status: row.status,
        currency: row.currency,
        amount: formatAmount(BigInt(row.amount), row.currency),
        fee: formatAmount(BigInt(row.fee), row.currency),
        title: row.title,
        eventAt: row.event_at.toISOString(),
        changedAt: row.changed_at.toISOString(),
        database: mark?.kind ?? null,
      };
    }
  }
}

/** Names in the way of JSON, and amounts as decimals instead of minor units. */
function withAmounts(row: Row): Row {
  const [first] = CURRENCIES;
  const given = String(row.currency);
  const currency = isCurrency(given) ? given : first;
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      camelCase(name.replace(/_minor$/, "")),
      name.endsWith("_minor") && typeof value === "string"
        ? formatAmount(BigInt(value), currency)
        : value,
    ]),
  );
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
