import type { Customer } from "./people.ts";

const BODY = {
  ...{ name: "Bookkeeping", scopes: { bills: "read" }, addresses: [] },
  ceilings: [{ currency: "USD", perCall: "10.00", perDay: "100.00" }],
  ...{ callsPerMinute: 60, expiresInDays: 90 },
};

/** Creates an API key, calls with it, replaces and revokes it. */
export async function useKeys(me: Customer): Promise<void> {
  const path = "/api/api-keys";
  await me.refused(`POST ${path}`, "proof_required", { body: BODY });
  const made = await me.ok(`POST ${path}`, { body: BODY, proof: await me.proof() });
  const { id } = made.key;
  await me.ok(`GET ${path}`);
  await me.ok(`GET ${path}/:id`, { id });
  const rotated = await me.ok(`POST ${path}/:id/rotate`, {
    ...{ id, body: { overlapMinutes: 0 }, proof: await me.proof() },
  });
  const { token } = me;
  const refusedAs = async (text: string, call: string, code: string) => {
    me.token = text;
    await me.refused(call, code);
  };
  try {
    me.token = rotated.secret;
    await me.ok("GET /api/bills");
    await refusedAs(rotated.secret, "GET /api/cards", "api_key_scope_missing");
    await refusedAs(rotated.secret, "GET /api/auth/profile", "api_key_not_accepted");
    await refusedAs(made.secret, "GET /api/bills", "unauthenticated");
  } finally {
    me.token = token;
  }
  await me.ok(`GET ${path}/:id/calls`, { id });
  await me.ok(`POST ${path}/:id/revoke`, { id });
}
