import type { Sql } from "./driver/resilient-sql.ts";
import { APPLICATION_ROLE } from "./migrate.ts";

/** Role attributes that let a role change its own grants or bypass them. */
const ATTRIBUTES = {
  rolsuper: "a superuser",
  rolcreaterole: "allowed to create roles",
  rolcreatedb: "allowed to create databases",
  rolbypassrls: "allowed to bypass row security",
  rolreplication: "allowed to replicate",
} as const;

/** Predefined PostgreSQL roles that bypass grants. */
const PREDEFINED = [
  "pg_read_all_data",
  "pg_write_all_data",
  "pg_read_server_files",
  "pg_write_server_files",
  "pg_execute_server_program",
  "pg_create_subscription",
  "pg_maintain",
];

const SCHEMAS = ["public", "ledger", "jobs"];

/**
 * The ledger's tables, the database marker and the list of migrations. Apart from the application
 * deleting relayed outbox rows, only migrations and the owner's functions write to these tables.
 */
const OWNERS_TABLES = `(n.nspname = 'ledger'
  or (n.nspname = 'public' and c.relname in ('database_mark', 'tessera_migration')))`;
const RELAYED = "(n.nspname = 'ledger' and c.relname = 'outbox')";

interface RoleRow {
  name: string;
  isSelf: boolean;
  attributes: (keyof typeof ATTRIBUTES)[];
}

/**
 * Checks whether the application's role, whatever its name, can do more than its grants allow,
 * including through direct and indirect memberships. A session that signed in as another role can
 * switch back to that role, so both roles must be the same.
 *
 * @returns one sentence per problem; empty if the role is an ordinary member of `tessera_app`
 */
export async function applicationRoleProblems(sql: Pick<Sql, "unsafe">): Promise<string[]> {
  const [self] = await sql.unsafe<{ name: string; login: string; isMember: boolean }[]>(
    `select current_user::text as name, session_user::text as login,
       exists (select from pg_roles
         where rolname = $1 and pg_has_role(current_user, oid, 'USAGE')) as "isMember"`,
    [APPLICATION_ROLE],
  );
  const problems = [
    ...(self === undefined || self.login === self.name
      ? []
      : [`its sessions sign in as ${self.login} and can switch back to that role`]),
    ...(await attributeProblems(sql)),
    ...(await ownershipProblems(sql)),
    ...(await privilegeProblems(sql)),
  ];
  // The owner's role is not a member either, but granting it membership would not solve the
  // problem.
  return self?.isMember === true || problems.length > 0
    ? problems
    : [`it is not a member of ${APPLICATION_ROLE}: grant ${APPLICATION_ROLE} to ${self?.name}`];
}

async function attributeProblems(sql: Pick<Sql, "unsafe">): Promise<string[]> {
  const columns = Object.keys(ATTRIBUTES);
  const rows = await sql.unsafe<RoleRow[]>(
    `select rolname::text as name, rolname = current_user as "isSelf",
       array_remove(array[${columns.map((name) => `case when ${name} then '${name}' end`)}], null)
         as attributes
     from pg_roles
     where pg_has_role(current_user, oid, 'MEMBER') and (${columns.join(" or ")})
       and (rolname = current_user
         or not (select rolsuper from pg_roles where rolname = current_user))
     order by rolname = current_user desc, rolname`,
  );
  return rows.map(({ name, isSelf, attributes }) => {
    const allowed = attributes.map((attribute) => ATTRIBUTES[attribute]).join(", ");
    return isSelf ? `it is ${allowed}` : `it is a member of ${name}, which is ${allowed}`;
  });
}

/**
 * Finds objects that the role owns. An owner can change and drop an object, regardless of grants.
 */
async function ownershipProblems(sql: Pick<Sql, "unsafe">): Promise<string[]> {
  const rows = await sql.unsafe<{ owner: string; what: string; isSelf: boolean }[]>(
    `with owned as (
       select relowner as owner, n.nspname || '.' || c.relname as what
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any($1::text[]) and c.relkind in ('r', 'p', 'v', 'm', 'S')
       union all
       select proowner, n.nspname || '.' || p.proname
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = any($1::text[])
       union all
       select nspowner, 'schema ' || nspname from pg_namespace where nspname = any($1::text[])
       union all
       select datdba, 'database ' || datname from pg_database where datname = current_database())
     select distinct on (r.rolname) r.rolname::text as owner, what,
       r.rolname = current_user as "isSelf"
     from owned join pg_roles r on r.oid = owned.owner
     where pg_has_role(current_user, r.oid, 'MEMBER')
       and not (select rolsuper from pg_roles where rolname = current_user)
     order by r.rolname, what`,
    [SCHEMAS],
  );
  return rows.map(({ owner, what, isSelf }) =>
    isSelf ? `it owns ${what}` : `it is a member of ${owner}, which owns ${what}`,
  );
}

async function privilegeProblems(sql: Pick<Sql, "unsafe">): Promise<string[]> {
  const rows = await sql.unsafe<{ problem: string }[]>(
    `with who as (select rolsuper from pg_roles where rolname = current_user)
     select problem from (
       select 'it is a member of ' || rolname as problem from pg_roles
       where rolname = any($1::text[]) and pg_has_role(current_user, oid, 'MEMBER')
       union all
       select 'it may create in the schema ' || nspname from pg_namespace
       where nspname = any($2::text[]) and has_schema_privilege(current_user, oid, 'CREATE')
       union all
       select 'it may create schemas in the database ' || current_database()
       where has_database_privilege(current_user, current_database(), 'CREATE')
     ) as found, who where not who.rolsuper`,
    [PREDEFINED, SCHEMAS],
  );
  return [...rows.map(({ problem }) => problem), ...(await writeProblems(sql))];
}

/**
 * Finds tables that the role can write to, in full or in a single column, but that only the owner
 * may write to or that `tessera_app` cannot write to.
 */
async function writeProblems(sql: Pick<Sql, "unsafe">): Promise<string[]> {
  const rows = await sql.unsafe<{ name: string }[]>(
    `select n.nspname || '.' || c.relname as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     left join pg_roles app on app.rolname = $2
     where n.nspname = any($1::text[]) and c.relkind in ('r', 'p')
       and not (select rolsuper from pg_roles where rolname = current_user)
       and (
         (${OWNERS_TABLES}
           and (has_any_column_privilege(current_user, c.oid, 'INSERT, UPDATE')
             or has_table_privilege(current_user, c.oid, 'TRUNCATE')
             or (has_table_privilege(current_user, c.oid, 'DELETE') and not ${RELAYED})))
         or exists (
           select from unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) as privilege
           where has_table_privilege(current_user, c.oid, privilege)
             and not has_table_privilege(app.oid, c.oid, privilege))
         or exists (
           select from pg_attribute a, unnest(array['INSERT', 'UPDATE']) as privilege
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
             and has_column_privilege(current_user, c.oid, a.attnum, privilege)
             and not has_column_privilege(app.oid, c.oid, a.attnum, privilege)))
     order by n.nspname <> 'ledger', name limit 10`,
    [SCHEMAS, APPLICATION_ROLE],
  );
  return rows.map(({ name }) => `it may change rows of ${name}`);
}
