import { type CurrencyCode, isCurrency } from "@tessera/money";
import { readStored, writeStored } from "../../lib/storage.ts";
import { createStore, useStore } from "../../lib/store.ts";

const KEY = "tessera-wallet-currency";
const session = () => sessionStorage;

function initial(): CurrencyCode {
  const stored = readStored(KEY, session);
  return stored !== null && isCurrency(stored) ? stored : "USD";
}

const store = createStore<CurrencyCode>(initial());

/** The currency that totals are shown in, for as long as the session lasts. */
export function useDisplayCurrency(): CurrencyCode {
  return useStore(store);
}

export function setDisplayCurrency(currency: CurrencyCode): void {
  writeStored(KEY, currency, session);
  store.set(currency);
}
