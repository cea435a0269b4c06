import type { Endpoint } from "@tessera/contract/endpoint";
import { isOfCompany } from "@tessera/contract/identity/member-needs";
import { badCalls, complaintAbout } from "@tessera/server/testing/bad-input";
import { ROLE_MATRIX } from "@tessera/server/testing/role-matrix";
import type { Actor } from "./actor.ts";
import { Conformance } from "./conformance.ts";

const MISSING = "00000000-0000-7000-8000-000000000000";
/** How many bad calls are in progress at the same time. */
const PARALLEL = 4;

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** Who makes calls that must be refused. */
export interface Callers {
  readonly visitor: Actor;
  readonly customer: Actor;
  /** An administrator; absent in a cell without one. */
  readonly administrator: Actor | undefined;
}

/** Makes every call as everybody who may not make it. Returns what was not refused as it should. */
export async function refuseStrangers(callers: Callers): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [role, actor] of Object.entries(callers)) {
    for (const [name, allowed] of Object.entries(ROLE_MATRIX)) {
      const isAllowed = (allowed as readonly string[]).includes(role);
      if (actor === undefined || isAllowed || !Conformance.names.includes(name)) {
        continue;
      }
      const id = name.includes(":id") ? MISSING : undefined;
      const { code } = await actor.call(name, { ...(id !== undefined && { id }) });
      if (code !== (role === "visitor" ? "unauthenticated" : "forbidden")) {
        wrong.push(`${name} as ${role}: ${code}`);
      }
    }
  }
  return wrong;
}

/** Returns who sends a call's bad input: somebody who may make the call. */
function callerOf({ access, roles }: Endpoint, callers: Callers): Actor | undefined {
  if (access === "public" || access === "sandbox" || access === "optional") {
    return callers.visitor;
  }
  const isForCustomers = access === "session" && (roles ?? ["customer"]).includes("customer");
  return isForCustomers ? callers.customer : callers.administrator;
}

/**
 * Sends a bad value in every field of every call. Returns what was not rejected as the contract
 * says, and how many calls were made.
 *
 * @param absent the calls that this API does not have
 */
export async function rejectBadInput(callers: Callers, absent: ReadonlySet<string>) {
  const endpoints = Conformance.names
    .filter((name) => !absent.has(name))
    .map((name) => Conformance.endpoint(name))
    // Without a session that acts for a company, these are refused before their input is read.
    .filter((endpoint) => !isOfCompany(endpoint));
  const calls = badCalls(endpoints).filter(({ endpoint }) => callerOf(endpoint, callers));
  const wrong: string[] = [];
  let next = 0;
  const worker = async () => {
    for (let bad = calls[next++]; bad !== undefined; bad = calls[next++]) {
      const caller = callerOf(bad.endpoint, callers);
      const { conformance, token, cell } = caller ?? callers.visitor;
      const isSandbox = bad.endpoint.access === "sandbox";
      const answer = await conformance.callAt(nameOf(bad.endpoint), bad.url, {
        ...(bad.body !== undefined && { body: bad.body }),
        ...(token !== undefined && { token }),
        ...(isSandbox && { cell }),
      });
      const complaint = complaintAbout(bad, { ...answer, headers: {} });
      if (complaint !== undefined) {
        wrong.push(complaint);
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return { wrong, count: calls.length };
}

/** Asks for another customer's objects, which must seem missing. */
export async function hideFromOthers(
  other: Actor,
  ids: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, id] of Object.entries(ids)) {
    await other.refused(name, "not_found", { id });
  }
}
