import { hash } from "node:crypto";
import type { Grant } from "@tessera/contract/authorization/risk.schemas";
import { greater } from "@tessera/money";
import type { GrantRow } from "../../db/tables/risk.tables.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import {
  type DeclinedPayment,
  findDeclinedPayment,
  merchantKey,
  readTrace,
  type Shortfall,
  shortfallOf,
  stoppedBy,
} from "../decision/index.ts";
import type { StrategyAuthor } from "./create-strategy.ts";
import { presentGrant } from "./exceptions.presenter.ts";
import {
  findGrant,
  findGrantByKey,
  findOpenGrant,
  type GrantStanding,
  insertGrant,
} from "./exceptions.repository.ts";
import { lockCustomer, raiseRevision } from "./strategy-records.repository.ts";

interface GrantInput extends StrategyAuthor {
  readonly movementId: string | undefined;
  readonly kind: GrantRow["kind"];
  readonly minutes: number;
  readonly idempotencyKey: string;
}

const MINUTE_MS = 60_000;

/**
 * Grants a one-time exception for a payment that strategies declined: either lets one retry pass,
 * at that merchant and up to that amount, or raises the limits that declined the payment by the
 * shortfall. A second request for the same payment returns the open exception. A retry under the
 * same key returns the exception even after it was used.
 *
 * @throws Refusal `not_found`, `not_grantable` if no strategy declined the payment or no strategy
 * has a limit, `idempotency_mismatch`
 */
export async function createGrant(context: AppContext, input: GrantInput): Promise<Grant> {
  const { customerId, movementId, kind } = input;
  const now = context.clock.now();
  const clientKey = hash("sha256", input.idempotencyKey, "base64url");
  const grant = await inTransaction(context.db, async (tx) => {
    await lockCustomer(tx, customerId);
    const earlier = await findGrantByKey(tx, customerId, clientKey);
    if (earlier !== undefined) {
      return requireSame(earlier, input);
    }
    const payment =
      movementId === undefined ? undefined : await findDeclinedPayment(tx, customerId, movementId);
    if (payment === undefined) {
      throw new Refusal("not_found");
    }
    const open = await findOpenGrant(tx, customerId, payment.id, kind, now);
    if (open !== undefined) {
      return open;
    }
    // A payment awaiting review can pass only through that review.
    const id =
      payment.status === "reviewing"
        ? undefined
        : await grantWithin(context, tx, payment, {
            ...input,
            clientKey,
            until: untilOf(now, input),
          });
    if (id === undefined) {
      throw new Refusal("not_grantable");
    }
    return findGrant(tx, customerId, id);
  });
  if (grant === undefined) {
    throw new Error("an exception that was just written does not exist");
  }
  await context.events.publish(customerId, "risk", {});
  return presentGrant(grant, now);
}

function requireSame(earlier: GrantStanding, input: GrantInput): GrantStanding {
  const { movement_id: movementId, kind, created_at: at, expires_at: until } = earlier;
  const minutes = Math.round((until.getTime() - at.getTime()) / MINUTE_MS);
  if (movementId !== input.movementId || kind !== input.kind || minutes !== input.minutes) {
    throw new Refusal("idempotency_mismatch");
  }
  return earlier;
}

function untilOf(now: Date, { minutes }: GrantInput): Date {
  return new Date(now.getTime() + minutes * MINUTE_MS);
}

interface Granting extends StrategyAuthor {
  readonly kind: GrantRow["kind"];
  readonly until: Date;
  /**
   * The key of the API call that requested the exception; null if the approval of a review created
   * it.
   */
  readonly clientKey: string | null;
}

/**
 * Writes an exception for a payment that strategies declined. The customer must be locked.
 *
 * @returns its id, or undefined if no strategy declined the payment, or no such strategy has a
 * limit
 */
export async function grantWithin(
  context: AppContext,
  tx: Tx,
  payment: DeclinedPayment,
  { customerId, actor, requestId, kind, until, clientKey }: Granting,
): Promise<string | undefined> {
  const stopping = stoppedBy(readTrace(payment.data, payment.strategyNames));
  const { merchant } = payment.data;
  const raise = kind === "raise_until" ? raiseOf(stopping.map(shortfallOf)) : undefined;
  const canBe = kind === "raise_until" ? raise !== undefined : !payment.isMore;
  if (stopping.length === 0 || merchant === undefined || !canBe) {
    return undefined;
  }
  const now = context.clock.now();
  const id = newId(now);
  await insertGrant(tx, {
    id,
    customer_id: customerId,
    card_id: payment.cardId,
    kind,
    strategies: stopping.flatMap(({ strategyId }) => strategyId ?? []),
    merchant_key: kind === "allow_once" ? merchantKey(merchant.name) : null,
    merchant_name: kind === "allow_once" ? merchant.name : null,
    amount_minor: raise?.amountMinor ?? payment.amountMinor,
    extra_count: raise?.count ?? 0,
    currency: payment.currency,
    movement_id: payment.id,
    client_key: clientKey,
    created_at: now,
    expires_at: until,
    revoked_at: null,
  });
  await raiseRevision(tx, customerId);
  await context.ledger.appendAudit(tx, [
    {
      action: "payment.allow",
      actor,
      customerId,
      object: payment.id,
      outcome: "ok",
      requestId,
      data: { grantId: id, kind, until: until.toISOString() },
    },
  ]);
  return id;
}

/** Returns the largest shortfall, or undefined if one of the strategies has no limit to raise. */
function raiseOf(shortfalls: readonly (Shortfall | undefined)[]): Shortfall | undefined {
  let most: Shortfall = { amountMinor: 0n, count: 0 };
  for (const one of shortfalls) {
    if (one === undefined) {
      return undefined;
    }
    most = {
      amountMinor: greater(one.amountMinor, most.amountMinor),
      count: Math.max(one.count, most.count),
    };
  }
  return most;
}
