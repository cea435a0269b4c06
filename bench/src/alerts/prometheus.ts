import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../child-server.ts";

const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 250;

interface PrometheusSource {
  readonly folder: string;
  readonly rules: string;
  /** The ports of the servers on this machine. */
  readonly ports: readonly number[];
  readonly token: string;
}

/** A Prometheus of its own that evaluates alert rules on the servers' metrics every second. */
export class Prometheus {
  readonly #url: string;
  readonly #child: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.#url = url;
    this.#child = child;
  }

  /** @throws Error if it is not installed, or rejects the rules */
  static async start({ folder, rules, ports, token }: PrometheusSource): Promise<Prometheus> {
    const port = await freePort();
    const config = {
      global: { scrape_interval: "1s", scrape_timeout: "1s", evaluation_interval: "1s" },
      rule_files: ["alerts.yaml"],
      scrape_configs: [
        {
          job_name: "tessera",
          // A server that cannot read its database answers after some seconds.
          scrape_interval: "5s",
          scrape_timeout: "5s",
          authorization: { type: "Bearer", credentials: token },
          static_configs: [{ targets: ports.map((one) => `127.0.0.1:${one}`) }],
        },
      ],
    };
    await writeFile(path.join(folder, "alerts.yaml"), rules);
    const file = path.join(folder, "prometheus.yaml");
    // YAML includes JSON.
    await writeFile(file, JSON.stringify(config));
    const args = [
      `--config.file=${file}`,
      `--storage.tsdb.path=${path.join(folder, "prometheus")}`,
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=error",
    ];
    const child = spawn("prometheus", args, { stdio: ["ignore", "ignore", "inherit"] });
    await Promise.race([once(child, "spawn"), once(child, "error").then(notInstalled)]);
    const prometheus = new Prometheus(`http://127.0.0.1:${port}`, child);
    await prometheus.#untilReady();
    return prometheus;
  }

  /** Returns the names of the alerts that fire now. */
  async firing(): Promise<Set<string>> {
    const query = encodeURIComponent('ALERTS{alertstate="firing"}');
    const response = await fetch(`${this.#url}/api/v1/query?query=${query}`);
    const { data } = (await response.json()) as {
      data: { result: { metric: { alertname: string } }[] };
    };
    return new Set(data.result.map(({ metric }) => metric.alertname));
  }

  /** Waits until an alert fires, or no longer does. Returns whether that happened in time. */
  async until(alert: string, isFiring: boolean, withinMs: number): Promise<boolean> {
    const end = performance.now() + withinMs;
    while (performance.now() < end) {
      if ((await this.firing()).has(alert) === isFiring) {
        return true;
      }
      await sleep(LOOK_EVERY_MS);
    }
    return false;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.kill("SIGTERM")) {
      await once(this.#child, "exit");
    }
  }

  async #untilReady(): Promise<void> {
    const end = performance.now() + READY_WITHIN_MS;
    while (performance.now() < end) {
      if (this.#child.exitCode !== null) {
        throw new Error(`Prometheus exited with ${this.#child.exitCode}`);
      }
      const answer = await fetch(`${this.#url}/-/ready`).catch(() => undefined);
      if (answer?.ok === true) {
        return;
      }
      await sleep(LOOK_EVERY_MS);
    }
    throw new Error("Prometheus was not ready in time");
  }
}

function notInstalled(): never {
  throw new Error("Prometheus is not installed: apt install prometheus");
}
