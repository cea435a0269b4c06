import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { MAX_FILE_BYTES } from "@tessera/contract/files";
import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ENVIRONMENT } from "../apps/server/src/platform/config/config-schema.ts";
import { fromRoot } from "../scripts/repository.ts";

// Checks the files in deploy/ against what the server expects, and also with the linter of the
// program that reads them, if it is installed. KUBERNETES_SCHEMAS is kubeconform's
// `-schema-location`.

const read = (file: string): string => readFileSync(fromRoot(file), "utf8");
const CHART = "deploy/helm/tessera";
const UNITS = ["tessera@.service", "tessera-migrate.service"];
const SITE = "console.example.com";

let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(path.join(tmpdir(), "tessera-deploy-"));
  chmodSync(scratch, 0o755);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

/** Runs a linter. If it is not installed, prints a line that says so and returns undefined. */
function lint(command: string, args: readonly string[], input = ""): Outcome | undefined {
  const { error, status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", input });
  if (error !== undefined) {
    console.info(`deploy/: skipped ${command}, which is not installed`);
    return undefined;
  }
  return { status, output: `${stdout}${stderr}` };
}

function expectPassed(outcome: Outcome | undefined): void {
  expect(outcome?.status ?? 0, outcome?.output).toBe(0);
}

/**
 * Expects that a program refuses a file with a mistake, as a canary: otherwise, one that accepts
 * everything would go unnoticed.
 */
function expectRefused(outcome: Outcome | undefined): void {
  expect(outcome?.status ?? 1, outcome?.output).not.toBe(0);
}

/** Replaces a part of a text that must be there. */
function withMistake(text: string, part: string, mistake: string): string {
  expect(text).toContain(part);
  return text.replaceAll(part, mistake);
}

function written(name: string, text: string): string {
  const file = path.join(scratch, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/**
 * Creates a certificate with its key for the proxy examples. Returns undefined if openssl is not
 * available.
 */
function certificate(): string | undefined {
  const [key, own] = [path.join(scratch, "key.pem"), path.join(scratch, "own.pem")];
  const args = `req -x509 -newkey rsa:2048 -nodes -keyout ${key} -out ${own} -subj /CN=${SITE}`;
  if (lint("openssl", args.split(" "))?.status !== 0) {
    return undefined;
  }
  return written("both.pem", readFileSync(own, "utf8") + readFileSync(key, "utf8"));
}

describe("deploy/systemd", () => {
  const [server = "", migration = ""] = UNITS.map((unit) => read(`deploy/systemd/${unit}`));

  it("systemd: only the migration unit has the database owner's URL", () => {
    expect(server).not.toContain("owner.env");
    expect(migration).toContain("EnvironmentFile=/etc/tessera/owner.env");
    expect(server).toContain("LoadCredential=tessera.key:");
  });

  it("systemd: both units drop the privileges they do not need", () => {
    for (const unit of [server, migration]) {
      for (const option of [
        "User=tessera",
        "NoNewPrivileges=true",
        "CapabilityBoundingSet=",
        "ProtectSystem=strict",
        "ProtectHome=true",
        "PrivateTmp=true",
        "PrivateDevices=true",
        "SystemCallFilter=@system-service",
        "UMask=0077",
      ]) {
        expect(unit.split("\n")).toContain(option);
      }
    }
  });

  it("systemd: systemd-analyze accepts the units", () => {
    const files = UNITS.map((unit) =>
      written(unit, read(`deploy/systemd/${unit}`).replaceAll("/usr/bin/node", process.execPath)),
    );
    const verify = (...units: readonly string[]) =>
      lint("systemd-analyze", ["verify", "--man=no", ...units]);
    const verified = verify(...files);
    expectPassed(verified);
    // It only warns about a setting that it does not know, and ignores it.
    expect(verified?.output ?? "").toBe("");
    const mistaken = (part: string, mistake: string) =>
      verify(written("canary@.service", withMistake(server, part, mistake)));
    expectRefused(mistaken("ExecStart=", "ExecStrt="));
    expect(mistaken("NoNewPrivileges=", "NoNewPrivilege=")?.output ?? "Unknown key").toContain(
      "Unknown key",
    );
  });
});

describe("deploy/proxy", () => {
  const caddy = read("deploy/proxy/Caddyfile");
  const nginx = read("deploy/proxy/nginx.conf");
  const haproxy = read("deploy/proxy/haproxy.cfg");

  it("proxies: accept bodies slightly larger than the largest file that the server accepts", () => {
    const [, caddyMb = ""] = /max_size (\d+)MB/.exec(caddy) ?? [];
    const [, nginxMb = ""] = /client_max_body_size (\d+)m;/.exec(nginx) ?? [];
    const [, bytes = ""] = /content-length\) gt (\d+)/.exec(haproxy) ?? [];
    for (const limit of [Number(caddyMb) * 1e6, Number(nginxMb) * 2 ** 20, Number(bytes)]) {
      expect(limit).toBeGreaterThan(MAX_FILE_BYTES);
      expect(limit).toBeLessThan(1.5 * MAX_FILE_BYTES);
    }
    const [, ingressMb = ""] = /proxy-body-size: (\d+)m/.exec(read(`${CHART}/values.yaml`)) ?? [];
    expect(ingressMb).toBe(nginxMb);
  });

  it("proxies: overwrite the client's forwarded address and remove its trace header", () => {
    expect(caddy).toContain("header_up X-Forwarded-For {remote_host}");
    expect(caddy).toContain("request_header -Traceparent");
    expect(nginx).toContain("proxy_set_header X-Forwarded-For $remote_addr;");
    expect(nginx).toContain('proxy_set_header traceparent "";');
    expect(haproxy).toContain("http-request set-header X-Forwarded-For %[src]");
    expect(haproxy).toContain("http-request del-header traceparent");
  });

  it("proxies: forward events without buffering and check whether a server is ready", () => {
    expect(caddy).toContain("flush_interval -1");
    expect(nginx).toMatch(/location = \/api\/events \{[^}]*proxy_buffering off;/);
    expect(caddy).toContain("health_uri /readyz");
    expect(haproxy).toContain("meth GET uri /readyz");
  });

  it("proxies: nginx, HAProxy and Caddy accept the examples", () => {
    const pem = certificate();
    if (pem !== undefined) {
      const site = nginx
        .replaceAll(/\/etc\/ssl\/\S+\.(?:pem|key)/g, pem)
        .replace("listen 80;", "listen 48080;")
        .replace("listen 443 ", "listen 48443 ");
      const whole = `pid ${scratch}/pid; error_log stderr; events {} http { ${site} }`;
      expectPassed(lint("nginx", ["-t", "-c", written("nginx.conf", whole)]));
      const noProxy = withMistake(whole, "proxy_pass ", "proxy_past ");
      expectRefused(lint("nginx", ["-t", "-c", written("canary.conf", noProxy)]));
      const tls = haproxy.replaceAll(/\/etc\/haproxy\/\S+\.pem/g, pem);
      expectPassed(lint("haproxy", ["-c", "-f", written("haproxy.cfg", tls)]));
      const noMode = withMistake(tls, "mode http", "mode https");
      expectRefused(lint("haproxy", ["-c", "-f", written("canary.cfg", noMode)]));
    }
    const validate = ["validate", "--adapter", "caddyfile", "--config"];
    expectPassed(lint("caddy", [...validate, fromRoot("deploy/proxy/Caddyfile")]));
    const noCaddy = written("Caddyfile", withMistake(caddy, "reverse_proxy ", "reverse_proxi "));
    expectRefused(lint("caddy", [...validate, noCaddy]));
  });
});

describe("deploy/failover", () => {
  it("failover: HAProxy accepts the example", () => {
    expectPassed(lint("haproxy", ["-c", "-f", fromRoot("deploy/failover/haproxy.cfg")]));
  });

  it("failover: etcd serves the API that Patroni uses", () => {
    expect(read("deploy/failover/patroni.yml")).toMatch(/^etcd:$/m);
    expect(read("deploy/failover/etcd.env").split("\n")).toContain("ETCD_ENABLE_V2=true");
  });
});

describe("deploy/helm", () => {
  const helpers = read(`${CHART}/templates/_helpers.tpl`);
  const deployment = read(`${CHART}/templates/deployment.yaml`);
  const migration = read(`${CHART}/templates/migration.yaml`);
  const values = read(`${CHART}/values.yaml`);
  const schema = JSON.parse(read(`${CHART}/values.schema.json`));
  const isSetting = (name: string) => name in ENVIRONMENT.shape;

  it("chart: every setting it names exists, and users cannot override the ones it sets", () => {
    const own = [...helpers.matchAll(/- name: ([A-Z_]+)$/gm)].map(([, name = ""]) => name);
    const given = [...values.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name = ""]) => name);
    const [, { not }] = schema.properties.settings.propertyNames.allOf;
    expect(own.length).toBeGreaterThan(4);
    expect(given.length).toBeGreaterThan(4);
    expect([...own, ...given, ...not.enum].filter((name) => !isSetting(name))).toEqual([]);
    expect(not.enum).toEqual(expect.arrayContaining(own));
    const secret = /KEY$|TOKEN$|SECRET$|SECRET_ACCESS_KEY$|^DATABASE_.*URL$|^SMTP_URL$/;
    const secrets = Object.keys(ENVIRONMENT.shape).filter((name) => secret.test(name));
    // Sent to browsers.
    const isPublic = (name: string) => name === "STRIPE_PUBLISHABLE_KEY";
    expect(secrets.filter((name) => !(isPublic(name) || not.enum.includes(name)))).toEqual([]);
  });

  it("chart: an old server keeps responding and stops only after a new one is ready", () => {
    expect(deployment).toContain("maxUnavailable: 0");
    expect(deployment).toMatch(/readinessProbe:\s+httpGet:\s+path: \/readyz/);
    expect(deployment).toMatch(/livenessProbe:\s+httpGet:\s+path: \/healthz/);
    expect(deployment).toContain(
      "terminationGracePeriodSeconds: {{ add .Values.drainSeconds 20 }}",
    );
    const [, period = ""] = /\/readyz[\s\S]*?periodSeconds: (\d+)/.exec(deployment) ?? [];
    const [, failures = ""] = /\/readyz[\s\S]*?failureThreshold: (\d+)/.exec(deployment) ?? [];
    const [, drain = ""] = /^drainSeconds: (\d+)/m.exec(values) ?? [];
    expect(Number(period) * Number(failures)).toBeLessThan(Number(drain));
  });

  it("chart: only the migration gets the owner's URL, and only one runs at a time", () => {
    expect(deployment + helpers).not.toContain("DATABASE_OWNER_URL");
    expect(migration).toContain("name: DATABASE_OWNER_URL");
    expect(migration).toContain("helm.sh/hook: pre-install,pre-upgrade");
    expect(migration).toContain("parallelism: 1");
  });

  it("chart: its schema accepts its values, and refuses mistakes", () => {
    const accepts = new Ajv({ strict: false }).compile(schema);
    const own = parse(values);
    expect(accepts(own), JSON.stringify(accepts.errors)).toBe(true);
    const { MAIL_REPLY_TO: _, ...silent } = own.settings;
    for (const mistake of [
      { replicas: 0 },
      { replica: 2 },
      { settings: silent },
      { settings: { ...own.settings, DATABASE_URL: "postgres://role:secret@host/tessera" } },
      { settings: { ...own.settings, PUBLIC_URL: "http://console.example.com" } },
      { settings: { ...own.settings, DRAIN_SECONDS: "5" } },
    ]) {
      expect(accepts({ ...own, ...mistake }), JSON.stringify(mistake)).toBe(false);
    }
  });

  it("chart: helm and kubeconform accept it", () => {
    const chart = fromRoot(CHART);
    expectPassed(lint("helm", ["lint", "--strict", chart]));
    const all = "ingress.enabled=true,serviceMonitor.enabled=true,secrets.databaseAuthority=ca";
    const rendered = lint("helm", ["template", "tessera", chart, "--set", all]);
    expectPassed(rendered);
    if (rendered === undefined) {
      return;
    }
    expect(lint("helm", ["template", "x", chart, "--set", "replicas=0"])?.status).not.toBe(0);
    const location = process.env.KUBERNETES_SCHEMAS;
    if (location === undefined) {
      console.info("deploy/: skipped kubeconform, since KUBERNETES_SCHEMAS is not set");
      return;
    }
    const args = ["-strict", "-skip", "ServiceMonitor", "-schema-location", location];
    expectPassed(lint("kubeconform", args, rendered.output));
  });
});

describe("Dockerfile and compose.yaml", () => {
  it("containers: hadolint and the Compose schema accept them", () => {
    expectPassed(lint("hadolint", [fromRoot("Dockerfile")]));
    const schema = ["--builtin-schema", "vendor.compose-spec", fromRoot("compose.yaml")];
    expectPassed(lint("check-jsonschema", schema));
  });
});
