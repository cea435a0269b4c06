import type { AppContext } from "../../platform/context.ts";
import { addCount, setFault } from "./evm-chains.repository.ts";
import { RpcError, type RpcFault } from "./rpc-error.ts";

/** Faults of the settings rather than of one server: no other server is asked instead. */
const OF_SETTINGS: ReadonlySet<RpcFault> = new Set(["wrong_chain", "wrong_token"]);

/** Thrown if a chain cannot be followed at present, so that the dashboard shows it. */
export class ChainStoppedError extends Error {
  readonly reason: string;

  constructor(network: string, reason: string) {
    super(`deposits on ${network} are not found at present: ${reason}`);
    this.name = "ChainStoppedError";
    this.reason = reason;
  }
}

/** Counts an answer that was not used, and logs it. */
export async function noteFault(
  { db, clock, log }: Pick<AppContext, "db" | "clock" | "log">,
  { chainId, network }: { readonly chainId: bigint; readonly network: string },
  { fault, message }: RpcError,
): Promise<void> {
  log.warn({ network, fault, reason: message }, "an RPC answer was not used");
  await addCount(db.kysely, chainId, { what: fault, n: 1, at: clock.now() });
}

/**
 * Follows a chain through the first of its servers that gives usable answers.
 *
 * @throws ChainStoppedError if none did, or the settings are wrong
 */
export async function followFirst<Source>(
  context: Pick<AppContext, "db" | "clock" | "log">,
  chain: { readonly chainId: bigint; readonly network: string },
  sources: readonly Source[],
  follow: (source: Source) => Promise<void>,
): Promise<void> {
  const { kysely } = context.db;
  let fault: RpcFault | undefined;
  for (const source of sources) {
    try {
      await follow(source);
      await setFault(kysely, chain.chainId, null);
      return;
    } catch (error) {
      if (!(error instanceof RpcError)) {
        throw error;
      }
      fault = error.fault;
      await noteFault(context, chain, error);
      if (OF_SETTINGS.has(fault)) {
        break;
      }
    }
  }
  const reason = fault ?? "no source";
  await setFault(kysely, chain.chainId, reason);
  throw new ChainStoppedError(chain.network, reason);
}
