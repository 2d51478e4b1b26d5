/**
 * A link to a page of ours whose address is made at run time, such as one with stored filters. A plain click stays in the
 * app; clicks with Mod, Shift or Alt are the browser's own.
 */
import { useNavigate } from "@tanstack/react-router";
import type { ComponentProps, MouseEvent } from "react";
import { ownUrl } from "./base-path.ts";

export interface OwnLinkProps extends Omit<ComponentProps<"a">, "href" | "onClick"> {
  /** Below the base path. */
  address: `/${string}`;
}

export function OwnLink({ address, children, ...rest }: OwnLinkProps) {
  const navigate = useNavigate();
  const open = (press: MouseEvent) => {
    if (press.metaKey || press.ctrlKey || press.shiftKey || press.altKey) return;
    press.preventDefault();
    void navigate({ href: address });
  };
  return (
    <a {...rest} href={ownUrl(address)} onClick={open}>
      {children}
    </a>
  );
}
