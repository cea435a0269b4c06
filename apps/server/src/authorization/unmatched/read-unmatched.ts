import { createHash } from "node:crypto";
import type {
  ListUnmatchedQuery,
  UnmatchedDetail,
  UnmatchedMessage as WireMessage,
} from "@tessera/contract/authorization/network.schemas";
import { likePattern } from "../../insights/bills/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { decodeCursor } from "../../platform/paging/cursor.ts";
import { type PlacedPage, placedPage } from "../../platform/paging/pages.ts";
import { type MerchantAmount, readMerchantAmount } from "../decision/index.ts";
import { merchantPendingOf, readAuthorization } from "../holds/index.ts";
import { type Candidate, presentCandidates, presentUnmatched } from "./unmatched.presenter.ts";
import {
  findUnmatched,
  selectCandidates,
  selectUnmatched,
  type UnmatchedRecord,
} from "./unmatched-records.repository.ts";

/** The number of messages on a page, unless the caller sets another one. */
export const UNMATCHED_LIMIT = 20;
/** How far back to look for candidates; longer than any authorization takes to clear. */
const CANDIDATE_DAYS = 45;
const DAY_MS = 86_400_000;

function scopeOf({ cursor: _, limit: __, ...filters }: ListUnmatchedQuery): string {
  const form = JSON.stringify(Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `unmatched:${createHash("sha256").update(form).digest("base64url")}`;
}

/** Lists network messages without an authorization, newest first. */
export async function listUnmatched(
  context: AppContext,
  query: ListUnmatchedQuery,
): Promise<PlacedPage<WireMessage>> {
  const { state, kind, cursor, limit = UNMATCHED_LIMIT } = query;
  const q = query.q?.trim() ?? "";
  const [beforeId] = cursor === undefined ? [] : decodeCursor(context.keys, scopeOf(query), cursor);
  const records = await selectUnmatched(context.db.kysely, {
    limit: limit + 1,
    ...(state !== undefined && { state }),
    ...(kind !== undefined && { kind }),
    ...(q !== "" && { pattern: likePattern(q) }),
    ...(beforeId !== undefined && { beforeId }),
  });
  const shown = records.slice(0, limit);
  const last = records.length > limit ? shown.at(-1) : undefined;
  const { unmatchedClearingSeconds } = context.config;
  return placedPage(context, {
    scope: scopeOf(query),
    data: shown.map((one) => presentUnmatched(one, unmatchedClearingSeconds)),
    places: shown.map(({ id }) => [id]),
    end: last === undefined ? null : [last.id],
  });
}

/**
 * Returns one message with the authorizations that it may belong to.
 *
 * @throws Refusal `not_found`
 */
export async function getUnmatched(
  context: AppContext,
  id: string | undefined,
): Promise<UnmatchedDetail> {
  const { kysely } = context.db;
  const record = id === undefined ? undefined : await findUnmatched(kysely, id);
  if (record === undefined) {
    throw new Refusal("not_found");
  }
  return detailOf(context, kysely, record);
}

async function detailOf(
  context: AppContext,
  tx: Tx,
  record: UnmatchedRecord,
): Promise<UnmatchedDetail> {
  const since = new Date(record.receivedAt.getTime() - CANDIDATE_DAYS * DAY_MS);
  const rows = record.state === "waiting" ? await selectCandidates(tx, record, since) : [];
  const candidates: Candidate[] = [];
  for (const row of rows) {
    candidates.push({ ...row, merchantPending: await merchantPending(tx, row.id) });
  }
  return {
    ...presentUnmatched(record, context.config.unmatchedClearingSeconds),
    candidates: presentCandidates(record, candidates),
  };
}

/** Returns what an authorization's merchant has pending in another currency; null in the card's. */
async function merchantPending(tx: Tx, id: string): Promise<MerchantAmount | null> {
  const authorization = await readAuthorization(tx, id);
  const asked = readMerchantAmount(authorization.exchange);
  return asked === undefined
    ? null
    : { amountMinor: merchantPendingOf(authorization), currency: asked.currency };
}
