import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import path from "node:path";

/** What a server finds at its start: nothing at all, a migrated database, or one with demo data. */
export type StartData = "nothing" | "migrated" | "demo data";

/** The environment variable that names the folder with the templates. */
export const TEMPLATES = "SANDBOX_TEMPLATES";

/** Where a template is, below the folder that {@link TEMPLATES} names. */
export function templateFolder(templates: string, data: Exclude<StartData, "nothing">): string {
  return path.join(templates, data === "migrated" ? "migrated" : "demo");
}

/** Whether servers can start on a copy of a template. */
export function hasTemplate(data: Exclude<StartData, "nothing">): boolean {
  const templates = process.env[TEMPLATES];
  // Only `cp` keeps the owner of the files, who is another user where root starts PostgreSQL.
  return (
    templates !== undefined &&
    process.platform !== "win32" &&
    existsSync(templateFolder(templates, data))
  );
}

/**
 * Copies the data folder of a stopped server, so that the next server need not create a database,
 * migrate it and play a year of demo data. Without a template `folder` stays empty, and the server
 * does all of that.
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
  // Each server takes a port of its own.
  rmSync(path.join(folder, "postgres.port"), { force: true });
}
