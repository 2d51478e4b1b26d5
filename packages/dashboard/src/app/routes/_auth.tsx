/** Sign-in, sign-up, password reset and CLI login. */
import { createFileRoute, Outlet } from "@tanstack/react-router";
import { PageFailed } from "../page-failed.tsx";
import { BrandFrame } from "../shell/brand-frame.tsx";

export const Route = createFileRoute("/_auth")({
  component: () => (
    <BrandFrame>
      <Outlet />
    </BrandFrame>
  ),
  errorComponent: PageFailed,
});
