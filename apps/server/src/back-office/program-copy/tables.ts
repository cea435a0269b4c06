import { declareTables } from "../../platform/database/declare-tables.ts";

// The module also writes the tables listed in program-parts.ts, whose owners set them in the first
// cell. Its statements take their names from that list, where no check of the source finds them.
export const tables = declareTables({
  owns: ["program_copy"],
});
