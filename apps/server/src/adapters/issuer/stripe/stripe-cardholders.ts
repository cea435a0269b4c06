import Stripe from "stripe";
import type { Db } from "../../../platform/context.ts";
import type { Holder } from "../holder-facts.ts";
import { answered, issuerUnavailable } from "./stripe-answers.ts";
import {
  claimCardholder,
  findCardholder,
  keepAsking,
  keepRefused,
  keepTold,
  releaseCardholder,
} from "./stripe-cardholders.repository.ts";
import type { StripeCardholderRow } from "./stripe-cardholders.tables.ts";
import { cardholderDetails, printedName } from "./stripe-holder-details.ts";
import { refusalOfHolder, requireEligible } from "./stripe-holder-refusals.ts";

/** In seconds. Longer than all calls under one lease take, including the library's retries. */
const LEASE_SECONDS = 120;
/** How long an application waits for another server's call for the same customer. */
const WAIT_MS = 6_000;
const POLL_MS = 150;
/**
 * In milliseconds. Stripe drops idempotency keys after 24 hours; this leaves a margin of four
 * hours.
 */
const KEY_LIVES_MS = 20 * 3_600_000;
const CLOCK_SKEW_MS = 60_000;

interface CardholderContext {
  readonly db: Db;
}

type Cardholder = Stripe.Issuing.Cardholder;

/**
 * Creates a customer's cardholder at Stripe, or sends Stripe the changes made since then.
 *
 * @throws Refusal `issuer_unavailable`, `holder_facts_refused`, `holder_under_review`,
 * `holder_refused`
 */
export async function bringCardholder(
  { db }: CardholderContext,
  stripe: Stripe,
  holder: Holder,
): Promise<Cardholder> {
  const known = await findCardholder(db.kysely, holder.customerId);
  const { stripe_cardholder_id: id = null, told_revision: told = 0 } = known ?? {};
  if (id !== null && told >= holder.revision) {
    return requireEligible(await retrieve(stripe, id));
  }
  const row = await claim(db, holder.customerId);
  try {
    return requireEligible(await makeOrUpdate(db, stripe, holder, row));
  } finally {
    await releaseCardholder(db.kysely, holder.customerId);
  }
}

async function retrieve(stripe: Stripe, id: string): Promise<Cardholder> {
  try {
    return await answered(() => stripe.issuing.cardholders.retrieve(id));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) {
      throw new Error(`Stripe does not respond for cardholder ${id}`, { cause: error });
    }
    throw error;
  }
}

async function claim(db: Db, customerId: string): Promise<StripeCardholderRow> {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const row = await claimCardholder(db.kysely, customerId, LEASE_SECONDS);
    if (row !== undefined) {
      return row;
    }
    if (performance.now() > deadline) {
      throw issuerUnavailable({ internal: "another server is calling Stripe for this cardholder" });
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function makeOrUpdate(
  db: Db,
  stripe: Stripe,
  holder: Holder,
  row: StripeCardholderRow,
): Promise<Cardholder> {
  const { customerId, revision } = holder;
  const details = cardholderDetails(holder);
  const id = row.stripe_cardholder_id ?? (await findLost(stripe, holder, row))?.id;
  try {
    if (id === undefined) {
      await keepAsking(db.kysely, customerId, revision);
    }
    const cardholder = await answered(() => {
      if (id === undefined) {
        return create(stripe, holder, details);
      }
      return row.told_revision >= revision
        ? stripe.issuing.cardholders.retrieve(id)
        : stripe.issuing.cardholders.update(id, details);
    });
    await keepTold(db.kysely, customerId, { id: cardholder.id, revision });
    return cardholder;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) {
      await keepRefused(db.kysely, customerId, revision);
      await requireNoReview(stripe, id);
      throw refusalOfHolder(error);
    }
    throw error;
  }
}

function create(
  stripe: Stripe,
  { customerId, revision, facts }: Holder,
  details: ReturnType<typeof cardholderDetails>,
): Promise<Cardholder> {
  const { first = "", last = "" } = facts.legalName ?? {};
  return stripe.issuing.cardholders.create(
    {
      ...details,
      name: printedName({ first, last }),
      type: "individual",
      metadata: { tessera_customer: customerId },
    },
    { idempotencyKey: `tessera-holder-${customerId}-${revision}` },
  );
}

/**
 * Finds the cardholder created by a request whose response was lost and whose Idempotency-Key no
 * longer returns it, because the facts have changed or the key has expired.
 */
async function findLost(
  stripe: Stripe,
  { customerId, revision }: Holder,
  { asked_at: askedAt, asked_revision: asked }: StripeCardholderRow,
): Promise<Cardholder | undefined> {
  if (askedAt === null) {
    return undefined;
  }
  const isKeyGood = asked === revision && Date.now() - askedAt.getTime() < KEY_LIVES_MS;
  if (isKeyGood) {
    return undefined;
  }
  const since = Math.floor((askedAt.getTime() - CLOCK_SKEW_MS) / 1_000);
  return answered(async () => {
    const listed = stripe.issuing.cardholders.list({ created: { gte: since }, limit: 100 });
    for await (const one of listed) {
      if (one.metadata.tessera_customer === customerId) {
        return one;
      }
    }
    return undefined;
  });
}

/**
 * Checks that a cardholder is not under review. This is necessary because the error that Stripe
 * returns for a change during a review does not mention the review.
 */
async function requireNoReview(stripe: Stripe, id: string | undefined): Promise<void> {
  if (id !== undefined) {
    requireEligible(await retrieve(stripe, id));
  }
}
