import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCustomer } from "../../identity/people/index.ts";
import { inTransaction } from "../../platform/context.ts";
import type { OpenContext } from "../../platform/create-context.ts";
import { newId } from "../../platform/ids.ts";
import { type CommandHome, createCommandHome } from "../../testing/command-home.ts";

let home: CommandHome;
let open: OpenContext;
let username: string;

beforeAll(async () => {
  home = await createCommandHome();
  open = await home.open();
  const { context } = open;
  username = `payer${newId().slice(-8)}`;
  await inTransaction(context.db, (tx) =>
    openCustomer(context, tx, {
      ...{ username, email: `${username}@tessera.test`, passwordHash: "none", locale: "en" },
      ...{ requestId: "test", acceptance: null },
    }),
  );
});
afterAll(async () => {
  await open.close();
  await home.remove();
});

async function sampleFile(): Promise<string> {
  const { code, out, err } = await home.run(["sample-statement", username]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const file = join(home.folder, `${newId()}.xml`);
  await writeFile(file, out);
  return file;
}

describe("import-statement", () => {
  it("imports the sandbox's sample, credits its customer, and repeats nothing", async () => {
    const file = await sampleFile();
    const first = await home.run(["import-statement", file]);
    expect(first).toMatchObject({ code: 0, err: "" });
    expect(first.out).toContain("4 transactions added, 0 known before, 0 expected");
    for (const states of ["1 credited", "2 unmatched", "1 outflow"]) {
      expect(first.out).toContain(states);
    }
    const again = await home.run(["import-statement", file]);
    expect(again.out).toContain("already imported, nothing changed");
    const second = await home.run(["import-statement", await sampleFile()]);
    expect(second.out).toContain("4 transactions added");
    const verified = await home.run(["verify"]);
    expect(verified).toMatchObject({ code: 0 });
    expect(verified.out).toContain("bank clearing is the banks");
  });

  it("lists every problem with its line, and imports nothing", async () => {
    const file = join(home.folder, "bad.xml");
    await writeFile(file, "<Document/>");
    const refused = await home.run(["import-statement", file]);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toContain("Nothing was imported:\n  line 1: This is not a camt.053");
    const missing = await home.run(["import-statement", join(home.folder, "none.xml")]);
    expect(missing.err).toContain("cannot be read (ENOENT)");
  });

  it("is refused if the program has no account at a bank", async () => {
    const file = await sampleFile();
    const env = { BANK_ACCOUNTS: "none" };
    const refused = await home.run(["import-statement", file], { env });
    expect(refused).toMatchObject({ code: 1, out: "" });
  });
});
