import { createProof } from "@tessera/contract/identity/accounts.endpoints";
import * as endpoints from "@tessera/contract/identity/factors.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { askPasskey } from "./ask-passkey.ts";
import { addPasskey, beginPasskey } from "./enrol-passkey.ts";
import { beginTotp, confirmTotp } from "./enrol-totp.ts";
import { presentFactors, presentPasskey } from "./factors.presenter.ts";
import { listFactors } from "./list-factors.ts";
import { prove } from "./prove.ts";
import { removePasskey, removeTotp } from "./remove-factor.ts";
import { renamePasskey } from "./rename-passkey.ts";
import { renewRecoveryCodes } from "./renew-recovery-codes.ts";

const MINUTE = 60;
const HOUR = 3_600;

/**
 * The calls that start, confirm, rename, remove or renew factors share one limit, which is far
 * higher than a person would reach by hand.
 */
const CHANGES = {
  limits: [{ bucket: "factor-changes", max: 40, windowSeconds: HOUR, by: "customer" }],
} as const;

/**
 * Registers the calls to manage a person's second factors and to exchange them for step-up tokens.
 */
export function registerFactorRoutes(app: FastifyInstance, context: AppContext): void {
  registerProofs(app, context);
  registerReading(app, context);
  registerTotp(app, context);
  registerPasskeys(app, context);
  route(
    app,
    context,
    endpoints.renewRecoveryCodes,
    ({ session, requestId }) => changed(renewRecoveryCodes(context, { session, requestId })),
    CHANGES,
  );
}

/**
 * Counts a limit per person, for all accounts that they act for: attempts to confirm one's identity
 * must not multiply by switching, and the members of a company do not share them.
 */
function personOf({ session }: { readonly session: { readonly userId: string } }): string {
  return session.userId;
}

/** Presents the caller's factors after a change. */
async function changed(
  change: Promise<{ readonly token: string; readonly recoveryCodes: readonly string[] | null }>,
) {
  const { token, recoveryCodes } = await change;
  return { token, recoveryCodes: recoveryCodes && [...recoveryCodes] };
}

function registerProofs(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    createProof,
    async ({ session, body, requestId }) => {
      const { subject, ...given } = body;
      const { proof, expiresAt } = await prove(context, { session, given, subject, requestId });
      return { proof, expiresAt: expiresAt.toISOString() };
    },
    {
      limits: [
        { bucket: "proof", max: 10, windowSeconds: 5 * MINUTE, by: personOf },
        { bucket: "proof-hour", max: 40, windowSeconds: HOUR, by: personOf },
      ],
    },
  );
}

function registerReading(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    endpoints.getFactors,
    async ({ session }) => presentFactors(await listFactors(context, session)),
    { limits: [{ bucket: "factors", max: 120, windowSeconds: MINUTE, by: personOf }] },
  );
  route(app, context, endpoints.askPasskey, ({ session }) => askPasskey(context, session), {
    limits: [{ bucket: "ask-passkey", max: 20, windowSeconds: 5 * MINUTE, by: personOf }],
  });
}

function registerTotp(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    endpoints.beginTotp,
    async ({ session }) => {
      const { expiresAt, ...shown } = await beginTotp(context, { session });
      return { ...shown, expiresAt: expiresAt.toISOString() };
    },
    CHANGES,
  );
  route(
    app,
    context,
    endpoints.confirmTotp,
    ({ session, body, requestId }) =>
      changed(confirmTotp(context, { session, requestId }, body.code)),
    CHANGES,
  );
  route(
    app,
    context,
    endpoints.removeTotp,
    ({ session, requestId }) => changed(removeTotp(context, { session, requestId })),
    CHANGES,
  );
}

function registerPasskeys(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    endpoints.beginPasskey,
    ({ session }) => beginPasskey(context, { session }),
    CHANGES,
  );
  route(
    app,
    context,
    endpoints.addPasskey,
    ({ session, body, requestId }) => changed(addPasskey(context, { session, requestId }, body)),
    CHANGES,
  );
  route(
    app,
    context,
    endpoints.renamePasskey,
    async ({ session, params, body, requestId }) => {
      const named = { id: params.id, name: body.name };
      return presentPasskey(await renamePasskey(context, { session, requestId }, named));
    },
    CHANGES,
  );
  route(
    app,
    context,
    endpoints.removePasskey,
    ({ session, params, requestId }) =>
      changed(removePasskey(context, { session, requestId }, params.id)),
    CHANGES,
  );
}
