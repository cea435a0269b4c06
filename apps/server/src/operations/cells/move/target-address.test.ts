import { describe, expect, it } from "vitest";
import { targetOf } from "./target-address.ts";

const PLAIN = "postgres://owner:secret@a/tessera";
const ENCRYPTED = `${PLAIN}?sslmode=verify-full&sslrootcert=ca.pem&sslnegotiation=direct`;

describe("the address that a cell moves to", () => {
  it("has the password and the encryption of CELLS", () => {
    const to = targetOf("postgres://b/tessera", ENCRYPTED, "sandbox");
    expect(to).toBe(ENCRYPTED.replace("@a", "@b"));
    expect(targetOf("postgres://b/tessera", PLAIN, "sandbox")).toBe(PLAIN.replace("@a", "@b"));
  });

  it("keeps the encryption that it names itself", () => {
    const to = targetOf("postgres://b/tessera?sslmode=verify-full", ENCRYPTED, "live");
    expect(to).toBe("postgres://owner:secret@b/tessera?sslmode=verify-full");
  });

  it.each([
    ["postgres://b/tessera", PLAIN],
    ["postgres://b/tessera?sslmode=disable", ENCRYPTED],
    ["postgres://b/tessera?sslmode=require", ENCRYPTED],
  ])("is refused in live mode if it leaves the machine unprotected: %s", (to, from) => {
    expect(() => targetOf(to, from, "live")).toThrow(
      "--to: the connection leaves this machine and is not protected; add sslmode=verify-full",
    );
    expect(() => targetOf(to, from, "sandbox")).not.toThrow();
  });

  it("may be on the same machine in live mode", () => {
    const to = targetOf("postgres://127.0.0.1:5433/tessera", PLAIN, "live");
    expect(to).toBe("postgres://owner:secret@127.0.0.1:5433/tessera");
  });
});
