import type { AboutKind, Facts } from "@tessera/contract/back-office/support.schemas";
import type { Locale } from "@tessera/contract/errors/locales";

/** What is asked about, by a customer. */
export interface FactsQuestion {
  readonly customerId: string;
  readonly kind: AboutKind;
  /** A wire id. */
  readonly id: string;
  readonly locale: Locale;
}

/** What is known of it, beside which thing it is and when it was looked at. */
export type Known = Omit<Facts, "kind" | "id" | "readAt" | "frozenBy"> & {
  readonly frozenBy: readonly string[];
};

/** What most things do not have. */
export const NOTHING = {
  title: null,
  card: null,
  amount: null,
  fee: null,
  balance: null,
  declineCode: null,
  declineMessage: null,
  frozenBy: [],
} as const;
