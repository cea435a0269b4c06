import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { prepareReleases } from "../../upgrade/releases.ts";
import type { Cause } from "../cause.ts";

/**
 * Returns the cause that replaces one of two servers by a later release, made up from this one in
 * `folder`. It comes last: the schema stays that of the later release.
 */
export function releaseCause(folder: string): Cause {
  return {
    alerts: ["TesseraBuildsDiffer"],
    how: "One of the servers is replaced by a later release.",
    async make(lab) {
      const { next } = await prepareReleases(folder);
      const file = fileURLToPath(new URL("../package.json", next.main));
      const manifest = JSON.parse(await readFile(file, "utf8"));
      await writeFile(file, JSON.stringify({ ...manifest, version: "99.0.0" }));
      await lab.servers[1]?.stop();
      await lab.startServer(1, next.main);
    },
    async remedy(lab) {
      await lab.servers[1]?.stop();
      await lab.startServer(1);
    },
  };
}
