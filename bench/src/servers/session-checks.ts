import { freshEmail, PASSWORD } from "@tessera/e2e/sandbox-client";
import { requireThat, shownMs } from "./check-list.ts";
import type { Client } from "./client.ts";
import { customerAt, type Lab, originAt, othersThan } from "./lab.ts";
import {
  mailedCode,
  openOperator,
  operatorProof,
  runCommand,
  signIn,
  signOperatorIn,
  stepUp,
} from "./people.ts";

const PROFILE = "GET /api/auth/profile";
/** What SECURITY.md promises for a session that ended on another server. */
const PROMISED_MS = 5_000;
const ROUNDS = 5;
const OTHER_PASSWORD = "eight loud tiles in a row";

/** A session that a server is about to end. */
interface Ending {
  /** The token whose refusal is measured. */
  readonly token: string;
  /** Ends the session at a server, and resolves with its response. */
  readonly end: () => Promise<unknown>;
}

/**
 * Ends sessions at each server in turn while all servers have them cached, and measures when every
 * other server first refuses their tokens.
 *
 * @param open opens a session, which `end` ends at the server at `place`
 */
async function measureEndings(
  lab: Lab,
  open: (place: number) => Promise<Ending>,
  rounds = ROUNDS,
): Promise<string> {
  const client = lab.newClient();
  const waits: number[] = [];
  let atOnce = 0;
  for (let place = 0; place < rounds; place += 1) {
    const { token, end } = await open(place);
    for (const origin of lab.group.origins) {
      await client.ok(origin, PROFILE, { token });
    }
    await end();
    const endedMs = performance.now();
    await Promise.all([
      client.call(originAt(lab, place), PROFILE, { token }).then(({ status }) => {
        requireThat(status === 401, `the server that ended it answered ${status}`);
      }),
      ...othersThan(lab, place).map(async (origin) => {
        const tries = await triesUntilRefused(client, origin, token);
        atOnce += tries === 1 ? 1 : 0;
        waits.push(tries === 1 ? 0 : performance.now() - endedMs);
      }),
    ]);
  }
  return `${atOnce} of ${waits.length} refused at the first call; longest wait ${shownMs(
    Math.max(...waits),
  )}`;
}

/** Calls until the server refuses the token; throws if that takes longer than promised. */
async function triesUntilRefused(client: Client, origin: string, token: string): Promise<number> {
  const end = performance.now() + PROMISED_MS;
  for (let tries = 1; ; tries += 1) {
    const sentMs = performance.now();
    const { status } = await client.call(origin, PROFILE, { token });
    if (status === 401) {
      return tries;
    }
    requireThat(sentMs < end, `still accepted ${PROMISED_MS} ms after the end: ${status}`);
  }
}

/** Opens a session of a customer at the server at `place`. */
function openAt(lab: Lab, customer: number, place: number): Promise<string> {
  return signIn(lab.newClient(), originAt(lab, place), customerAt(lab, customer).email);
}

async function useEverywhere(lab: Lab): Promise<string> {
  const client = lab.newClient();
  for (const place of lab.group.origins.keys()) {
    const token = await openAt(lab, 0, place);
    for (const origin of othersThan(lab, place)) {
      await client.ok(origin, PROFILE, { token });
    }
  }
  return `${lab.group.ports.length * (lab.group.ports.length - 1)} of all pairs, at the first call`;
}

const endAt = (lab: Lab, place: number, what: string, token: string, more = {}) =>
  lab.newClient().ok(originAt(lab, place), what, { token, ...more });

async function checkOwnEndings(lab: Lab): Promise<void> {
  const { checks } = lab;
  await checks.check("session: signed out on one server", () =>
    measureEndings(lab, async (place) => {
      const token = await openAt(lab, 0, place + 1);
      return { token, end: () => endAt(lab, place, "POST /api/auth/logout", token) };
    }),
  );
  await checks.check("session: signed out everywhere", () =>
    measureEndings(lab, async (place) => {
      const kept = await openAt(lab, 0, place);
      const token = await openAt(lab, 0, place + 1);
      return { token, end: () => endAt(lab, place, "POST /api/auth/sessions/end-others", kept) };
    }),
  );
  await checks.check("session: one device signed out", () =>
    measureEndings(lab, async (place) => {
      const [kept, token] = [await openAt(lab, 1, place), await openAt(lab, 1, place + 1)];
      const { data } = await endAt(lab, place, "GET /api/auth/sessions", token);
      const id = data.find((one: { current: boolean }) => one.current).id;
      return { token, end: () => endAt(lab, place, `DELETE /api/auth/sessions/${id}`, kept) };
    }),
  );
}

