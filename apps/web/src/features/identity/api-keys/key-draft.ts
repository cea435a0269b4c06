import type { CreateKeyBody } from "@tessera/contract/identity/api-keys.schemas";
import type { KeyAccess, KeyTag } from "@tessera/contract/identity/key-scopes";
import { CURRENCIES, type CurrencyCode, parseAmount } from "@tessera/money";

/** A key as typed into the form. */
export interface KeyDraft {
  readonly name: string;
  readonly scopes: Readonly<Partial<Record<KeyTag, KeyAccess>>>;
  readonly ceilings: Readonly<
    Record<CurrencyCode, { readonly perCall: string; readonly perDay: string }>
  >;
  /** Separated by spaces, commas or line breaks. */
  readonly addresses: string;
  readonly callsPerMinute: string;
  readonly expiresInDays: string;
}

const NOTHING = { perCall: "", perDay: "" } as const;

export const EMPTY_DRAFT: KeyDraft = {
  name: "",
  scopes: {},
  ceilings: { USD: NOTHING, CNY: NOTHING, EUR: NOTHING },
  addresses: "",
  callsPerMinute: "60",
  expiresInDays: "90",
};

export function addressesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== "");
}

/** Returns whether each currency has no ceiling, or a ceiling of a call that a day includes. */
export function areCeilingsRight({ ceilings }: Pick<KeyDraft, "ceilings">): boolean {
  return CURRENCIES.every((currency) => {
    const { perCall, perDay } = ceilings[currency];
    if (perCall === "" && perDay === "") {
      return true;
    }
    const [call, day] = [parseAmount(perCall, currency), parseAmount(perDay, currency)];
    return call !== undefined && day !== undefined && call > 0n && call <= day;
  });
}

/** Returns a draft as it is sent. */
export function bodyOf(draft: KeyDraft): CreateKeyBody {
  return {
    name: draft.name.trim(),
    scopes: draft.scopes,
    ceilings: CURRENCIES.flatMap((currency) => {
      const { perCall, perDay } = draft.ceilings[currency];
      return perCall === "" ? [] : [{ currency, perCall, perDay }];
    }),
    addresses: addressesIn(draft.addresses),
    callsPerMinute: Number(draft.callsPerMinute),
    expiresInDays: Number(draft.expiresInDays),
  };
}
