import { declareTables } from "./declare-tables.ts";

export const tables = declareTables({
  owns: ["write_probe"],
});
