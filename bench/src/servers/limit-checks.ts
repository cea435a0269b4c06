import { requireThat, tally } from "./check-list.ts";
import { customerAt, type Lab, originAt } from "./lab.ts";

/** Sends calls at once, one after another to each server, and requires `allowed` to pass. */
async function countAllowed(
  lab: Lab,
  allowed: number,
  calls: number,
  send: (origin: string) => Promise<{ readonly status: number }>,
): Promise<string> {
  const answers = await Promise.all(
    Array.from({ length: calls }, (_, place) => send(originAt(lab, place))),
  );
  const statuses = answers.map(({ status }) => status);
  const passed = statuses.filter((status) => status !== 429).length;
  requireThat(passed === allowed, `${passed} calls passed instead of ${allowed}`);
  return tally(statuses);
}

/** Checks limits with calls to all servers at once, on servers that apply them. */
export async function checkLimits(lab: Lab): Promise<void> {
  const { checks } = lab;
  await checks.check("limit: 60 captchas for one address, 20 a minute", () => {
    const client = lab.newClient();
    return countAllowed(lab, 20, 60, (origin) => client.call(origin, "GET /api/captcha"));
  });
  await checks.check("limit: 30 sign-ins from one address, 5 in ten seconds", () => {
    const client = lab.newClient();
    const body = { username: "nobody-at-all", password: "no such password" };
    return countAllowed(lab, 5, 30, (origin) =>
      client.call(origin, "POST /api/customer/login", { body }),
    );
  });
  await checks.check("limit: 60 writes that move a customer's money, 30 a minute", () => {
    const { token, cardId } = customerAt(lab, 9);
    const client = lab.newClient();
    const body = { quoteId: "quo_00000000-0000-7000-8000-000000000000" };
    return countAllowed(lab, 30, 60, (origin) =>
      client.call(origin, `POST /api/cards/${cardId}/deposit`, { token, body }),
    );
  });
}
