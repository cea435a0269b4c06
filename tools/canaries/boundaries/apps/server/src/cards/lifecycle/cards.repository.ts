export { default as sql } from "postgres";
