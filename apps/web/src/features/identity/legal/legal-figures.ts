import {
  CODE_LIFETIME_SECONDS,
  DEPOSIT_BOUNDS,
  DISPUTE_DAYS,
  FIGURES_REFRESH_SECONDS,
  LIABILITY_CAP_MONTHS,
  NOTICE_DAYS,
  REVEAL_SECONDS,
} from "@tessera/contract/constants";
import { SESSION_KEYS, STORAGE_KEYS } from "../../../lib/session/storage.ts";
import { groupedAmount } from "../../../ui/text/amount-text.ts";

/** Values for all placeholders in the legal texts: binding figures and browser storage keys. */
export const LEGAL_FIGURES: Readonly<Record<string, string>> = {
  codeMinutes: String(CODE_LIFETIME_SECONDS / 60),
  depositMax: groupedAmount(DEPOSIT_BOUNDS.max),
  depositMin: groupedAmount(DEPOSIT_BOUNDS.min),
  disputeDays: String(DISPUTE_DAYS),
  figuresMinutes: String(FIGURES_REFRESH_SECONDS / 60),
  liabilityMonths: String(LIABILITY_CAP_MONTHS),
  noticeDays: String(NOTICE_DAYS),
  revealSeconds: String(REVEAL_SECONDS),
  ...STORAGE_KEYS,
  ...SESSION_KEYS,
};

/**
 * Replaces placeholders such as `{disputeDays}` with the published figures.
 *
 * @throws for an unknown placeholder, because a contract with a gap must not be shown
 */
export function fillIn(text: string): string {
  return text.replace(/\{([^}]*)\}/g, (_, name: string) => {
    const figure = LEGAL_FIGURES[name];
    if (figure === undefined) {
      throw new Error(`No figure is published as ${name}`);
    }
    return figure;
  });
}
