import { ProviderError } from "../providers/provider-error.ts";

/**
 * Why an RPC server's answer could not be used. Operators read these as labels of a metric.
 *
 * - `unreachable`: no answer in time, or an HTTP status other than 200
 * - `refused`: the server answered with an error, such as "too many results"
 * - `too_large`: more bytes than an answer may have
 * - `invalid`: an answer of another shape than asked for
 * - `inconsistent`: an answer that contradicts another one, or itself
 * - `older_head`: the newest block is older than what was read before
 * - `wrong_chain`, `wrong_token`: the server or the token is not the configured one
 * - `sources_disagree`: two servers report different blocks or transfers
 */
export const RPC_FAULTS = [
  "unreachable",
  "refused",
  "too_large",
  "invalid",
  "inconsistent",
  "older_head",
  "wrong_chain",
  "wrong_token",
  "sources_disagree",
] as const;

export type RpcFault = (typeof RPC_FAULTS)[number];

/** Thrown if an answer cannot be used. The message contains no URL and nothing of the answer. */
export class RpcError extends ProviderError {
  readonly fault: RpcFault;

  constructor(fault: RpcFault, message: string) {
    super(message);
    this.name = "RpcError";
    this.fault = fault;
  }
}
