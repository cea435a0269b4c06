import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["directory_cell"],
  writes: {
    cell: "adding a cell to a program lists it",
  },
});
