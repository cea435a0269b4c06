import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { openMailbox } from "@tessera/e2e/mailbox";
import {
  type CardDetails,
  createCustomer,
  PASSWORD,
  type Customer as Registered,
} from "@tessera/e2e/sandbox-client";
import { totpCode } from "@tessera/e2e/totp";
import type { Environment } from "../environment.ts";
import { requireThat } from "./check-list.ts";
import { Client } from "./client.ts";
import { CAPTCHA_ANSWER } from "./server-group.ts";

const COMMANDS = new URL("../../../apps/server/src/tessera.ts", import.meta.url);
const OPERATOR_PASSWORD = "nine slow trains at dusk";

/** A customer with a funded card. */
export interface Customer extends Registered {
  readonly cardId: string;
  readonly card: CardDetails;
}

/** An operator with a second factor, and a session that was opened at the last server. */
export interface Operator {
  readonly username: string;
  readonly token: string;
  /** Unused recovery codes, each of which confirms the operator's identity once. */
  readonly recoveryCodes: string[];
}

export interface Operators {
  readonly one: Operator;
  readonly two: Operator;
}

/** Returns the body of a payment with a customer's card. */
export function paymentWith({ card }: Pick<Customer, "card">, amount: string, mcc = "5734") {
  const { pan, cvv, expiryMonth, expiryYear } = card;
  const merchant = { name: "Lab Store", mcc, country: "US" };
  return { pan, cvv, expiryMonth, expiryYear, amount, currency: "USD", merchant };
}

/** Maximum number of attempts to open a customer: a busy machine refuses some of the calls. */
const PREPARATIONS = 5;

/** Opens a customer; tries again with another one if a call fails. */
export async function openCustomer(proxy: string): Promise<Customer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openOne(proxy);
    } catch (error) {
      if (attempt === PREPARATIONS) {
        throw error;
      }
    }
  }
}

/** Registers a customer through HAProxy, so that consecutive calls reach different servers. */
async function openOne(proxy: string): Promise<Customer> {
  const registered = await createCustomer(proxy);
  await registered.fund("2000.00");
  const { id: cardId } = await registered.openCard();
  await registered.addFunds(cardId, "500.00");
  return { ...registered, cardId, card: await registered.revealCard(cardId) };
}

/** Runs `npm run tessera -- <args>` on the lab's database. */
export async function runCommand(
  { server, folder }: Environment,
  args: readonly string[],
  input = "",
): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(COMMANDS), ...args], {
    stdio: ["pipe", "ignore", "inherit"],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: path.join(folder, "command"),
      TESSERA_KEY_FILE: path.join(folder, "tessera.key"),
      DATABASE_URL: server.appUrl,
      DATABASE_OWNER_URL: server.ownerUrl,
    },
  });
  child.stdin.end(input);
  await once(child, "exit");
  requireThat(child.exitCode === 0, `tessera ${args[0]} ended with ${child.exitCode}`);
}

/** Adds an operator on the command line, who signs in and enrolls an authenticator app. */
export async function openOperator(
  environment: Environment,
  origin: string,
  { username, role }: { readonly username: string; readonly role: string },
): Promise<Operator> {
  const named = ["--email", `${username}@lab.example`, "--username", username, "--role", role];
  await runCommand(
    environment,
    ["create-operator", ...named, "--password-stdin"],
    `${OPERATOR_PASSWORD}\n`,
  );
  const client = new Client();
  try {
    const token = await signIn(client, origin, username, OPERATOR_PASSWORD);
    const proof = await stepUp(client, origin, token, { password: OPERATOR_PASSWORD });
    const { secret } = await client.ok(origin, "POST /api/auth/factors/totp/begin", {
      token,
      proof,
    });
    const changed = await client.ok(origin, "POST /api/auth/factors/totp", {
      token,
      body: { code: totpCode(secret) },
    });
    return { username, token: changed.token, recoveryCodes: changed.recoveryCodes };
  } finally {
    client.close();
  }
}

/** Signs in with a password and returns the session's token. */
export async function signIn(
  client: Client,
  origin: string,
  username: string,
  password: string = PASSWORD,
): Promise<string> {
  const body = { username, password };
  return (await client.ok(origin, "POST /api/customer/login", { body })).token;
}

/** Signs an operator in with a recovery code, and returns the token of a further session. */
export async function signOperatorIn(
  client: Client,
  origin: string,
  operator: Operator,
): Promise<string> {
  const body = { username: operator.username, password: OPERATOR_PASSWORD };
  const first = await client.call(origin, "POST /api/customer/login", { body });
  const { challenge } = first.body.secondFactor;
  const second = { challenge, recoveryCode: operator.recoveryCodes.pop() };
  return (await client.ok(origin, "POST /api/customer/login/second-factor", { body: second }))
    .token;
}

/** Confirms a person's identity and returns the step-up token. */
export async function stepUp(
  client: Client,
  origin: string,
  token: string,
  body: object,
): Promise<string> {
  return (await client.ok(origin, "POST /api/auth/proof", { token, body })).proof;
}

/** Confirms an operator's identity with a recovery code. */
export function operatorProof(client: Client, origin: string, operator: Operator): Promise<string> {
  const recoveryCode = operator.recoveryCodes.pop();
  requireThat(recoveryCode !== undefined, `${operator.username} has no recovery code left`);
  return stepUp(client, origin, operator.token, { recoveryCode });
}

/** Draws a captcha at a server and returns the fields that solve it. */
export async function drawCaptcha(client: Client, origin: string) {
  const { headers, status } = await client.call(origin, "GET /api/captcha");
  requireThat(status === 200, `GET /api/captcha returned ${status}`);
  return { captchaId: headers["x-captcha-id"], captchaCode: CAPTCHA_ANSWER };
}

/** Has a code mailed by one server, and returns it as the mailbox of another one shows it. */
export async function mailedCode(
  client: Client,
  { from, at }: { readonly from: string; readonly at: string },
  { email, purpose }: { readonly email: string; readonly purpose: "register" | "reset" },
): Promise<string> {
  const body = { email, purpose, ...(await drawCaptcha(client, at)) };
  await client.ok(from, "POST /api/auth/send-code", { body });
  return openMailbox(at).codeFor(email);
}
