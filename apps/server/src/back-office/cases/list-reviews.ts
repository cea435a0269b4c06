import { REVIEW_STATUSES } from "@tessera/contract/authorization/risk.schemas";
import {
  CASE_KINDS,
  CASE_STATUSES,
  type CaseKind,
  type CaseStatus,
  type HeldReview,
  type ReviewListQuery,
} from "@tessera/contract/back-office/reviews.schemas";
import { listHeldPayments } from "../../authorization/approvals/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { decodeCursor, encodeCursor } from "../../platform/paging/cursor.ts";
import { type CasePlace, listOwnCases } from "./case-lists.repository.ts";
import { presentCase, presentHeldPayment } from "./reviews.presenter.ts";

type PaymentStatus = (typeof REVIEW_STATUSES)[number];
interface Shown {
  readonly at: Date;
  readonly id: string;
  readonly review: HeldReview;
}

const DEFAULT_LIMIT = 20;

/**
 * Returns the payment statuses that match a filter. Returns none if the filter excludes payments.
 */
function paymentStatuses({ kind, status, turn }: ReviewListQuery): PaymentStatus[] {
  const ofTurn: Readonly<Record<string, readonly PaymentStatus[]>> = {
    you: ["waiting"],
    us: [],
    none: ["approved", "declined", "expired"],
  };
  return REVIEW_STATUSES.filter(
    (one) =>
      (kind ?? "payment") === "payment" &&
      (status ?? one) === one &&
      (turn === undefined || ofTurn[turn]?.includes(one) === true),
  );
}

/** Returns the case statuses that match a filter. */
function caseStatuses({ kind, status, turn }: ReviewListQuery): CaseStatus[] {
  const ours: readonly string[] = ["open", "in_review"];
  const turnOf = (one: CaseStatus) =>
    one === "waiting_customer" ? "you" : ours.includes(one) ? "us" : "none";
  return CASE_STATUSES.filter(
    (one) => kind !== "payment" && (status ?? one) === one && (turn ?? turnOf(one)) === turnOf(one),
  );
}

export function isCaseKind(kind: string | undefined): kind is CaseKind {
  return CASE_KINDS.some((one) => one === kind);
}

/**
 * Lists a page of a customer's held payments and cases, newest first.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listReviews(
  context: AppContext,
  { customerId, query }: { readonly customerId: string; readonly query: ReviewListQuery },
): Promise<{ data: HeldReview[]; nextCursor: string | null }> {
  const { kind = "", status = "", turn = "", limit = DEFAULT_LIMIT, cursor } = query;
  const scope = `reviews:${customerId}:${kind}:${status}:${turn}`;
  const after = cursor === undefined ? undefined : placeOf(context, scope, cursor);
  const asked = { customerId, after, limit: limit + 1 };
  const [payments, cases] = await Promise.all([
    ownPayments(context, asked, paymentStatuses(query)),
    ownCases(context, { ...asked, kind: isCaseKind(kind) ? kind : undefined }, caseStatuses(query)),
  ]);
  const rows = [...payments, ...cases].toSorted(newestFirst);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map(({ review }) => review),
    nextCursor:
      last === undefined
        ? null
        : encodeCursor(context.keys, scope, [String(last.at.getTime()), last.id]),
  };
}

function newestFirst(one: Shown, other: Shown): number {
  return other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1);
}

interface Asked {
  readonly customerId: string;
  readonly after: CasePlace | undefined;
  readonly limit: number;
}

async function ownPayments(
  context: AppContext,
  asked: Asked,
  statuses: PaymentStatus[],
): Promise<Shown[]> {
  if (statuses.length === 0) {
    return [];
  }
  const now = context.clock.now();
  const rows = await listHeldPayments(context.db.kysely, { ...asked, statuses });
  return rows.map(({ at, id, review }) => ({ at, id, review: presentHeldPayment(review, now) }));
}

async function ownCases(
  context: AppContext,
  asked: Asked & { readonly kind: CaseKind | undefined },
  statuses: CaseStatus[],
): Promise<Shown[]> {
  if (statuses.length === 0) {
    return [];
  }
  const rows = await listOwnCases(context.db.kysely, { ...asked, statuses });
  return rows.map((row) => ({ at: row.opened_at, id: row.id, review: presentCase(row) }));
}

/** Returns the position that a cursor marks in a list of reviews. */
export function placeOf(context: AppContext, scope: string, cursor: string): CasePlace {
  const [at, id] = decodeCursor(context.keys, scope, cursor);
  if (at === undefined || id === undefined) {
    throw new Refusal("invalid_input", { fields: [{ path: "cursor", code: "malformed_cursor" }] });
  }
  return { at: new Date(Number(at)), id };
}
