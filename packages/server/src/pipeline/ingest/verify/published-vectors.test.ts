/**
 * Do our verifiers accept the examples that providers publish, with the key and the signature that stand there?
 *
 * Neither our code nor a sample of ours signed anything here.
 */
import { expect, test } from "vitest";
import { VERIFIERS } from "./verifiers.ts";

interface Vector {
  secret: string;
  headers: string[];
  body: string;
}

const VECTORS: [string, Vector][] = [
  [
    // https://docs.aiprise.com/docs/callbacks-authentication
    "AIPRISE",
    {
      secret: "abcdef12-pqrs-abcd-pqrs-abcde0123456",
      headers: ["X-HMAC-SIGNATURE", "f8bf141ba610974d65f5dd603f7388474c366d1b95a13799748f92261610ba86"],
      body: '{"verification_session_id": "123408f2-2bbb-415f-aafc-92212341234", "template_id": "123456-3434-2342-3453-b4218a4fb333", "client_reference_id": null, "aiprise_summary": {"tags": [], "reasons": [], "notes": [], "verification_result": "APPROVED"}, "created_at": 1668974142818}',
    },
  ],
  [
    // The tests of Adyen's own library, src/__tests__/hmacValidator.spec.ts
    "ADYEN",
    {
      secret: "DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00",
      headers: [],
      body: JSON.stringify({
        notificationItems: [
          {
            NotificationRequestItem: {
              pspReference: "pspReference",
              originalReference: "originalReference",
              merchantAccountCode: "merchantAccount",
              merchantReference: "reference",
              amount: { currency: "EUR", value: 1000 },
              eventCode: "CAPTURE",
              success: "true",
              additionalData: { hmacSignature: "xhpHvYq2u2Np0rstbZ6QjLGu7JWhvf7Iwaa6EviJSX0=" },
            },
          },
        ],
      }),
    },
  ],
];

test.each(VECTORS)("%s", async (type, { secret, headers, body }) => {
  const result = async (text: string) => {
    const verify = VERIFIERS.get(type)?.withAuth({ webhook_secret_key: secret });
    const answer = await verify?.({
      method: "POST",
      path: "/",
      query: null,
      url: "https://in.example.com/e/t0k3n",
      headers,
      body: Buffer.from(text),
      receivedAtMs: 1_767_225_600_000,
    });
    return answer?.result;
  };

  expect(await result(body)).toBe("passed");
  expect(await result(body.replace(/ference": ?"/, "$&x").replace("APPROVED", "DECLINED"))).toBe("failed");
});
