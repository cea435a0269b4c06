// canary: server-never-knows-web
export { router } from "../../../web/src/app/router.ts";
