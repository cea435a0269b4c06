import { createHash } from "node:crypto";
import { ACT_NAMES, ACTS } from "@tessera/contract/back-office/audit-titles";
import type {
  AuditPage,
  AuditQuery,
  AuditRecord,
} from "@tessera/contract/back-office/logs.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import type { AppContext } from "../../platform/context.ts";
import { parseId } from "../../platform/ids.ts";
import { decodeCursor } from "../../platform/paging/cursor.ts";
import { type PlacedPage, placedPage } from "../../platform/paging/pages.ts";
import { type KnownPerson, type RecordFilter, selectPeople } from "./audit-records.repository.ts";
import { actsTitled } from "./audit-titles.policy.ts";
import { findRecords, type RecordText } from "./find-records.ts";
import { presentAudit } from "./logs.presenter.ts";
import type { StoredRecord } from "./logs.tables.ts";
import { factOf, timeOf } from "./record-facts.policy.ts";

interface AuditList {
  readonly locale: Locale;
  readonly query: AuditQuery;
}

/** The number of events on a page, unless the caller sets another one. */
export const AUDIT_LIMIT = 20;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function scopeOf({ query, locale }: AuditList): string {
  const { cursor: _, limit: __, ...filters } = query;
  const entries = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  const form = JSON.stringify([entries, query.q === undefined ? "" : locale]);
  return `audit:${createHash("sha256").update(form).digest("base64url")}`;
}

/**
 * Lists all values that may identify a person in audit events: their id and each of their current
 * names.
 */
async function namesOf(context: AppContext, actor: string): Promise<string[]> {
  const people = await selectPeople(context.db.kysely, {
    ids: UUID.test(actor) ? [actor] : [],
    usernames: [actor],
    customerIds: [],
  });
  return [...new Set([actor, ...people.flatMap(({ id, username }) => [id, username])])];
}

function actsOf({ act, category }: AuditQuery): readonly string[] | undefined {
  if (act !== undefined) {
    return [act];
  }
  return category === undefined || category === "support"
    ? undefined
    : ACT_NAMES.filter((name) => ACTS[name].category === category);
}

function textOf({ query, locale }: AuditList): RecordText | undefined {
  const q = query.q?.trim() ?? "";
  return q === "" ? undefined : { q, acts: actsTitled(q, locale) };
}

async function filterOf(context: AppContext, list: AuditList): Promise<RecordFilter> {
  const { query } = list;
  const { category, outcome, from, to, cursor } = query;
  const acts = actsOf(query);
  const [actor, requestId] = [query.actor, query.requestId].map((text) => text?.trim() ?? "");
  const customerId = query.customerId && parseId("cus", query.customerId);
  const after = cursor === undefined ? [] : decodeCursor(context.keys, scopeOf(list), cursor);
  return {
    limit: (query.limit ?? AUDIT_LIMIT) + 1,
    ...(acts !== undefined && { acts }),
    ...(category === "support" && { byOperator: true }),
    ...(actor !== undefined && actor !== "" && { actors: await namesOf(context, actor) }),
    ...(outcome !== undefined && { outcome }),
    ...(customerId !== undefined && { customerId }),
    ...(requestId !== undefined && requestId !== "" && { requestId }),
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { to: new Date(to) }),
    ...(after[0] !== undefined && { after: after[0] }),
  };
}

/** Lists the people mentioned in audit events, so that they can be shown by name. */
export function peopleOf(
  context: AppContext,
  records: readonly StoredRecord[],
): Promise<KnownPerson[]> {
  const actors = records.map(({ actor }) => actor);
  return selectPeople(context.db.kysely, {
    ids: [
      ...actors.filter((actor) => UUID.test(actor)),
      ...records.flatMap((record) => factOf(record, "userId") ?? []),
    ],
    usernames: actors.filter((actor) => !UUID.test(actor)),
    customerIds: records.flatMap(({ customer_id: id }) => id ?? []),
  });
}

/** Returns the usernames of the people who acted, by their person id. */
export async function memberNamesOf(
  context: AppContext,
  records: readonly StoredRecord[],
): Promise<ReadonlyMap<string, string>> {
  const ids = records.map(({ actor }) => actor).filter((actor) => UUID.test(actor));
  const found = { ids, usernames: [], customerIds: [] };
  const people = ids.length === 0 ? [] : await selectPeople(context.db.kysely, found);
  return new Map(people.map(({ id, username }) => [id, username]));
}

/**
 * Lists a page of all audit events, newest first, for operators who may read all of them.
 *
 * @throws Refusal `invalid_input` for a cursor created with other filters
 */
export async function listAudit(
  context: AppContext,
  list: AuditList,
): Promise<AuditPage & PlacedPage<AuditRecord>> {
  const filter = await filterOf(context, list);
  const { rows, horizon } = await findRecords(context, filter, textOf(list));
  const page = rows.slice(0, filter.limit - 1);
  const last = rows.length < filter.limit ? undefined : page.at(-1)?.ref;
  const end = last ?? horizon;
  const people = await peopleOf(context, page);
  return {
    ...placedPage(context, {
      scope: scopeOf(list),
      data: page.map((record) => presentAudit(record, people, list.locale)),
      places: page.map(({ ref }) => [ref]),
      end: end === undefined ? null : [end],
    }),
    ...(last === undefined &&
      horizon !== undefined && { searchedTo: timeOf({ ref: horizon }).toISOString() }),
  };
}
