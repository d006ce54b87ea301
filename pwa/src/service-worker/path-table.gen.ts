// The paths of the server, of the public site and of the app, from platform/server/paths.py.
// `make contracts` generates this file (platform/config/typescript.py).

/** The server's own paths, each with all paths below it. */
export const SERVER_PATHS = [
  "/auth/v1/",
  "/rest/v1/",
  "/realtime/v1",
  "/storage/v1/",
  "/functions/v1/",
  "/embeds/",
  "/health/",
  "/metrics",
  "/csp-reports",
  "/setup",
  "/theme.css",
  "/manifest.webmanifest",
  "/robots.txt",
  "/sitemap.xml",
  "/sw.js",
  "/assets/"
] as const

/** The pages of the public site. */
export const PUBLIC = [
  "/",
  "/pricing",
  "/terms",
  "/privacy"
] as const

/** The screens of the app, each with all paths below it. */
export const SCREENS = [
  "/auth",
  "/dashboard",
  "/checkout/success",
  "/add-payment-method",
  "/connect-ga",
  "/oauth2callback"
] as const
