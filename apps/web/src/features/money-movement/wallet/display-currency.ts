import { type CurrencyCode, isCurrency } from "@tessera/money";
import { readStored, SESSION_KEYS, writeStored } from "../../../lib/session/storage.ts";
import { createStore, useStore } from "../../../lib/session/store.ts";

const session = () => sessionStorage;

function initial(): CurrencyCode {
  const stored = readStored(SESSION_KEYS.walletCurrency, session);
  return stored !== null && isCurrency(stored) ? stored : "USD";
}

const store = createStore<CurrencyCode>(initial());

/** Returns the currency that totals are shown in during this session. */
export function useDisplayCurrency(): CurrencyCode {
  return useStore(store);
}

export function setDisplayCurrency(currency: CurrencyCode): void {
  writeStored(SESSION_KEYS.walletCurrency, currency, session);
  store.set(currency);
}
