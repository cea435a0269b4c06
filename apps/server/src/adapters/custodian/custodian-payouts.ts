import type { CustodianSettings } from "../../platform/config/config.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { PayoutAnswer, PayoutProvider, PayoutTerms } from "../payout/payout-provider.ts";
import { ProviderError } from "../providers/provider-error.ts";
import {
  hundredthsOf,
  neverSeenAnswer,
  payoutAnswer,
  type Terms,
  termsAnswer,
} from "./custodian-answers.ts";
import { createCustodianClient, readAnswer } from "./custodian-client.ts";

/**
 * How long to cache terms. Network fees change hourly, so fetching them for each quote would only
 * add load.
 */
const TERMS_KEPT_MS = 60_000;

function decimalOf(amountMinor: bigint): string {
  return `${amountMinor / 100n}.${String(amountMinor % 100n).padStart(2, "0")}`;
}

function pathOf(id: string): string {
  return `/v1/payouts/${encodeURIComponent(id)}`;
}

/** Parses a custodian's response and checks that it is about the payout with this id. */
function readPayout(id: string, body: unknown) {
  const payout = readAnswer(payoutAnswer, body);
  if (payout.id !== id) {
    throw new ProviderError("the custodian answered about another payout");
  }
  return payout;
}

function answerOf(payout: ReturnType<typeof readPayout>): PayoutAnswer {
  const { status, confirmations, transactionHash } = payout;
  return { status, confirmations, transactionHash };
}

function entryOf({ network, cost, minimum, confirmations }: Terms) {
  const terms = {
    costMinor: hundredthsOf(cost),
    minimumMinor: hundredthsOf(minimum),
    confirmationsRequired: confirmations,
  };
  return [network, terms] as const;
}

/** Creates a payout provider for a custodian's HTTP API (docs/providers/custodian.md). */
export function custodianPayouts(
  settings: CustodianSettings,
  telemetry: Telemetry,
): PayoutProvider {
  const client = createCustodianClient(settings, telemetry);
  let kept: { readonly terms: PayoutTerms; readonly until: number } | undefined;

  return {
    name: "custodian",
    account: settings.account,
    feesIn: "asset",
    webhookSecret: Buffer.from(settings.webhookSecret, "utf8"),
    async terms() {
      const now = performance.now();
      if (kept === undefined || kept.until <= now) {
        const request = { method: "GET", path: "/v1/payout-terms" } as const;
        const { terms } = await client.call(request, termsAnswer);
        kept = { terms: new Map(terms.map(entryOf)), until: now + TERMS_KEPT_MS };
      }
      return kept.terms;
    },
    async send({ id, network, address, amountMinor }) {
      const body = { network, asset: "USDT", address, amount: decimalOf(amountMinor) };
      const answer = await client.ask({
        method: "PUT",
        path: pathOf(id),
        body,
        idempotencyKey: id,
      });
      if (answer.status !== 200) {
        throw new ProviderError(`the custodian answered ${answer.status} to an order`);
      }
      const payout = readPayout(id, answer.body);
      const isSame =
        payout.network === network &&
        payout.address === address &&
        hundredthsOf(payout.amount) === amountMinor;
      if (!isSame) {
        throw new ProviderError("the custodian's payout differs from the order");
      }
      return answerOf(payout);
    },
    async ask(id) {
      const { status, body } = await client.ask({ method: "GET", path: pathOf(id) });
      if (status === 404 && readAnswer(neverSeenAnswer, body).id === id) {
        return "never_seen";
      }
      if (status !== 200) {
        throw new ProviderError(`the custodian answered ${status} about a payout`);
      }
      return answerOf(readPayout(id, body));
    },
  };
}
