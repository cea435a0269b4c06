import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({ owns: ["keep_alive_notice"] });
