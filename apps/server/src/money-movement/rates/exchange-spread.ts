import { providers } from "../../adapters/providers/registry.ts";
import type { RateSheet } from "../../adapters/rates/rates-provider.ts";
import { programSettings } from "../../back-office/program/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { spreadAtAge } from "./spread.policy.ts";

/** Returns the program's spread of exchanges at the age of some rates. Sample rates do not age. */
export async function exchangeSpread(
  context: AppContext,
  tx: Tx,
  { ratedAt }: Pick<RateSheet, "ratedAt">,
): Promise<number> {
  const { exchange } = await programSettings(context, tx);
  const isLive = context.use(providers).rates?.live === true;
  const ageMs = isLive ? context.clock.now().getTime() - ratedAt.getTime() : 0;
  return spreadAtAge(exchange.spreadBasisPoints, ageMs);
}
