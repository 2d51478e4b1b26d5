/** What our tests use of providers' libraries that come without types. */

declare module "smartcar" {
  interface Smartcar {
    verifyPayload: (managementToken: string, signature: string, body: unknown) => boolean;
  }
  const smartcar: Smartcar;
  export default smartcar;
}

declare module "cronofy" {
  export default class Cronofy {
    constructor(config: { client_secret: string });
    hmacValid(request: { hmac: string; body: string }): boolean;
  }
}

declare module "telnyx" {
  interface Telnyx {
    webhooks: {
      signature: {
        /** Throws if the signature is wrong or older than `toleranceSeconds`. */
        verifySignature: (
          body: string,
          signature: string,
          timestamp: string,
          publicKey: string,
          toleranceSeconds: number,
        ) => true;
      };
    };
  }
  const telnyx: (apiKey: string) => Telnyx;
  export default telnyx;
}
