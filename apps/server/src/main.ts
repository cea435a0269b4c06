import { startTessera } from "./start-tessera.ts";

await startTessera(process.env);
