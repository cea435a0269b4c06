import { parentPort, workerData } from "node:worker_threads";
import { walkPdf } from "./pdf-walk.ts";

if (!(workerData instanceof Uint8Array)) {
  throw new TypeError("this thread must be started with the bytes of a PDF");
}
parentPort?.postMessage(await walkPdf(workerData));
