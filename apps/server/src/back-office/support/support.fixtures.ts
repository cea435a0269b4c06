import { expect } from "vitest";
import type { Answered, TestApp, TestCustomer } from "../../testing/test-app.ts";

export const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n");

/** Shorthand for the calls in tests about conversations. */
export interface Talk {
  /** Starts a conversation and returns it as its customer sees it. */
  begin(who: TestCustomer, body?: object): Promise<{ id: string }>;
  write(who: TestCustomer, id: string, body: object, key?: string): Promise<Answered>;
  reply(who: TestCustomer, id: string, body: object, key?: string): Promise<Answered>;
  upload(who: TestCustomer, bytes: Buffer, kind: string, desk?: boolean): Promise<Answered>;
  own(who: TestCustomer, id: string): Promise<Answered["json"]>;
  atDesk(who: TestCustomer, id: string): Promise<Answered["json"]>;
  /** Lists the messages, oldest first. */
  said(who: TestCustomer, id: string): Promise<Answered["json"][]>;
}

let keys = 0;
export function nextKey(): string {
  keys += 1;
  return `key-${keys}`;
}

export function talkWith(test: TestApp): Talk {
  const post = ({ token }: TestCustomer, url: string, body: object, key: string) =>
    test.call("POST", url, { token, body, headers: { "idempotency-key": key } });
  const read = async ({ token }: TestCustomer, url: string) => {
    const { status, json } = await test.call("GET", url, { token });
    expect(status).toBe(200);
    return json;
  };
  return {
    async begin(who, body = {}) {
      const asked = { subject: "A question", text: "Hello", ...body };
      const { status, json } = await post(who, "/api/support/conversations", asked, nextKey());
      expect(status).toBe(201);
      return json;
    },
    write: (who, id, body, key = nextKey()) =>
      post(who, `/api/support/conversations/${id}/messages`, body, key),
    reply: (who, id, body, key = nextKey()) =>
      post(who, `/api/admin/support/conversations/${id}/messages`, body, key),
    upload: ({ token }, bytes, kind, desk = false) =>
      test.call("POST", `/api/${desk ? "admin/" : ""}support/attachments`, {
        token,
        body: bytes,
        headers: { "content-type": kind },
      }),
    own: (who, id) => read(who, `/api/support/conversations/${id}`),
    atDesk: (who, id) => read(who, `/api/admin/support/conversations/${id}`),
    async said(who, id) {
      const page = await read(who, `/api/support/conversations/${id}/messages`);
      return page.data.toReversed();
    },
  };
}
