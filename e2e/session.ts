/** Signs the owner in and returns the cookies in the form that a browser stores. */
import { OWNER, type Product } from "./product.ts";

interface Cookie {
  name: string;
  value: string;
  domain: string;
  path: string;
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite: "Lax";
}

export interface SignedIn {
  cookies: Cookie[];
  origins: [];
}

export async function signIn(product: Product): Promise<SignedIn> {
  const response = await fetch(`${product.url}/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: product.url },
    body: JSON.stringify(OWNER),
  });
  if (!response.ok) throw new Error(`The owner could not sign in: ${response.status}`);
  const cookies = response.headers.getSetCookie().map((line): Cookie => {
    const pair = line.split(";", 1)[0] ?? "";
    const end = pair.indexOf("=");
    return {
      name: pair.slice(0, end),
      value: pair.slice(end + 1),
      domain: "127.0.0.1",
      path: "/",
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: "Lax",
    };
  });
  return { cookies, origins: [] };
}
