import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ApiKey } from "@tessera/contract/identity/api-keys.schemas";
import { KEY_TAGS, type KeyTag } from "@tessera/contract/identity/key-scopes";

/** What the calls of each tag are about. */
export const TAG_TEXTS: Readonly<Record<KeyTag, MessageDescriptor>> = {
  bills: msg`Bills and transactions`,
  receipts: msg`Receipts and notes`,
  cards: msg`Cards`,
  mandates: msg`Propose purchases`,
  wallet: msg`Wallet, deposits and exchanges`,
  bank: msg`Bank details`,
  withdrawals: msg`Addresses and withdrawals`,
  figures: msg`Charts`,
  outlook: msg`Forecasts and holds`,
  risk: msg`Rules and risk`,
  reviews: msg`Reviews`,
  logs: msg`Logs`,
  reconciliation: msg`Reconciliation exports`,
  webhooks: msg`Webhooks`,
};

/** Returns the tags that a key may use, in the order of the form. */
export function tagsOf({ scopes }: Pick<ApiKey, "scopes">): readonly KeyTag[] {
  return KEY_TAGS.filter((tag) => scopes[tag] !== undefined);
}
