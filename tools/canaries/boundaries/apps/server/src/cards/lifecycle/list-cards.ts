// canary: sql-only-in-repositories
export { default as sql } from "postgres";
