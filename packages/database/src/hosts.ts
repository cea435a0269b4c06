/** A place where a server listens. */
export interface Host {
  readonly host: string;
  readonly port: number;
}

/**
 * Names the hosts after the first one, in the form of an address that `URL` can parse, which has a
 * single host.
 */
const OTHERS = "other_hosts";
const ATTRIBUTES = "target_session_attrs";
/** As in `URL`, the last `@` ends the password, which may contain others and commas. */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;
const HOST = /^(\[[\da-f:.]+\]|[^\s:,[\]]+)(?::(\d{1,5}))?$/i;
const DEFAULT_PORT = 5432;

/**
 * Returns an address with several hosts, as libpq writes it (`postgres://role@a:5433,b/name`), in a
 * form with one host and the others in the query. Returns any other text unchanged.
 */
export function inOneHostForm(text: string): string {
  const [, before = "", hosts = "", after = ""] = ADDRESS.exec(text) ?? [];
  const [first, ...others] = hosts.split(",");
  const single = `${before}${first}${after}`;
  if (others.length === 0 || !URL.canParse(single)) {
    return text;
  }
  const url = new URL(single);
  url.searchParams.set(OTHERS, others.join(","));
  return url.href;
}

/**
 * Returns what is wrong with the hosts of an address in either form; undefined if nothing is. A
 * server writes wherever it connects, so several hosts are of use only if it looks for the one that
 * accepts writes.
 */
export function hostsProblem(text: string): string | undefined {
  const address = inOneHostForm(text);
  if (!URL.canParse(address)) {
    return undefined;
  }
  const { host, searchParams } = new URL(address);
  const attributes = searchParams.get(ATTRIBUTES);
  if (attributes !== null && attributes !== "read-write") {
    return `${ATTRIBUTES} must be read-write`;
  }
  const others = searchParams.get(OTHERS)?.split(",") ?? [];
  if ([host, ...others].some((one) => one !== "" && !HOST.test(one)) || others.includes("")) {
    return "separate several hosts by commas, each with its own port, such as a:5432,b:5432";
  }
  if (searchParams.get("host")?.includes(",") === true) {
    return "name several hosts before the database's name, not in the query";
  }
  if (others.length > 0 && (host === "" || attributes === null)) {
    return `with several hosts, add ?${ATTRIBUTES}=read-write to the address`;
  }
  return undefined;
}

/** Returns every host of an address in the form with one host. */
export function hostsOf(url: string): Host[] {
  const { host, searchParams } = new URL(url);
  const others = searchParams.get(OTHERS)?.split(",") ?? [];
  return [host, ...others].map((one) => {
    const [, name = one, port] = HOST.exec(one) ?? [];
    return { host: name.replace(/^\[|\]$/g, ""), port: Number(port ?? DEFAULT_PORT) };
  });
}

/** Returns the address of the same database on one host only. */
export function onHost(url: string, { host, port }: Host): string {
  const changed = new URL(url);
  changed.hostname = host.includes(":") ? `[${host}]` : host;
  changed.port = String(port);
  return withoutHostList(changed).href;
}

/** Returns every place of a database, such as `db.example:5432/tessera`, to compare addresses. */
export function placesOf(url: string): string[] {
  const { pathname } = new URL(url);
  return hostsOf(url).map(({ host, port }) => `${host}:${port}${pathname}`);
}

/** Removes what only a choice between hosts needs. */
export function withoutHostList(url: URL): URL {
  const changed = new URL(url);
  changed.searchParams.delete(OTHERS);
  changed.searchParams.delete(ATTRIBUTES);
  return changed;
}

/** Returns an address as libpq writes it, the reverse of {@link inOneHostForm}. */
export function inLibpqForm(url: string): string {
  const parsed = new URL(url);
  const others = parsed.searchParams.get(OTHERS);
  if (others === null) {
    return url;
  }
  parsed.searchParams.delete(OTHERS);
  const [, before = "", host = "", after = ""] = ADDRESS.exec(parsed.href) ?? [];
  return `${before}${host},${others}${after}`;
}
