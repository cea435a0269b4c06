import type {
  Mandate,
  MandateDetail,
  ProposeMandateBody,
} from "@tessera/contract/cards/mandates.schemas";
import { newId } from "../../platform/ids.ts";
import type { Answer, CardsApp, TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, network, revealed, type TestCard } from "../../testing/test-cards.ts";

const HOUR_MS = 3_600_000;

/** Terms that a test proposes: up to $40.00 at Adobe within a day. */
export function termsAt(
  app: CardsApp,
  terms: Partial<ProposeMandateBody> = {},
): ProposeMandateBody {
  const until = new Date(app.context.clock.now().getTime() + 24 * HOUR_MS).toISOString();
  return {
    ...{ merchant: "Adobe", ceiling: "40.00", currency: "USD", until },
    ...{ purpose: "One month of Creative Cloud", ...terms },
  };
}

/** Proposes a mandate as its owner. */
export async function propose(
  app: CardsApp,
  customer: TestCustomer,
  terms: Partial<ProposeMandateBody> = {},
): Promise<Mandate> {
  const body = termsAt(app, terms);
  const answer = await app.call(customer, "POST /api/mandates", body, { key: newId() });
  return expectStatus(answer, 201).body;
}

export async function readMandate(
  app: CardsApp,
  customer: TestCustomer,
  id: string,
): Promise<MandateDetail> {
  return expectStatus(await app.call(customer, `GET /api/mandates/${id}`), 200).body;
}

/** What a person is shown, and approves. */
export type Shown = Pick<
  MandateDetail,
  "id" | "revision" | "merchant" | "ceiling" | "currency" | "until" | "purpose" | "offer"
>;

/** Returns a step-up token that is bound to what a person was shown. */
async function proofOf(
  app: CardsApp,
  customer: TestCustomer,
  { id: mandateId, offer, revision, ...shown }: Shown,
): Promise<string> {
  const { merchant, ceiling, currency, until, purpose } = shown;
  const subject = {
    ...{ operation: "mandate_approval", mandateId, revision, merchant, ceiling, currency },
    ...{ until, purpose, total: offer?.total ?? "0.01" },
  };
  const body = { password: customer.password, subject };
  const answer = await app.call(customer, "POST /api/auth/proof", body);
  return expectStatus(answer, 200).body.proof;
}

/**
 * Approves a mandate as it was shown. The server may refuse.
 *
 * @param proven what the step-up token is bound to, if that is something else
 */
export async function approve(
  app: CardsApp,
  customer: TestCustomer,
  shown: Shown,
  { key = newId(), proven = shown }: { readonly key?: string; readonly proven?: Shown } = {},
): Promise<Answer> {
  const { offer, revision } = shown;
  const body = {
    revision,
    segmentId: offer?.segmentId,
    openingFee: offer?.openingFee,
    loadFee: offer?.loadFee,
  };
  const headers = { "x-proof": await proofOf(app, customer, proven) };
  return app.call(customer, `POST /api/mandates/${shown.id}/approve`, body, { key, headers });
}

/** Proposes and approves a mandate. Returns it with its card. */
export async function approved(
  app: CardsApp,
  customer: TestCustomer,
  terms: Partial<ProposeMandateBody> = {},
): Promise<{ readonly mandate: Mandate; readonly card: TestCard }> {
  const { id } = await propose(app, customer, terms);
  const shown = await readMandate(app, customer, id);
  const mandate: Mandate = expectStatus(await approve(app, customer, shown), 200).body;
  return { mandate, card: await revealed(app, customer, mandate.card?.id ?? "") };
}

/** Sends a merchant's payment request, by default for $40.00 at Adobe. */
export function payAt(
  app: CardsApp,
  card: TestCard,
  amount = "40.00",
  { merchant = "Adobe", currency = "USD" } = {},
) {
  const shop = { name: merchant, mcc: "5734", country: "US" };
  return network(app, "authorize", card, { amount, currency, merchant: shop });
}
