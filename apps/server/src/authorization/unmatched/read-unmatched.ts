import { createHash } from "node:crypto";
import type {
  ListUnmatchedQuery,
  UnmatchedDetail,
  UnmatchedMessage as WireMessage,
} from "@tessera/contract/authorization/network.schemas";
import { likePattern } from "../../insights/bills/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { decodeCursor, encodeCursor } from "../../platform/paging/cursor.ts";
import { presentCandidates, presentUnmatched } from "./unmatched.presenter.ts";
import {
  findUnmatched,
  selectCandidates,
  selectUnmatched,
  type UnmatchedRecord,
} from "./unmatched-records.repository.ts";

const DEFAULT_LIMIT = 20;
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
): Promise<{ data: WireMessage[]; nextCursor: string | null }> {
  const { state, kind, cursor, limit = DEFAULT_LIMIT } = query;
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
  const last = shown.at(-1);
  const hasMore = records.length > limit && last !== undefined;
  const { unmatchedClearingSeconds } = context.config;
  return {
    data: shown.map((one) => presentUnmatched(one, unmatchedClearingSeconds)),
    nextCursor: hasMore ? encodeCursor(context.keys, scopeOf(query), [last.id]) : null,
  };
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
  const candidates = record.state === "waiting" ? await selectCandidates(tx, record, since) : [];
  return {
    ...presentUnmatched(record, context.config.unmatchedClearingSeconds),
    candidates: presentCandidates(record, candidates),
  };
}
