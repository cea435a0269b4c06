import type { Role } from "@tessera/contract/identity/accounts.schemas";
import type { FastifyRequest } from "fastify";
import { Refusal } from "./refusal.ts";

/** The caller of a request. */
export interface Session {
  readonly sessionId: string;
  readonly userId: string;
  /** The person's customer id; an operator has their own user id, which owns nothing. */
  readonly customerId: string;
  readonly username: string;
  readonly role: Role;
  /** An operator without a second factor, who may only enroll one. */
  readonly lacksSecondFactor: boolean;
}

/**
 * A call keeps its session from becoming idle and may use a cached copy of it. A verification does
 * neither: it reads the database.
 */
export type SessionUse = "call" | "verify";

/** How the platform authenticates a caller; the identity module implements it. */
export interface Authenticator {
  /** @param use a call if absent */
  session(token: string, use?: SessionUse): Promise<Session | undefined>;
  /** Checks whether the step-up token `proof` was recently issued to this session. */
  proof(session: Session, proof: string): Promise<"ok" | "invalid" | "stale">;
}

const BEARER = /^bearer ([A-Za-z0-9_-]{1,128})$/i;

/**
 * Returns the live session of a request's bearer token.
 *
 * @throws Refusal `unauthenticated`
 */
export async function requireSession(
  authenticator: Authenticator,
  request: FastifyRequest,
  use: SessionUse = "call",
): Promise<Session> {
  const token = BEARER.exec(request.headers.authorization ?? "")?.[1];
  const session = token === undefined ? undefined : await authenticator.session(token, use);
  if (session === undefined) {
    throw new Refusal("unauthenticated");
  }
  return session;
}

/**
 * @throws Refusal `proof_required`, `proof_invalid` or `proof_stale`
 */
export async function requireProof(
  authenticator: Authenticator,
  session: Session,
  request: FastifyRequest,
): Promise<void> {
  const proof = request.headers["x-proof"];
  if (typeof proof !== "string" || proof === "") {
    throw new Refusal("proof_required");
  }
  const verdict = await authenticator.proof(session, proof.slice(0, 256));
  if (verdict !== "ok") {
    throw new Refusal(verdict === "stale" ? "proof_stale" : "proof_invalid");
  }
}

/** Returns whether the caller is an operator. */
export function isOperator(session: Session): boolean {
  return session.role !== "customer";
}
