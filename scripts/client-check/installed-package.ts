import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fromRoot } from "../repository.ts";
import { runCommand } from "../run-command.ts";

/** Runs a program, and returns its output. Throws an error with the output if it fails. */
export async function expectSuccess(
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<string> {
  const { code, output } = await runCommand(command, args, { cwd });
  if (code !== 0) {
    throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${output}`);
  }
  return output;
}

const CLIENT = fromRoot("packages/client");

/**
 * Compiles the client and packs it into `folder`: JavaScript, types, and the sources that they
 * point to. In the repository, the package is its sources only. Returns the archive's path.
 */
export async function packClient(folder: string): Promise<string> {
  const staging = mkdtempSync(path.join(tmpdir(), "tessera-client-pack-"));
  try {
    rmSync(path.join(CLIENT, "dist"), { recursive: true, force: true });
    await expectSuccess("tsc", ["-p", "tsconfig.build.json"], CLIENT);
    importJavaScript(path.join(CLIENT, "dist"));
    for (const part of ["dist", "src", "README.md", "LICENSE"]) {
      cpSync(path.join(CLIENT, part), path.join(staging, part), { recursive: true });
    }
    writeFileSync(path.join(staging, "package.json"), publishedManifest());
    await expectSuccess("npm", ["pack", "--pack-destination", folder], staging);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  const archive = readdirSync(folder).find((name) => /^tessera-client-.*\.tgz$/.test(name));
  if (archive === undefined) {
    throw new Error(`npm pack left no archive in ${folder}.`);
  }
  return path.join(folder, archive);
}

/** Has declarations import `./list.js`, as the code does: not every compiler takes `./list.ts`. */
function importJavaScript(dist: string): void {
  for (const name of readdirSync(dist).filter((one) => one.endsWith(".d.ts"))) {
    const file = path.join(dist, name);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/(?<=from "\.\/[\w.-]+)\.ts(?=")/g, ".js"));
  }
}

/** Returns the manifest with the fields of `publishConfig`, as pnpm writes it, too. */
function publishedManifest(): string {
  const text = readFileSync(path.join(CLIENT, "package.json"), "utf8");
  const { publishConfig, devDependencies: _, ...manifest } = JSON.parse(text);
  return JSON.stringify({ ...manifest, ...publishConfig }, undefined, 2);
}

/** Installs the archive, and nothing else, into an empty folder without a network. */
export async function installClient(archive: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, "package.json"),
    JSON.stringify({ name: "somebody-elses-program", private: true, type: "module" }),
  );
  const args = ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", archive];
  await expectSuccess("npm", args, folder);
  const installed = readdirSync(path.join(folder, "node_modules")).filter(
    (name) => !name.startsWith("."),
  );
  if (installed.join() !== "@tessera") {
    throw new Error(`The client brought ${installed.join(", ")}: it must have no dependency.`);
  }
}

/** Uses both entries. Compiled without the types of Node, as for a browser. */
const BROWSER_PROGRAM = `import { List, Tessera, TesseraError, toMinor } from "@tessera/client";
import { verifyWebhook } from "@tessera/client/webhooks";

export const tessera = new Tessera({ apiKey: "tsk_test_1_x", baseUrl: "https://cards.example" });
export const code = async (error: TesseraError): Promise<string> => error.code;
export const total = toMinor("12.34");
export const refused: Promise<void> = verifyWebhook({
  body: new Uint8Array(),
  headers: new Headers(),
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
}).then((message) => console.log("challenge" in message ? message.challenge : message.object.id));
export const list = new List<string>(async () => ({ data: [], nextCursor: null }));
`;

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  module: "NodeNext",
  target: "ES2022",
};

/**
 * Compiles the examples against the installed package, with the types of Node, and a program for a
 *browser, without. Leaves the examples as JavaScript in `folder`, for runtimes that need it.
 */
export async function compileAgainst(folder: string): Promise<void> {
  cpSync(path.join(CLIENT, "examples"), folder, { recursive: true });
  const compile = async (name: string, options: object, files: readonly string[]) => {
    const config = { compilerOptions: { ...STRICT, ...options }, files };
    writeFileSync(path.join(folder, name), JSON.stringify(config));
    await expectSuccess("tsc", ["-p", name], folder);
  };
  writeFileSync(path.join(folder, "browser.ts"), BROWSER_PROGRAM);
  await compile("tsconfig.browser.json", { lib: ["ES2022", "DOM"], types: [], noEmit: true }, [
    "browser.ts",
  ]);
  const typesOfNode = { lib: ["ES2022"], types: ["node"], skipLibCheck: true };
  await compile(
    "tsconfig.json",
    { ...typesOfNode, typeRoots: [fromRoot("node_modules/@types")] },
    readdirSync(folder).filter((name) => /^[a-z-]+\.ts$/.test(name) && name !== "browser.ts"),
  );
}
