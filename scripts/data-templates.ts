import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import path from "node:path";

/** The data that a server finds when it starts: nothing, a migrated database, or demo data. */
export type StartData = "nothing" | "migrated" | "demo data";

/** The environment variable with the path of the folder that contains the templates. */
export const TEMPLATES = "SANDBOX_TEMPLATES";

/** Returns the folder of a template, inside the folder named by {@link TEMPLATES}. */
export function templateFolder(templates: string, data: Exclude<StartData, "nothing">): string {
  return path.join(templates, data === "migrated" ? "migrated" : "demo");
}

/** Returns whether servers can start on a copy of a template. */
export function hasTemplate(data: Exclude<StartData, "nothing">): boolean {
  const templates = process.env[TEMPLATES];
  // Only `cp` preserves the owner of the files, which is another user if root starts PostgreSQL.
  return (
    templates !== undefined &&
    process.platform !== "win32" &&
    existsSync(templateFolder(templates, data))
  );
}

/**
 * Copies the data folder of a stopped server, so that the next server does not need to create a
 * database, migrate it and simulate a year of demo data. If there is no template, `folder` stays
 * empty, and the server does this work itself.
 */
export function copyTemplate(data: StartData, folder: string): void {
  if (data === "nothing" || !hasTemplate(data)) {
    return;
  }
  const template = templateFolder(process.env[TEMPLATES] ?? "", data);
  const { status, stderr } = spawnSync("cp", ["-a", `${template}/.`, folder], { encoding: "utf8" });
  if (status !== 0) {
    throw new Error(`The template ${template} was not copied: ${stderr}`);
  }
  // Each server chooses its own port.
  rmSync(path.join(folder, "postgres.port"), { force: true });
}
