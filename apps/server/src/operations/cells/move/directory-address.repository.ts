import type { Host, Sql } from "@tessera/database";

type Asked = Pick<Sql, "unsafe">;

const SERVER = "tessera_directory";

/** The options with which a database reaches the directory in another one. */
export interface DirectoryLink {
  readonly options: Readonly<Record<string, string>>;
  /** Whether this role may change them. */
  readonly isOwn: boolean;
}

/** Finds the link to the directory; undefined if this database has none. */
export async function findDirectoryLink(sql: Asked): Promise<DirectoryLink | undefined> {
  const rows = await sql.unsafe<{ name: string | null; value: string; isOwn: boolean }[]>(
    `select option_name as name, option_value as value, pg_has_role(srvowner, 'usage') as "isOwn"
     from pg_foreign_server
     left join lateral pg_options_to_table(srvoptions) on true
     where srvname = '${SERVER}'`,
  );
  const [first] = rows;
  return (
    first && {
      options: Object.fromEntries(rows.map(({ name, value }) => [name ?? "", value])),
      isOwn: first.isOwn,
    }
  );
}

/** Returns whether a link leads to a host, perhaps among others. */
export function leadsTo({ options }: DirectoryLink, { host, port }: Host): boolean {
  const ports = (options.port ?? "5432").split(",");
  return (options.host ?? "")
    .split(",")
    .some((one, index) => one === host && (ports[index] ?? ports[0]) === String(port));
}

/** Changes the host of a link, as the owner of the database. */
export async function setDirectoryHost(
  sql: Asked,
  { options }: DirectoryLink,
  { host, port }: Host,
): Promise<void> {
  const change = (name: string, value: string) =>
    `${Object.hasOwn(options, name) ? "set" : "add"} ${name} '${value.replaceAll("'", "''")}'`;
  await sql.unsafe(
    `alter server ${SERVER} options (${change("host", host)}, ${change("port", String(port))})`,
  );
}

/** Reads the directory through the link, which fails if it cannot be reached. */
export async function readThroughLink(sql: Asked): Promise<void> {
  await sql.unsafe("select from cell limit 1");
}

/** A cell as Citus lists it, and the coordinator, where the list is changed. */
export interface CitusNode {
  readonly id: number;
  readonly place: Host;
  readonly coordinator: Host;
}

/** Finds the node of Citus that a database is. */
export async function findCitusNode(sql: Asked): Promise<CitusNode | undefined> {
  const [row] = await sql.unsafe<
    { id: number; host: string; port: number; mainHost: string; mainPort: number }[]
  >(
    `select own.nodeid as id, own.nodename as host, own.nodeport as port,
       main.nodename as "mainHost", main.nodeport as "mainPort"
     from pg_dist_local_group
     join pg_dist_node own on own.groupid = pg_dist_local_group.groupid
       and own.noderole = 'primary'
     join pg_dist_node main on main.groupid = 0 and main.noderole = 'primary'`,
  );
  return (
    row && {
      id: row.id,
      place: { host: row.host, port: row.port },
      coordinator: { host: row.mainHost, port: row.mainPort },
    }
  );
}

/** Returns whether a role may change the address of a node, at the coordinator. */
export async function mayUpdateNode(sql: Asked): Promise<boolean> {
  const [row] = await sql.unsafe<{ may: boolean }[]>(
    `select coalesce(bool_or(has_function_privilege(oid, 'execute')), false) as may
     from pg_proc where proname = 'citus_update_node'`,
  );
  return row?.may === true;
}

/** Changes the address of a node on all nodes, at the coordinator. */
export async function updateNode(
  sql: Asked,
  { id }: CitusNode,
  { host, port }: Host,
): Promise<void> {
  await sql.unsafe("select citus_update_node($1::int, $2::text, $3::int)", [id, host, port]);
}
