import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { freePort } from "../child-server.ts";

const CHECK_EVERY_MS = 500;
/** Longer than any response from a live server takes. */
const ANSWER_WITHIN_MS = 60_000;

/** A load balancer in front of the servers that sends requests only to those that are ready. */
export interface Balancer {
  readonly name: string;
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts HAProxy if it is installed and not ruled out, otherwise the lab's own balancer. */
export function startBalancer(
  folder: string,
  ports: readonly number[],
  isOwn: boolean,
): Promise<Balancer> {
  const isInstalled = spawnSync("haproxy", ["-v"]).status === 0;
  return isInstalled && !isOwn ? startHaproxy(folder, ports) : startOwnBalancer(ports);
}

/**
 * Starts HAProxy with those settings of `deploy/proxy/haproxy.cfg` that determine which requests
 * fail.
 */
async function startHaproxy(folder: string, ports: readonly number[]): Promise<Balancer> {
  const port = await freePort();
  const servers = ports.map((one, index) => `  server s${index} 127.0.0.1:${one}`).join("\n");
  const file = path.join(folder, "haproxy.cfg");
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout check 3s
  timeout client 1m
  timeout server 1m
frontend lab
  bind 127.0.0.1:${port}
  default_backend tessera
backend tessera
  balance leastconn
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host health.tessera
  http-check expect status 200
  retries 3
  option redispatch 1
  retry-on conn-failure
  default-server check inter 1s fall 2 rise 1 maxconn 1000 pool-purge-delay 1s
${servers}
`,
  );
  const child = spawn("haproxy", ["-db", "-f", file], { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/healthz`, child);
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  };
  return { name: "HAProxy", url, stop };
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (child.exitCode !== null) {
      throw new Error(`The balancer exited with ${child.exitCode}`);
    }
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok === true) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The balancer did not answer in time");
}

/** Tracks which servers return success from `/readyz`. */
function watchReadiness(ports: readonly number[]) {
  const ready = new Set(ports);
  const check = async (port: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.ok === true ? ready.add(port) : ready.delete(port);
  };
  const checking = setInterval(() => void Promise.all(ports.map(check)), CHECK_EVERY_MS);
  return { ready, stop: () => clearInterval(checking) };
}

/**
 * A balancer in this process that alternates between the servers and tries another one if a
 * connection is refused.
 */
async function startOwnBalancer(ports: readonly number[]): Promise<Balancer> {
  const { ready, stop } = watchReadiness(ports);
  // Less than the 10 s after which a server closes idle connections.
  const agent = new Agent({ keepAlive: true, timeout: ANSWER_WITHIN_MS, keepAliveMsecs: 1_000 });
  let turn = 0;
  const choose = () => {
    const choices = [...ready];
    turn += 1;
    return choices[turn % choices.length] ?? ports[turn % ports.length] ?? 0;
  };
  const forward = (from: IncomingMessage, body: Buffer, answer: ServerResponse, tries: number) => {
    const port = choose();
    const { method, url, headers } = from;
    const sent = request({ host: "127.0.0.1", port, method, path: url, headers, agent });
    sent.on("response", (response) => {
      const { connection, "keep-alive": alive, ...rest } = response.headers;
      answer.writeHead(response.statusCode ?? 502, rest);
      response.pipe(answer);
    });
    sent.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED" && tries > 0) {
        ready.delete(port);
        forward(from, body, answer, tries - 1);
      } else {
        answer.destroy(error);
      }
    });
    sent.end(body);
  };
  const server = createServer((from, answer) => {
    const parts: Buffer[] = [];
    from.on("data", (part: Buffer) => parts.push(part));
    from.on("end", () => forward(from, Buffer.concat(parts), answer, 3));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    name: "the lab's own balancer",
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      stop();
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
