// canary: fastify-only-at-the-edge
export { fastify } from "fastify";
