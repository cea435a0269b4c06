/** What the lab changes in the shipped settings of HAProxy. */
export interface LabProxy {
  /** The address that HAProxy listens on, such as `127.0.0.1:4300`. */
  readonly bind: string;
  readonly statsSocket: string;
  /** The servers' addresses, in the order of their names `s0`, `s1` and so on. */
  readonly servers: readonly string[];
}

/** Replaces everything that matches; throws if nothing does. */
function replaced(text: string, pattern: RegExp, by: string): string {
  const result = text.replaceAll(pattern, by);
  if (result === text) {
    throw new Error(`deploy/proxy/haproxy.cfg no longer contains ${pattern}`);
  }
  return result;
}

/**
 * Adapts `deploy/proxy/haproxy.cfg` to the lab: without TLS, with the lab's addresses, and with
 * each request sent to the next server in turn instead of the one with the fewest connections. All
 * other settings stay as shipped.
 *
 * @param shipped the text of the file
 * @throws Error if the file no longer has a line that the lab replaces
 */
export function labProxySettings(
  shipped: string,
  { bind, statsSocket, servers }: LabProxy,
): string {
  const list = (isTracking: boolean) =>
    servers
      .map((address, index) => {
        const track = isTracking ? ` track tessera/s${index}` : "";
        return `  server s${index} ${address}${track}\n`;
      })
      .join("");
  let text = shipped;
  text = replaced(text, /^ {2}bind :80\n {2}bind :443 .*$/gm, `  bind ${bind}`);
  text = replaced(text, /^ {2}http-request redirect scheme https .*\n/gm, "");
  text = replaced(text, /^ {2}ssl-default-bind-options .*\n/gm, "");
  text = replaced(text, /\/run\/haproxy\/admin\.sock mode/g, `${statsSocket} mode`);
  text = replaced(text, /^ {2}log stdout .*\n/gm, "");
  text = replaced(text, /X-Forwarded-Proto https/g, "X-Forwarded-Proto http");
  text = replaced(text, /balance leastconn/g, "balance roundrobin");
  text = replaced(text, /(?:^ {2}server \w+ \S+\n)+/gm, list(false));
  return replaced(text, /(?:^ {2}server \w+ \S+ track \S+\n)+/gm, list(true));
}
