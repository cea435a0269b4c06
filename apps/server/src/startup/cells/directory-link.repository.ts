import { hostsOf, type Sql } from "@tessera/database";

type Asked = Pick<Sql, "unsafe">;

/** The tables of the directory. */
const TABLES = [
  "cell",
  "directory_card",
  "directory_cell",
  "directory_head",
  "directory_name",
  "directory_range",
  "directory_setting",
];
const SERVER = "tessera_directory";

/** How the application's role may use each table of the directory, as in the migrations. */
const GRANTS: readonly string[] = [
  "grant select on cell to tessera_app",
  "grant select, insert, delete on directory_name, directory_card to tessera_app",
  "grant select, insert on directory_cell, directory_range to tessera_app",
  "grant select, insert, update (n, hash, recorded_at) on directory_head to tessera_app",
  "grant select, insert, update on directory_setting to tessera_app",
];

/** How a database reaches its directory. */
export type DirectoryKind = "own" | "linked" | "distributed";

/**
 * Returns whether a database's directory is in its own tables, in another database's, or
 * distributed by Citus.
 */
export async function readDirectoryKind(sql: Asked): Promise<DirectoryKind> {
  const [row] = await sql.unsafe<{ isLinked: boolean; hasCitus: boolean }[]>(
    `select relkind = 'f' as "isLinked",
       exists (select from pg_extension where extname = 'citus') as "hasCitus"
     from pg_class where oid = 'directory_name'::regclass`,
  );
  const [distributed] =
    row?.hasCitus === true
      ? await sql.unsafe("select from pg_dist_partition where logicalrelid = $1::regclass", [
          "directory_name",
        ])
      : [];
  const ofTables = row?.isLinked === true ? "linked" : "own";
  return distributed === undefined ? ofTables : "distributed";
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Returns the options of a foreign server and of its user for an address. */
function optionsOf(address: string): { readonly server: string; readonly user: string } {
  const { pathname, username, password, searchParams } = new URL(address);
  const hosts = hostsOf(address);
  const options = (entries: readonly (readonly [string, string])[]) =>
    entries
      .filter(([, value]) => value !== "")
      .map(([name, value]) => `${name} ${quoted(value)}`)
      .join(", ");
  return {
    server: options([
      ["host", searchParams.get("host") ?? hosts.map(({ host }) => host).join(",")],
      ["port", hosts.map(({ port }) => port).join(",")],
      ["target_session_attrs", hosts.length > 1 ? "read-write" : ""],
      ["dbname", decodeURIComponent(pathname.slice(1))],
      ["sslmode", searchParams.get("sslmode") ?? ""],
      // Otherwise, statements would wait for minutes while the other machine does not respond.
      ["connect_timeout", "2"],
      ["tcp_user_timeout", "3000"],
    ]),
    user: options([
      ["user", decodeURIComponent(username)],
      ["password", decodeURIComponent(password)],
    ]),
  };
}

/**
 * Replaces the tables of a new database's directory by links to those of another database, which
 * the same statements use, in one transaction. Run it as the owner.
 *
 * @param directoryUrl the address of the other database for the application's role
 */
export async function linkDirectory(sql: Asked, directoryUrl: string): Promise<void> {
  const { server, user } = optionsOf(directoryUrl);
  const tables = TABLES.join(", ");
  // Statements without parameters that are sent together are one transaction.
  const statements = [
    "create extension if not exists postgres_fdw",
    `create server ${SERVER} foreign data wrapper postgres_fdw options (${server})`,
    `create user mapping for public server ${SERVER} options (${user})`,
    `drop table ${tables}`,
    `import foreign schema public limit to (${tables}) from server ${SERVER}
       into public options (import_default 'true')`,
    `grant usage on foreign server ${SERVER} to tessera_app`,
    ...GRANTS,
  ];
  await sql.unsafe(statements.join(";\n"));
}

/** Lists a cell in the directory of a program, unless it is listed. */
export async function insertCell(sql: Asked, cell: number): Promise<void> {
  await sql.unsafe("insert into cell (id) values ($1) on conflict do nothing", [cell]);
}
