import type { CardNetwork } from "@tessera/contract/cards/cards.schemas";
import { NO_REQUIREMENTS } from "../holder-facts.ts";
import type { IssuerPort } from "../issuer.port.ts";
import { luhnCheckDigit } from "../luhn.policy.ts";

const PAN_LENGTH: Readonly<Record<CardNetwork, number>> = {
  visa: 16,
  mastercard: 16,
  amex: 15,
  unionpay: 16,
  jcb: 16,
  discover: 16,
};
const YEARS_GOOD_FOR = 3;

/**
 * Creates the sandbox issuer, which issues Luhn-valid PANs of the network's length in the segment's
 * BIN.
 *
 * @param digest a keyed hash that derives unpredictable PANs from the request
 */
export function createSandboxIssuer(
  digest: (data: string) => Buffer,
): Extract<IssuerPort, { kind: "numbers" }> {
  return {
    kind: "numbers",
    name: "sandbox",
    holderRequirements: NO_REQUIREMENTS,
    async issue({ requestId, attempt, network, bin, billingAddress, issuedAt }) {
      const drawn = digest(`${requestId}|${attempt}`).readBigUInt64BE();
      const free = PAN_LENGTH[network] - bin.length - 1;
      const account = (drawn % 10n ** BigInt(free)).toString().padStart(free, "0");
      const payload = bin + account;
      const pan = payload + luhnCheckDigit(payload);
      return {
        kind: "number",
        pan,
        last4: pan.slice(-4),
        billingAddress,
        expiryMonth: issuedAt.getUTCMonth() + 1,
        expiryYear: issuedAt.getUTCFullYear() + YEARS_GOOD_FOR,
      };
    },
  };
}
