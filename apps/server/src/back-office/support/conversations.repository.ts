import type { DeskStatus } from "@tessera/contract/back-office/support-desk.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import { type Insertable, type SelectQueryBuilder, sql, type Updateable } from "kysely";
import { likePattern } from "../../insights/bills/index.ts";
import type { Tx } from "../../platform/context.ts";
import { type ConversationRow, type SupportTables, tables } from "./support.tables.ts";

/** A conversation, with its last message and its participants. */
export interface ConversationView extends ConversationRow {
  readonly last_text: string;
  readonly last_from_desk: boolean;
  readonly last_attachments: bigint | null;
  readonly customer_name: string;
  readonly customer_locale: Locale;
  readonly assignee_name: string | null;
}

function views(tx: Tx) {
  return tables(tx)
    .selectFrom("support_conversation as c")
    .innerJoin("support_message as m", "m.id", "c.last_message_id")
    .innerJoinLateral(
      // With its own limit, so that it is looked up for each row and never read as a whole.
      (of) =>
        of
          .selectFrom("customer_contact as one")
          .select(["one.name", "one.email", "one.locale"])
          .whereRef("one.customer_id", "=", "c.customer_id")
          .limit(sql.lit(1))
          .as("p"),
      (join) => join.onTrue(),
    )
    .leftJoin("person as a", "a.id", "c.assignee_id")
    .selectAll("c")
    .select((eb) => [
      "m.text as last_text",
      "m.from_desk as last_from_desk",
      "p.name as customer_name",
      "p.locale as customer_locale",
      "a.username as assignee_name",
      eb
        .selectFrom("support_attachment as f")
        .whereRef("f.message_id", "=", "m.id")
        .select((inner) => inner.fn.countAll<bigint>().as("n"))
        .as("last_attachments"),
    ])
    .$castTo<ConversationView>();
}

/**
 * Inserts a conversation. Its first message is inserted later in the same transaction.
 *
 * @returns false if a conversation with this client key already exists
 */
export async function insertConversation(
  tx: Tx,
  row: Insertable<SupportTables["support_conversation"]>,
): Promise<boolean> {
  const facts = row.facts === null ? null : sql<never>`${JSON.stringify(row.facts)}::text::jsonb`;
  const written = await tables(tx)
    .insertInto("support_conversation")
    .values({ ...row, facts })
    .onConflict((on) => on.column("client_key").doNothing())
    .executeTakeFirst();
  return written.numInsertedOrUpdatedRows === 1n;
}

export function findByClientKey(tx: Tx, key: string): Promise<ConversationView | undefined> {
  return views(tx).where("c.client_key", "=", key).executeTakeFirst();
}

/** Finds a conversation, optionally only if it belongs to a specific customer. */
export function findConversation(
  tx: Tx,
  id: string,
  customerId?: string,
): Promise<ConversationView | undefined> {
  return views(tx)
    .where("c.id", "=", id)
    .$if(customerId !== undefined, (query) => query.where("c.customer_id", "=", customerId ?? ""))
    .executeTakeFirst();
}

/** Finds a conversation like {@link findConversation}, and locks it FOR UPDATE. */
export function lockConversation(
  tx: Tx,
  id: string,
  customerId?: string,
): Promise<ConversationRow | undefined> {
  return tables(tx)
    .selectFrom("support_conversation")
    .selectAll()
    .where("id", "=", id)
    .$if(customerId !== undefined, (query) => query.where("customer_id", "=", customerId ?? ""))
    .forUpdate()
    .executeTakeFirst();
}

export async function updateConversation(
  tx: Tx,
  id: string,
  changes: Omit<Updateable<SupportTables["support_conversation"]>, "facts">,
): Promise<void> {
  await tables(tx).updateTable("support_conversation").set(changes).where("id", "=", id).execute();
}

