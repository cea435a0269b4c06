import { isIPv6 } from "node:net";
import type { FastifyInstance } from "fastify";
import { Refusal } from "./refusal.ts";

const AUTHORITY = /^(?:\[([0-9A-Fa-f:.]+)\]|[A-Za-z0-9_~-][A-Za-z0-9._~-]*)(?::([0-9]{1,5}))?$/;
const MAX_HOST_LENGTH = 261;
const MAX_PORT = 65_535;

/**
 * Returns whether a Host header consists of a name, an IPv4 address or a bracketed IPv6 address,
 * with an optional port.
 */
function isAuthority(host: string): boolean {
  if (host.length > MAX_HOST_LENGTH) {
    return false;
  }
  const match = AUTHORITY.exec(host);
  if (match === null) {
    return false;
  }
  const [, address, port] = match;
  return (address === undefined || isIPv6(address)) && Number(port ?? 0) <= MAX_PORT;
}

/** Returns every Host header in a request, in order. Node itself keeps only the first one. */
function hostsOf(rawHeaders: readonly string[]): readonly string[] {
  const hosts: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === "host") {
      hosts.push(rawHeaders[index + 1] ?? "");
    }
  }
  return hosts;
}

/**
 * Rejects a request whose Host header is duplicated, missing (except in HTTP/1.0) or invalid,
 * because a proxy and this server could interpret such a header differently. Node's
 * `requireHostHeader` must be off, since its response would have no body.
 */
export function registerHostCheck(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { rawHeaders, httpVersion } = request.raw;
    const hosts = hostsOf(rawHeaders);
    const [host] = hosts;
    const isAbsent = host === undefined && httpVersion === "1.0";
    const isValid = hosts.length === 1 && host !== undefined && isAuthority(host);
    done(
      isAbsent || isValid
        ? undefined
        : new Refusal("malformed_request", { internal: "the Host header is missing or invalid" }),
    );
  });
}
