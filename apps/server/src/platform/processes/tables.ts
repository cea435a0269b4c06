import { declareTables } from "../database/declare-tables.ts";

export const tables = declareTables({
  owns: ["server_process"],
});
