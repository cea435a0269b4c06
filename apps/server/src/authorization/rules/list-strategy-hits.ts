import type { StrategyHit } from "@tessera/contract/authorization/risk.schemas";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { parseId } from "../../platform/ids.ts";
import { decodeCursor, encodeCursor } from "../../platform/paging/cursor.ts";
import { presentHit } from "./risk.presenter.ts";
import { selectHits } from "./strategy-records.repository.ts";

interface HitList {
  readonly customerId: string;
  readonly query: {
    readonly strategyId?: string | undefined;
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  };
}

const DEFAULT_LIMIT = 20;

function afterOf(context: AppContext, scope: string, cursor: string) {
  const [at, id] = decodeCursor(context.keys, scope, cursor);
  if (at === undefined || id === undefined) {
    throw new Refusal("invalid_input", { fields: [{ path: "cursor", code: "malformed_cursor" }] });
  }
  return { at: new Date(Number(at)), id };
}

/**
 * Lists a page of payments that the customer's strategies acted on, newest first.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listStrategyHits(
  context: AppContext,
  { customerId, query }: HitList,
): Promise<{ data: StrategyHit[]; nextCursor: string | null }> {
  const strategyId = query.strategyId === undefined ? undefined : parseId("stg", query.strategyId);
  const scope = `strategy-hits:${customerId}:${strategyId ?? ""}`;
  const limit = query.limit ?? DEFAULT_LIMIT;
  const rows = await selectHits(context.db.kysely, {
    customerId,
    limit: limit + 1,
    ...(strategyId !== undefined && { strategyId }),
    ...(query.cursor !== undefined && { after: afterOf(context, scope, query.cursor) }),
  });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map(presentHit),
    nextCursor:
      last === undefined
        ? null
        : encodeCursor(context.keys, scope, [String(last.at.getTime()), last.id]),
  };
}
