import type { SignedAnswer, StatusAnswer } from "@tessera/payout-signing";
import type { SignerParts } from "./sign-payout.ts";

/** Returns the wallet's address, and how much of each token's ceiling of a day is used. */
export function readStatus({
  key,
  limits,
  record,
}: Pick<SignerParts, "key" | "limits" | "record">): StatusAnswer {
  const tokens = [...limits.chains].flatMap(([chainId, chain]) =>
    [...chain.tokens].map(([token, { maxPerDayRaw }]) => ({
      ...{ chainId, token, maxPerDayRaw },
      signedInDayRaw: record.signedInDay(chainId, token),
    })),
  );
  return { wallet: key.address, tokens };
}

/** Returns everything that was signed for an id. */
export function readSigned({ record }: Pick<SignerParts, "record">, id: string): SignedAnswer {
  return { signed: [...(record.of(id)?.signed ?? [])] };
}
