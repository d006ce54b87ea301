// Which addresses are whose. Made from platform/server/paths.py by `make contracts`.

/** How the server's own begin. */
export const SERVER_PATHS = [
  '/auth/v1/',
  '/rest/v1/',
  '/realtime/v1',
  '/storage/v1/',
  '/functions/v1/',
  '/embeds/',
  '/health/',
  '/metrics',
  '/setup',
  '/theme.css',
  '/manifest.webmanifest',
  '/robots.txt',
  '/sitemap.xml',
  '/sw.js',
  '/assets/',
] as const

/** The pages of the public site. */
export const PUBLIC = [
  '/',
  '/pricing',
  '/terms',
  '/privacy',
] as const

/** The app's, each with everything below it. */
export const SCREENS = [
  '/auth',
  '/dashboard',
  '/checkout/success',
  '/add-payment-method',
  '/connect-ga',
  '/oauth2callback',
] as const
