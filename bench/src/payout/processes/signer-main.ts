import { serveSigner } from "@tessera/server/testing/test-signer";
import { answerCalls, killSelf } from "./child-calls.ts";

// The signer of the folder whose settings are named, as a process that can be killed after a
// signature is on disk, before it is answered.

const [settingsFile = ""] = process.argv.slice(2);
let diesAfterSigning = false;

answerCalls({
  async start() {
    await serveSigner(settingsFile, () => {
      if (diesAfterSigning) {
        killSelf();
      }
    });
  },
  async dieAfterSigning(isOn: boolean) {
    diesAfterSigning = isOn;
  },
});
