import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";

/** How the tests of one name ended. */
export interface TestOutcome {
  readonly passed: number;
  readonly failed: number;
  /** The first line of the first failure. */
  readonly message: string;
}

interface Report {
  readonly testResults: readonly {
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

const PLACEHOLDER = /%[sjdifo]|\$\{[^}]*\}|\$\w+/g;

/** Splits `path › name`. */
function partsOfTest(test: string): { readonly file: string; readonly name: string } {
  const [file = "", name = ""] = test.split(/ › (.*)/s);
  return { file, name };
}

/** Returns a pattern for the titles of the tests that a name in the source stands for. */
export function titlePattern(name: string): RegExp {
  const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const parts = name.split(PLACEHOLDER).map(literal);
  return new RegExp(`${parts.join(".*")}$`, "s");
}

/** Counts the results of the tests of this name in vitest's JSON report. */
export function outcomeOf(report: Report, name: string): TestOutcome {
  const pattern = new RegExp(`^${titlePattern(name).source}`, "s");
  const own = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ title }) => pattern.test(title));
  const failed = own.filter(({ status }) => status === "failed");
  const [first] = failed.flatMap(({ failureMessages }) => failureMessages ?? []);
  const broken = report.testResults.find(({ message }) => (message ?? "") !== "")?.message;
  return {
    passed: own.filter(({ status }) => status === "passed").length,
    failed: failed.length,
    message: (first ?? broken ?? "").split("\n")[0] ?? "",
  };
}

/** Runs the quick part of the fault lab in a tree. */
export async function runFaultLab(folder: string): Promise<TestOutcome> {
  const entry = path.join(folder, "bench/src/lab/run-lab.ts");
  const child = spawn(process.execPath, [entry, "--quick"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  const [code] = await once(child, "close");
  // It also fails if something does not start, which catches no bug.
  const fault = /FAULT .*/.exec(text)?.[0] ?? "";
  return { passed: code === 0 ? 1 : 0, failed: fault === "" ? 0 : 1, message: fault };
}

/** Runs the tests of one name in a tree. */
export async function runTest(folder: string, test: string): Promise<TestOutcome> {
  const { file, name } = partsOfTest(test);
  const report = path.join(folder, "control-report.json");
  await rm(report, { force: true });
  const vitest = path.join(folder, "node_modules/vitest/vitest.mjs");
  const child = spawn(
    process.execPath,
    [
      vitest,
      "run",
      "--project",
      file.startsWith("apps/web/") ? "web" : "node",
      file,
      "-t",
      titlePattern(name).source,
      "--reporter=json",
      `--outputFile=${report}`,
    ],
    { cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
  );
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  await once(child, "close");
  const text = await readFile(report, "utf8").catch(() => {
    throw new Error(`the tests did not run: ${errors.slice(-2_000)}`);
  });
  return outcomeOf(JSON.parse(text), name);
}
