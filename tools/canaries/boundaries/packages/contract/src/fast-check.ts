// canary: no-test-code-in-production
export { default as check } from "fast-check";
