export { createApiKeys } from "./use-key.ts";
