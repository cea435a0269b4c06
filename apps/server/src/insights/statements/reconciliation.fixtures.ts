import { newId } from "../../platform/ids.ts";
import type { CardsApp, TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { csvRecords } from "./statement.fixtures.ts";

/**
 * Returns the request body for an export of everything in a fixed range of days. `given` overrides
 * some of its fields.
 */
export function questionBody(given: Readonly<Record<string, unknown>> = {}) {
  return {
    fromDay: "2026-01-01",
    toDay: "2027-12-31",
    timeZone: "UTC",
    accounts: ["USD", "CNY", "EUR"],
    format: "csv",
    ...given,
  };
}

/** Requests an export. */
export function ask(
  app: CardsApp,
  customer: TestCustomer,
  given: Readonly<Record<string, unknown>> = {},
  key = newId(),
) {
  return app.call(customer, "POST /api/reconciliation/exports", questionBody(given), { key });
}

const TIMEOUT_MS = 100_000;
const POLL_MS = 50;

/** Waits until an export is no longer queued or running. */
export async function ended(app: CardsApp, customer: TestCustomer, id: string) {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const { body } = await app.call(customer, `GET /api/reconciliation/exports/${id}`);
    if (!["queued", "processing"].includes(body.status)) {
      return body;
    }
    if (performance.now() > deadline) {
      throw new Error(`the export ${id} is still ${body.status}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

export function fetchFile(app: CardsApp, customer: TestCustomer, id: string) {
  return app.call(customer, `GET /api/reconciliation/exports/${id}/file`);
}

/** Requests an export, waits for it, and downloads its file. */
export async function exported(
  app: CardsApp,
  customer: TestCustomer,
  given: Readonly<Record<string, unknown>> = {},
) {
  const { id } = expectStatus(await ask(app, customer, given), 201).body;
  const job = await ended(app, customer, id);
  const file = expectStatus(await fetchFile(app, customer, id), 200);
  return { job, text: file.text, headers: file.headers };
}

/** Returns the rows of a CSV file, each as an object keyed by column name. */
export function rowsOf(text: string): Record<string, string>[] {
  const [columns = [], ...records] = csvRecords(text.replace("\ufeff", ""));
  return records.map((fields) =>
    Object.fromEntries(columns.map((column, place) => [column, fields[place] ?? ""])),
  );
}

/** Converts an amount such as `"-12.34"` to minor units. */
export function minorOf(amount: string | undefined): bigint {
  return BigInt((amount ?? "").replace(".", ""));
}