async function checkPasswords(lab: Lab): Promise<void> {
  const { checks } = lab;
  const { email } = customerAt(lab, 2);
  const passwords = { password: PASSWORD, confirmPassword: PASSWORD };
  await checks.check("session: password changed", () =>
    measureEndings(lab, async (place) => {
      const client = lab.newClient();
      const given = { password: place % 2 === 0 ? PASSWORD : OTHER_PASSWORD };
      const open = (at: number) => signIn(client, originAt(lab, at), email, given.password);
      const [kept, token] = [await open(place), await open(place + 1)];
      const proof = await stepUp(client, originAt(lab, place + 1), kept, given);
      const password = place % 2 === 0 ? OTHER_PASSWORD : PASSWORD;
      const body = { body: { password, confirmPassword: password }, proof };
      return { token, end: () => endAt(lab, place, "POST /api/auth/password", kept, body) };
    }),
  );
  await checks.check("session: password reset with a mailed code", () =>
    measureEndings(
      lab,
      async (place) => {
        const client = lab.newClient();
        const token = await signIn(client, originAt(lab, place + 1), email, OTHER_PASSWORD);
        const at = { from: originAt(lab, place), at: originAt(lab, place + 1) };
        const code = await mailedCode(client, at, { email, purpose: "reset" });
        const body = { email, code, ...passwords };
        const what = "POST /api/customer/reset-password";
        return { token, end: () => client.ok(originAt(lab, place), what, { body }) };
      },
      1,
    ),
  );
}

async function checkSuspensions(lab: Lab): Promise<void> {
  const { checks, operators, environment } = lab;
  const client = lab.newClient();
  await checks.check("session: customer suspended by an operator", () =>
    measureEndings(
      lab,
      async (place) => {
        const origin = originAt(lab, place);
        const token = await openAt(lab, 3, place + 1);
        const { user } = await client.ok(origin, PROFILE, { token });
        const [found] = await lab.owner<{ id: string }[]>`
          select customer_id as id from person where email = ${user.email}`;
        const by = { token: operators.one.token, body: { reason: "other", note: "The lab" } };
        const path = `POST /api/admin/customers/cus_${found?.id}`;
        return { token, end: () => client.ok(origin, `${path}/suspend`, by) };
      },
      1,
    ),
  );
  const username = `auditor-${freshEmail().slice(4, 12)}`;
  const auditor = await openOperator(environment, originAt(lab, 0), { username, role: "auditor" });
  const endBy = (what: "suspend" | "resume" | "remove", place: number) => async () => {
    const origin = originAt(lab, place);
    const { token } = operators.one;
    const { data } = await client.ok(origin, "GET /api/admin/operators?limit=100", { token });
    const one = data.find((each: { username: string }) => each.username === username);
    const proof = await operatorProof(client, origin, operators.one);
    const body = { revision: one.revision, reason: "The lab" };
    await client.ok(origin, `POST /api/admin/operators/${one.id}/${what}`, { token, proof, body });
  };
  await checks.check("session: operator suspended", () =>
    measureEndings(lab, async (place) => ({ ...auditor, end: endBy("suspend", place) }), 1),
  );
  await endBy("resume", 1)();
  await checks.check("session: operator removed", () =>
    measureEndings(
      lab,
      async (place) => ({
        token: await signOperatorIn(client, originAt(lab, place + 1), auditor),
        end: endBy("remove", place),
      }),
      1,
    ),
  );
  const other = { username: `${username}-2`, role: "support" };
  const support = await openOperator(environment, originAt(lab, 1), other);
  await checks.check("session: operator suspended on the command line", () =>
    measureEndings(
      lab,
      async () => {
        const args = ["--username", other.username, "--reason", "The lab"];
        return {
          ...support,
          end: () => runCommand(environment, ["operators", "suspend", ...args]),
        };
      },
      1,
    ),
  );
}

/** A server that was frozen while a session ended must not accept it when it runs again. */
async function endWhileFrozen(lab: Lab): Promise<string> {
  const client = lab.newClient();
  const token = await openAt(lab, 0, 0);
  for (const origin of lab.group.origins) {
    await client.ok(origin, PROFILE, { token });
  }
  lab.group.freeze(1);
  try {
    await client.ok(originAt(lab, 0), "POST /api/auth/logout", { token });
    const late = client.call(originAt(lab, 1), PROFILE, { token });
    await new Promise((resolve) => setTimeout(resolve, PROMISED_MS + 1_000));
    lab.group.resume(1);
    const { status } = await late;
    requireThat(status === 401, `the frozen server answered ${status}`);
  } finally {
    lab.group.resume(1);
  }
  return "refused at its first call after it was resumed";
}

/** Checks that sessions begin and end on all servers. */
export async function checkSessions(lab: Lab): Promise<void> {
  await lab.checks.check("session: opened on one server, used on the others", () =>
    useEverywhere(lab),
  );
  await checkOwnEndings(lab);
  await checkPasswords(lab);
  await checkSuspensions(lab);
  await lab.checks.check("session: ended while another server was frozen for 6 s", () =>
    endWhileFrozen(lab),
  );
}
