import { defineModule } from "../../module.ts";
import { registerSignInRoutes } from "./sign-in.routes.ts";
import { startSignIn } from "./start-sign-in.ts";

export const signInModule = defineModule({
  name: "sign-in",
  needs: ["people", "second-factor", "sessions"],
  routes: [registerSignInRoutes],
  jobs: [startSignIn],
});
