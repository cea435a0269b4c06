import { startTessera } from "./startup/start-tessera.ts";

await startTessera(process.env);
