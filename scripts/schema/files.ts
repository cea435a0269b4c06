import type { Relation } from "./catalog.ts";
import { writeTypes } from "./types.ts";

/** The generated files, by their path from the repository's root. */
export function schemaFiles(relations: readonly Relation[]) {
  return [{ file: "apps/server/src/db/schema.generated.ts", text: writeTypes(relations) }];
}
