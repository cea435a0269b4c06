import type { SourceName } from "@tessera/contract/money-movement/reconciliation.schemas";
import type { AppContext } from "../../platform/context.ts";
import type { ReconciliationSource } from "./reconciliation-source.ts";
import { bankSource } from "./sources/bank-source.ts";
import { cardNetworkSource } from "./sources/card-network-source.ts";
import { chainSource } from "./sources/chain-source.ts";

const SOURCES: readonly ReconciliationSource[] = [bankSource, chainSource, cardNetworkSource];

/** Returns all sources, each with its provider; undefined if it is not configured. */
export function allSources(
  context: AppContext,
): readonly { readonly source: ReconciliationSource; readonly provider: string | undefined }[] {
  return SOURCES.map((source) => ({ source, provider: source.providerOf(context) }));
}

/** @throws Error if there is none with this name */
export function sourceNamed(name: SourceName): ReconciliationSource {
  const found = SOURCES.find((source) => source.name === name);
  if (found === undefined) {
    throw new Error(`there is no reconciliation source ${name}`);
  }
  return found;
}
