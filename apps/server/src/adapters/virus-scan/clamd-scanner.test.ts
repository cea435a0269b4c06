import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../platform/config/config.ts";
import { type ClamdDouble, startClamdDouble, TEST_VIRUS } from "../../testing/clamd-double.ts";
import { createClamdScanner } from "./clamd-scanner.ts";
import { ScanFailedError, type VirusScanner } from "./virus-scanner.ts";

let folder: string;
const doubles: ClamdDouble[] = [];

function scannerAt(address: string, timeoutMs?: number): VirusScanner {
  const { clamd } = readConfig({ VIRUS_SCAN: "clamav", CLAMAV_ADDRESS: address }).files;
  if (clamd === undefined) {
    throw new Error("the settings name no clamd");
  }
  return createClamdScanner(clamd, timeoutMs);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "clamd-"));
  doubles.push(await startClamdDouble(), await startClamdDouble(join(folder, "clamd.ctl")));
});
afterAll(async () => {
  await Promise.all(doubles.map((double) => double.close()));
  await rm(folder, { recursive: true });
});

describe.each([
  ["TCP", 0],
  ["a Unix socket", 1],
])("a virus scan over %s", (_name, place) => {
  const double = () => {
    const found = doubles[place];
    if (found === undefined) {
      throw new Error("no test double was started");
    }
    return found;
  };

  it("sends every byte of a large file, and distinguishes clean from infected files", async () => {
    const clean = Buffer.alloc(5_242_880, "0123456789abcdef");
    const scanner = scannerAt(double().address);
    expect(await scanner.scan(clean)).toEqual({ kind: "clean" });
    expect(double().scanned.at(-1)?.equals(clean)).toBe(true);
    const infected = Buffer.from(`a text with ${TEST_VIRUS}`);
    expect(await scanner.scan(infected)).toEqual({
      kind: "infected",
      signature: "Eicar-Signature",
    });
  });

  it.each(["INSTREAM size limit exceeded. ERROR", "stream: OKAY", "UNKNOWN COMMAND", "OK"])(
    "gets no verdict from the response %s",
    async (answer) => {
      double().answers.push(answer);
      await expect(scannerAt(double().address).scan(Buffer.from("a"))).rejects.toThrow(
        ScanFailedError,
      );
    },
  );

  it("times out if there is no response", async () => {
    double().answers.push("");
    const scan = scannerAt(double().address, 200).scan(Buffer.from("a"));
    await expect(scan).rejects.toThrow(/no verdict within 200 ms/);
  });
});

it("virus scan: gives no verdict if the scanner is not running", async () => {
  await expect(scannerAt("127.0.0.1:1").scan(Buffer.from("a"))).rejects.toThrow(ScanFailedError);
  const impossible = createClamdScanner({ host: "127.0.0.1", port: 99_999 });
  await expect(impossible.scan(Buffer.from("a"))).rejects.toThrow(ScanFailedError);
  await expect(scannerAt("/nowhere/clamd.ctl").scan(Buffer.from("a"))).rejects.toThrow(
    ScanFailedError,
  );
});
