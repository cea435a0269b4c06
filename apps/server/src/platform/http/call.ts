import type { Endpoint } from "@tessera/contract/endpoint";
import type { Locale } from "@tessera/contract/errors/locales";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ZodMiniType, z } from "zod/mini";
import type { Session } from "./authentication.ts";

type Output<S> = S extends ZodMiniType ? z.output<S> : undefined;

/** A validated call of an endpoint. */
export interface Call<E extends Endpoint = Endpoint> {
  readonly params: Output<E["params"]>;
  readonly query: Output<E["query"]>;
  readonly body: Output<E["body"]>;
  /** The caller's session. Present only if the endpoint's access requires or accepts one. */
  readonly session: E["access"] extends "session" | "operator"
    ? Session
    : E["access"] extends "optional"
      ? Session | undefined
      : undefined;
  readonly locale: Locale;
  readonly requestId: string;
  readonly ip: string;
  /**
   * The caller's idempotency key, for operations that use one themselves. It is generated if the
   * call has none.
   */
  readonly idempotencyKey: E["idempotencyKey"] extends string ? string : undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
