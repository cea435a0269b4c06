import {
  type CaseStage,
  type CaseStatus,
  type OperatorReview,
  type OperatorReviewQuery,
  REVIEW_KINDS,
  type ReviewQueue,
} from "@tessera/contract/back-office/reviews.schemas";
import { countHeldPayments, listHeldPayments } from "../../authorization/approvals/index.ts";
import { findUsernames } from "../../identity/people/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { parseId, wireId } from "../../platform/ids.ts";
import {
  type Page,
  type PageQuery,
  type PlacedPage,
  placedPage,
  readPageOf,
  sortableNumber,
} from "../../platform/paging/pages.ts";
import { approvalsOf, type CasePlace, countCases, listAllCases } from "./case-lists.repository.ts";
import { isCaseKind, placeOf } from "./list-reviews.ts";
import type { Decider } from "./review-case.ts";
import { presentHeldPayment, presentOperatorCase } from "./reviews.presenter.ts";

/** The number of items on a page, unless the caller sets another one. */
export const REVIEWS_LIMIT = 25;

const STATUSES: Readonly<Record<CaseStage, readonly CaseStatus[]>> = {
  todo: ["open", "in_review"],
  waiting: ["waiting_customer"],
  done: ["approved", "rejected", "withdrawn", "expired"],
};
const PAYMENT_STATUSES = {
  todo: [],
  waiting: ["waiting"],
  done: ["approved", "declined", "expired"],
} as const;

interface Asked {
  readonly query: OperatorReviewQuery;
  readonly by: Decider;
}

/**
 * Lists a page of held items, oldest first, or of ended items, newest first. Held payments are in a
 * separate queue, because they are decided by their owners rather than by operators.
 *
 * @throws Refusal `invalid_input` for a cursor created with other filters
 */
export async function listOperatorReviews(
  context: AppContext,
  { query, by }: Asked,
): Promise<PlacedPage<OperatorReview>> {
  const { cursor, limit = REVIEWS_LIMIT, ...filters } = query;
  const scope = `operator-reviews:${by.operatorId}:${JSON.stringify(Object.entries(filters).toSorted())}`;
  const after = cursor === undefined ? undefined : placeOf(context, scope, cursor);
  const page = query.kind === "payment" ? paymentsPage : casesPage;
  const rows = await page(context, { query, by }, { after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return placedPage(context, {
    scope,
    data: shown.map(({ review }) => review),
    places: shown.map(placeOfShown),
    end: last === undefined ? null : placeOfShown(last),
  });
}

interface Wanted {
  readonly after: CasePlace | undefined;
  readonly limit: number;
}

interface Shown extends CasePlace {
  readonly review: OperatorReview;
}

function placeOfShown({ at, id }: Shown): readonly string[] {
  return [String(at.getTime()), id];
}

async function casesPage(
  context: AppContext,
  { query, by }: Asked,
  page: Wanted,
): Promise<Shown[]> {
  const { kind, stage, status, assigned = "all", overdue, customerId } = query;
  const { kysely } = context.db;
  const now = context.clock.now();
  const ofStage = stage === undefined ? Object.values(STATUSES).flat() : STATUSES[stage];
  const statuses = ofStage.filter((one) => (status ?? one) === one);
  if (statuses.length === 0) {
    return [];
  }
  const rows = await listAllCases(kysely, {
    ...page,
    statuses,
    kind: isCaseKind(kind) ? kind : undefined,
    customerId: customerId === undefined ? undefined : parseId("cus", customerId),
    assigneeId: { all: undefined, nobody: null, me: by.operatorId }[assigned],
    dueBefore: overdue === "true" ? now : undefined,
    order: stage === "done" ? "desc" : "asc",
  });
  const [names, approvals] = await Promise.all([
    findUsernames(
      kysely,
      rows.map((row) => row.customer_id),
    ),
    approvalsOf(
      kysely,
      rows.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) => {
    const username = names.get(row.customer_id) ?? "";
    return {
      at: row.opened_at,
      id: row.id,
      review: presentOperatorCase(row, { now, username, approvals }),
    };
  });
}

async function paymentsPage(context: AppContext, { query }: Asked, page: Wanted): Promise<Shown[]> {
  const { stage = "waiting", status, overdue, assigned = "all", customerId } = query;
  const { kysely } = context.db;
  // Held payments are never assigned or overdue, because they are decided by their owners rather
  // than by operators.
  if (status !== undefined || overdue !== undefined || assigned === "me") {
    return [];
  }
  const rows = await listHeldPayments(kysely, {
    ...page,
    customerId: customerId === undefined ? undefined : parseId("cus", customerId),
    statuses: PAYMENT_STATUSES[stage],
  });
  const now = context.clock.now();
  const names = await findUsernames(
    kysely,
    rows.map((row) => row.customerId),
  );
  return rows.map(({ at, id, customerId: owner, review }) => ({
    at,
    id,
    review: {
      ...presentHeldPayment(review, now),
      customer: { id: wireId("cus", owner), username: names.get(owner) ?? "" },
      overdue: false,
    },
  }));
}

/** Adds up how many items of each type are waiting in several cells. */
export function addQueues(queues: readonly ReviewQueue[][]): ReviewQueue[] {
  return REVIEW_KINDS.flatMap((kind) => {
    const all = queues.flatMap((rows) => rows.filter((row) => row.kind === kind));
    const sum = (name: "todo" | "waiting" | "overdue" | "mine") =>
      all.reduce((total, row) => total + row[name], 0);
    const [oldestAt = null] = all.flatMap((row) => row.oldestAt ?? []).sort();
    const counts = { todo: sum("todo"), waiting: sum("waiting"), overdue: sum("overdue") };
    return all.length === 0 ? [] : [{ kind, ...counts, mine: sum("mine"), oldestAt }];
  });
}

/**
 * Lists how many items of each type are waiting, for how long, and how many are assigned to the
 * operator.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function readQueues(
  context: AppContext,
  { query, by }: { readonly query: PageQuery; readonly by: Decider },
): Promise<Page<ReviewQueue>> {
  const { kysely } = context.db;
  const now = context.clock.now();
  const [counts, payments] = await Promise.all([
    countCases(kysely, { now, operatorId: by.operatorId }),
    countHeldPayments(kysely, now),
  ]);
  const byKind = new Map<string, (typeof counts)[number]>(counts.map((one) => [one.kind, one]));
  const { rows, nextCursor } = await readPageOf(context, {
    scope: "review-queues",
    query,
    rows: REVIEW_KINDS,
    direction: "asc",
    placeOf: (kind) => [sortableNumber(REVIEW_KINDS.indexOf(kind))],
  });
  const data = rows.map((kind) => {
    const count = byKind.get(kind);
    return {
      kind,
      todo: count?.todo ?? 0,
      waiting: kind === "payment" ? payments : (count?.waiting ?? 0),
      overdue: count?.overdue ?? 0,
      mine: count?.mine ?? 0,
      oldestAt: count?.oldestAt?.toISOString() ?? null,
    };
  });
  return { data, nextCursor };
}
