import { spawn } from "node:child_process";
import { fromRoot } from "./repository.ts";

/** The server restarts on change; Vite serves the console and hands `/api` on to the server. */
const children = [
  spawn(process.execPath, ["--watch", fromRoot("apps/server/src/main.ts")], { stdio: "inherit" }),
  spawn("npm", ["exec", "-w", "@tessera/web", "--", "vite"], {
    stdio: "inherit",
    shell: process.platform === "win32",
  }),
];

const stopAll = () => {
  for (const child of children) {
    child.kill("SIGTERM");
  }
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, stopAll);
}
for (const child of children) {
  child.on("exit", (code) => {
    process.exitCode ||= code ?? 0;
    stopAll();
  });
}
