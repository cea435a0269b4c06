export { readInsight } from "./read-insight.ts";
