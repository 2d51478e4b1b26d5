/** What we use of a library that has no types. */
declare module "sns-validator" {
  export default class MessageValidator {
    constructor(hostPattern: RegExp);
    validate(message: Record<string, string>, callback: (error: Error | null) => void): void;
  }
}
