/** `/settings`: the frame of all its pages. */
import { createFileRoute, Outlet } from "@tanstack/react-router";
import { SettingsFrame } from "../../shell/settings-frame.tsx";

export const Route = createFileRoute("/_app/settings")({
  component: () => (
    <SettingsFrame>
      <Outlet />
    </SettingsFrame>
  ),
});