/** Counts a customer's unresolved conversations. */
export async function countUnresolved(tx: Tx, customerId: string): Promise<number> {
  const { n } = await tables(tx)
    .selectFrom("support_conversation")
    .select((eb) => eb.fn.countAll<bigint>().as("n"))
    .where("customer_id", "=", customerId)
    .where("status", "<>", "resolved")
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Position of the last row on the previous page. */
export interface ConversationPlace {
  readonly priority: number;
  readonly at: Date;
  readonly id: string;
}

/** Lists a customer's conversations, most recent message first. */
export function listOwn(
  tx: Tx,
  query: {
    readonly customerId: string;
    readonly statuses: readonly DeskStatus[] | undefined;
    readonly after: ConversationPlace | undefined;
    readonly limit: number;
  },
): Promise<ConversationView[]> {
  const { customerId, statuses, after, limit } = query;
  return views(tx)
    .where("c.customer_id", "=", customerId)
    .$if(statuses !== undefined, (some) => some.where("c.status", "in", statuses ?? []))
    .$if(after !== undefined, (some) =>
      some.where((eb) =>
        eb(
          eb.refTuple("c.last_at", "c.id"),
          "<",
          eb.tuple(after?.at ?? new Date(0), after?.id ?? ""),
        ),
      ),
    )
    .orderBy("c.last_at", "desc")
    .orderBy("c.id", "desc")
    .limit(limit)
    .execute();
}

export interface DeskFilter {
  readonly status?: DeskStatus | undefined;
  readonly priority?: number | undefined;
  readonly assigneeId?: string | null | undefined;
  readonly onlyUnread: boolean;
  readonly customerId?: string | undefined;
  /** Text to find in the subject, in a message, or in the customer's name. */
  readonly text: string;
  readonly after: ConversationPlace | undefined;
  readonly limit: number;
}

/** Returns a condition that matches texts containing the given text, ignoring case. */
function mentions(text: string) {
  const pattern = likePattern(text);
  return sql<boolean>`(c.subject ilike ${pattern} or p.name ilike ${pattern}
    or p.email ilike ${pattern} or exists (select from support_message said
      where said.conversation_id = c.id and said.text ilike ${pattern}))`;
}

/** Lists all customers' conversations, most urgent first, then by latest message. */
export function listAtDesk(tx: Tx, filter: DeskFilter): Promise<ConversationView[]> {
  const { status, priority, assigneeId, onlyUnread, customerId, text, after, limit } = filter;
  let query: SelectQueryBuilder<never, never, ConversationView> = views(tx) as never;
  const where = (condition: ReturnType<typeof sql<boolean>>) => {
    query = query.where(condition);
  };
  if (status !== undefined) {
    where(sql`c.status = ${status}`);
  }
  if (priority !== undefined) {
    where(sql`c.priority = ${priority}`);
  }
  if (assigneeId !== undefined) {
    where(assigneeId === null ? sql`c.assignee_id is null` : sql`c.assignee_id = ${assigneeId}`);
  }
  if (onlyUnread) {
    where(sql`c.desk_unread > 0`);
  }
  if (customerId !== undefined) {
    where(sql`c.customer_id = ${customerId}`);
  }
  if (text !== "") {
    where(mentions(text));
  }
  if (after !== undefined) {
    where(sql`(c.priority, c.last_at, c.id) < (${after.priority}::smallint,
      ${after.at}::timestamptz, ${after.id}::uuid)`);
  }
  return query
    .orderBy(sql`c.priority desc`)
    .orderBy(sql`c.last_at desc`)
    .orderBy(sql`c.id desc`)
    .limit(limit)
    .execute();
}

/** Counts the messages that a customer has not read. */
export async function countUnread(
  tx: Tx,
  customerId: string,
): Promise<{ conversations: number; messages: number }> {
  const found = await tables(tx)
    .selectFrom("support_conversation")
    .select((eb) => [
      eb.fn.countAll<bigint>().as("conversations"),
      eb.fn.sum<bigint | null>("customer_unread").as("messages"),
    ])
    .where("customer_id", "=", customerId)
    .where("customer_unread", ">", 0)
    .executeTakeFirstOrThrow();
  return { conversations: Number(found.conversations), messages: Number(found.messages ?? 0) };
}

/** Counts the waiting conversations in the inbox, both in total and for one operator. */
export async function countAtDesk(
  tx: Tx,
  personId: string,
): Promise<{ open: number; unread: number; mine: number; unassigned: number }> {
  const { rows } = await sql<Record<"open" | "unread" | "mine" | "unassigned", bigint>>`
    select count(*) filter (where status = 'open') as open,
      count(*) filter (where desk_unread > 0) as unread,
      count(*) filter (where assignee_id = ${personId}) as mine,
      count(*) filter (where status = 'open' and assignee_id is null) as unassigned
    from support_conversation
    where status <> 'resolved' or desk_unread > 0`.execute(tx);
  const [found] = rows;
  return {
    open: Number(found?.open ?? 0),
    unread: Number(found?.unread ?? 0),
    mine: Number(found?.mine ?? 0),
    unassigned: Number(found?.unassigned ?? 0),
  };
}
