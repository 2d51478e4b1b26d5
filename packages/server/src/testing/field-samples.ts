/** Samples of providers that sign certain fields of the body. */
import {
  FORM,
  KEY,
  SECRET,
  type Sample,
  base64,
  digest,
  hex,
  hmac,
  ofBody,
  swapped,
  timed,
} from "./sample.ts";

/** A scheme that covers fields of the body. */
const ofFields = (sample: Pick<Sample, "body" | "tampered"> & Partial<Sample>): Sample => ({
  ...KEY,
  headers: () => ({}),
  isTimed: false,
  isBodyOpen: true,
  ...sample,
});

/** Two items, one of them without the fields that Adyen leaves out. */
function adyenNotification(key: string): string {
  const item = (fields: Record<string, unknown>, text: string) => ({
    NotificationRequestItem: {
      ...fields,
      additionalData: { hmacSignature: hmac("sha256", "base64", Buffer.from(key, "hex"))(text) },
    },
  });
  const first = {
    amount: { currency: "EUR", value: 1130 },
    pspReference: "7914073381342284",
    eventCode: "AUTHORISATION",
    merchantAccountCode: "TestMerchant",
    merchantReference: "TestPayment:1407325143704",
    success: "true",
  };
  const second = { ...first, originalReference: "791", eventCode: "CAPTURE", merchantReference: "" };
  return JSON.stringify({
    live: "false",
    notificationItems: [
      item(first, "7914073381342284::TestMerchant:TestPayment:1407325143704:1130:EUR:AUTHORISATION:true"),
      item(second, "7914073381342284:791:TestMerchant::1130:EUR:CAPTURE:true"),
    ],
  });
}

export const FIELD_SAMPLES: Readonly<Record<string, Sample>> = {
  MAILGUN: {
    ...timed(() => ({})),
    isBodyOpen: true,
    body: ({ seconds }) =>
      JSON.stringify({
        signature: { timestamp: String(seconds), token: "t0k", signature: hex(`${seconds}t0k`) },
        "event-data": {},
      }),
  },
  ADYEN: {
    auth: { webhook_secret_key: "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056" },
    otherAuth: { webhook_secret_key: "00112233" },
    headers: () => ({}),
    body: () => adyenNotification("44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056"),
    isTimed: false,
    isBodyOpen: true,
  },
  EXACT_ONLINE: {
    ...ofBody(() => ({})),
    body: () =>
      `{"Content":{"Topic":"Items","Key":"é\\/"},"HashCode":"${hex('{"Topic":"Items","Key":"é\\/"}').toUpperCase()}"}`,
    isBodyOpen: true,
  },
  FISERV: ofFields({
    contentType: FORM,
    auth: { webhook_secret_key: SECRET, store_name: "120995000" },
    otherAuth: { webhook_secret_key: "an0ther-secret", store_name: "120995000" },
    body: () =>
      new URLSearchParams({
        approval_code: "Y:334849:4578339353:PPXX:0310",
        chargetotal: "13.00",
        currency: "978",
        txndatetime: "2026:01:01-00:00:00",
        notification_hash: base64("13.00|978|2026:01:01-00:00:00|120995000|Y:334849:4578339353:PPXX:0310"),
      }).toString(),
    tampered: swapped(["13.00", "14.00"], ["approval_code=Y", "approval_code=N"], ["currency=", "c="]),
  }),
  PAYMOB: ofFields({
    body: () =>
      JSON.stringify({
        type: "TRANSACTION",
        obj: {
          id: 192036465,
          pending: false,
          amount_cents: 100000,
          success: true,
          is_auth: false,
          is_capture: false,
          is_standalone_payment: true,
          is_voided: false,
          is_refunded: false,
          is_3d_secure: true,
          integration_id: 4097558,
          has_parent_transaction: false,
          order: { id: 217503754 },
          created_at: "2024-06-13T11:33:44.592345",
          currency: "EGP",
          error_occured: false,
          owner: 302852,
          source_data: { type: "card", pan: "2346", sub_type: "MasterCard" },
        },
      }),
    // The text of the example on its page.
    query: () =>
      `hmac=${hmac("sha512", "hex")("1000002024-06-13T11:33:44.592345EGPfalsefalse1920364654097558truefalsefalsefalsetruefalse217503754302852false2346MasterCardcardtrue")}`,
    tampered: swapped(["100000", "100001"], ['"success":true', '"success":false'], ['"owner"', '"o"']),
  }),
  PAYPRO_GLOBAL: ofFields({
    contentType: FORM,
    body: () =>
      new URLSearchParams({
        ORDER_ID: "12345",
        ORDER_STATUS: "Processed",
        ORDER_TOTAL_AMOUNT: "9.99",
        CUSTOMER_EMAIL: "ada@example.com",
        TEST_MODE: "0",
        IPN_TYPE_NAME: "OrderCharged",
        SIGNATURE: digest("sha256", `12345Processed9.99ada@example.com${SECRET}0OrderCharged`),
      }).toString(),
    tampered: swapped(
      ["9.99", "0.99"],
      ["Processed", "Refunded"],
      ["ORDER_ID=", "ID="],
      ["SIGNATURE=", "S="],
    ),
  }),
  PRAXIS: {
    ...ofFields({
      body: ({ seconds }) =>
        JSON.stringify({
          merchant_id: "API-Merchant",
          application_key: "app",
          timestamp: seconds,
          customer: { customer_token: "c0ffee" },
          session: { order_id: "test-1560610955" },
          transaction: {
            tid: 13348,
            currency: "USD",
            amount: 100,
            conversion_rate: 1,
            processed_currency: null,
            processed_amount: 100,
          },
        }),
      tampered: swapped(['"tid":13348', '"tid":13349'], ['"merchant_id"', '"merchant"']),
    }),
    headers: ({ seconds }) => ({
      "Gt-Authentication": digest(
        "sha384",
        `API-Merchantapp${seconds}c0ffeetest-156061095513348USD1001100${SECRET}`,
      ),
    }),
    isTimed: true,
  },
  QUOTER: {
    ...ofFields({
      contentType: FORM,
      body: ({ seconds }) => {
        const data = JSON.stringify({ id: "quot_1", notes: "é".repeat(9_000) });
        return new URLSearchParams({
          hash: digest("md5", `${SECRET}${seconds}${data}`),
          timestamp: String(seconds),
          data,
        }).toString();
      },
      tampered: swapped(["quot_1", "quot_2"], ["data=", "dat="], ["hash=", "hash=&hash="]),
    }),
    isTimed: true,
  },
  TREEZOR: ofFields({
    contentType: "text/plain",
    body: () => {
      // As PHP writes it, and in another form than the body: the signature covers what is meant.
      const payload =
        '{"users":[{"userId":"1","email":"a\\/b@example.com","firstname":"Zo\\u00e9 \\ud83d\\ude00"}]}';
      return `{"webhook":"user.create", "object_payload":${payload}, "object_payload_signature":"${base64(payload)}"}`;
    },
    tampered: swapped(['"userId":"1"', '"userId":"2"'], ['"object_payload":', '"payload":'], ["Zo", "Za"]),
  }),
  USPS: {
    ...ofFields({
      body: () =>
        JSON.stringify({
          subscriptionType: "TRACKING",
          timestamp: "2026-01-01T00:00:00Z",
          payload: '{"status":"é"}',
        }),
      tampered: swapped(["00:00:00Z", "00:00:01Z"], ["status", "state"], ['"payload"', '"load"']),
    }),
    headers: () => ({ "X-HMAC": base64('2026-01-01T00:00:00Z{"status":"é"}') }),
  },
};
