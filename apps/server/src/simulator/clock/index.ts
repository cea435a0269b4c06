export { registerSandboxClockRoutes } from "./sandbox-clock.routes.ts";
