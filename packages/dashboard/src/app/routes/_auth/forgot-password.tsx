/** `/forgot-password` */
import { createFileRoute } from "@tanstack/react-router";
import { ForgotPasswordScreen } from "../../../screens/forgot-password/forgot-password-screen.tsx";

export const Route = createFileRoute("/_auth/forgot-password")({ component: ForgotPasswordScreen });
