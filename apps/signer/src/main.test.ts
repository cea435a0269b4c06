import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { MAC_HEADER, readLinkKey, requestMac, writeMessage } from "@tessera/payout-signing";
import { expect, test } from "vitest";
import { newRequest, newSignerFolder } from "./signer.fixtures.ts";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));

function start(command: "init" | "run", folder: string): ChildProcess {
  const args = [MAIN, command, path.join(folder, "settings.json")];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
}

/** Waits for the process to end. Returns its status, and what it wrote. */
async function ended(child: ChildProcess): Promise<{ status: number; text: string }> {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  const [status] = (await once(child, "close")) as [number];
  return { status, text };
}

async function running(folder: string): Promise<ChildProcess> {
  const child = start("run", folder);
  let text = "";
  while (!text.includes('"listening"')) {
    const [chunk] = (await once(child.stdout ?? child, "data")) as [Buffer];
    text += chunk.toString();
  }
  return child;
}

async function ask(folder: string, body: string): Promise<string> {
  const mac = requestMac(readLinkKey(path.join(folder, "link.key")), body);
  const headers = { [MAC_HEADER]: mac, "content-length": Buffer.byteLength(body) };
  const socketPath = path.join(folder, "signer.sock");
  const asked = request({ socketPath, path: "/sign", method: "POST", headers, agent: false });
  asked.end(body);
  const [response] = (await once(asked, "response")) as [AsyncIterable<Buffer>];
  let text = "";
  for await (const chunk of response) {
    text += chunk.toString();
  }
  return text;
}

test("signer: the process signs, and after a kill gives the same signature again", async () => {
  const folder = newSignerFolder();
  const keys = readLinkKey(path.join(folder, "link.key"));
  const body = writeMessage(newRequest({ keys }));
  const first = await running(folder);
  const answer = await ask(folder, body);
  expect(answer).toContain('"signed"');
  first.kill("SIGKILL");
  await once(first, "close");
  const second = await running(folder);
  expect(JSON.parse(await ask(folder, body))).toEqual(JSON.parse(answer));
  second.kill("SIGTERM");
  expect(await once(second, "close")).toEqual([0, null]);
});

test("signer: init creates a key and a record once, and run needs both", async () => {
  const folder = newSignerFolder();
  const [key, record] = ["wallet.key", "signed.jsonl"].map((name) => path.join(folder, name));
  rmSync(key ?? "");
  rmSync(record ?? "");
  expect(await ended(start("run", folder))).toMatchObject({ status: 1 });
  const made = await ended(start("init", folder));
  expect(made).toMatchObject({ status: 0, text: expect.stringMatching(/"wallet":"0x\w{40}"/) });
  const secret = readFileSync(key ?? "", "utf8").trim();
  expect(made.text).not.toContain(secret);
  expect(await ended(start("init", folder))).toMatchObject({ status: 1 });
  expect(readFileSync(key ?? "", "utf8").trim()).toBe(secret);
});
