import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { FundingOperation } from "./funding.queries.ts";

interface FundingTexts {
  readonly title: MessageDescriptor;
  readonly happening: MessageDescriptor;
  readonly amountLabel: MessageDescriptor;
  readonly amountLine: MessageDescriptor;
  readonly totalLine: MessageDescriptor;
  readonly loading: MessageDescriptor;
  readonly confirm: (amount: string) => MessageDescriptor;
  readonly done: (amount: string) => MessageDescriptor;
  readonly failed: (message: string) => MessageDescriptor;
}

/** Texts for loading and unloading a card. */
export const FUNDING_TEXTS: Readonly<Record<FundingOperation, FundingTexts>> = {
  deposit: {
    title: msg`Add funds`,
    happening: msg`Adding to card`,
    amountLabel: msg`Amount to add`,
    amountLine: msg`To card`,
    totalLine: msg`Total from account`,
    loading: msg`Adding`,
    confirm: (amount) => msg`Add ${amount}`,
    done: (amount) => msg`${amount} added`,
    failed: (message) => msg`Failed to add funds: ${message}`,
  },
  withdraw: {
    title: msg`Transfer out`,
    happening: msg`Transferring to account`,
    amountLabel: msg`Amount to transfer out`,
    amountLine: msg`To account`,
    totalLine: msg`Total from card`,
    loading: msg`Transferring`,
    confirm: (amount) => msg`Transfer ${amount}`,
    done: (amount) => msg`${amount} transferred`,
    failed: (message) => msg`Failed to transfer out: ${message}`,
  },
};

/** Formats basis points as a percentage: 350 becomes `3.5%`. */
export function formatBasisPoints(basisPoints: number): string {
  const whole = Math.trunc(basisPoints / 100);
  const rest = String(basisPoints % 100)
    .padStart(2, "0")
    .replace(/0+$/, "");
  return `${whole}${rest === "" ? "" : `.${rest}`}%`;
}
