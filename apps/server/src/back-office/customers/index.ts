export { proposeCorrection } from "./propose-adjustment.ts";
