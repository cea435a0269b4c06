import type { OperatorRole } from "@tessera/contract/identity/operators.schemas";
import { type AppContext, inTransaction } from "../../../platform/context.ts";
import { newId } from "../../../platform/ids.ts";
import type { TestCell } from "../../../testing/two-cells.ts";
import { addOperator } from "../../people/index.ts";
import { addDemoTotp } from "../../second-factor/index.ts";
import { openSession } from "../../sessions/index.ts";

/** An operator with a live session in the cell where they sign in. */
export interface CellOperator {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly token: string;
}

const VISITOR = { ip: "127.0.0.1", device: "test", remember: false };

/** Creates an operator with a second factor and a session. */
export async function openOperator(
  context: AppContext,
  role: OperatorRole,
  inviterId?: string,
): Promise<CellOperator> {
  return inTransaction(context.db, async (tx) => {
    const person = await addOperator(context, tx, {
      ...{ email: `${newId()}@tessera.test`, passwordHash: "hash", role, locale: "en" },
      ...{ requestId: null, ...(inviterId !== undefined && { inviterId }) },
    });
    if (person === undefined) {
      throw new Error("the operator's names are taken");
    }
    const { id, username, email } = person;
    await addDemoTotp(context, tx, id);
    return { id, username, email, token: await openSession(context, tx, id, VISITOR) };
  });
}

/** Opens another session of an operator. Returns its token. */
export function openAgain(context: AppContext, id: string): Promise<string> {
  return inTransaction(context.db, (tx) => openSession(context, tx, id, VISITOR));
}

// biome-ignore lint/suspicious/noExplicitAny: tests assert a response's shape
type Json = any;

interface Sent {
  readonly token?: string;
  /** The cell to name in the header. */
  readonly cell?: number | string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the server of a cell. */
export async function callAt(
  at: TestCell,
  call: `${"GET" | "POST" | "PUT" | "DELETE"} ${string}`,
  { token, cell, body, headers }: Sent = {},
): Promise<{ readonly status: number; readonly json: Json }> {
  const [method = "", path = ""] = call.split(" ");
  const response = await fetch(`${at.url}${path}`, {
    method,
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cell !== undefined && { "x-tessera-cell": String(cell) }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  return { status: response.status, json: isJson ? JSON.parse(text) : undefined };
}
