import type { KeyScopes } from "@tessera/contract/identity/key-scopes";
import type { CurrencyCode } from "@tessera/money";

/** What a key may move in a currency, in minor units. */
export interface KeyCeiling {
  readonly perCallMinor: bigint;
  /** For a day in UTC. */
  readonly perDayMinor: bigint;
}

/** The API key with which a call is made. */
export interface KeyUse {
  readonly id: string;
  readonly scopes: KeyScopes;
  readonly ceilings: ReadonlyMap<CurrencyCode, KeyCeiling>;
  readonly callsPerMinute: number;
  /** Returns whether the key may be used from an address. */
  isAllowedFrom(ip: string): boolean;
}
