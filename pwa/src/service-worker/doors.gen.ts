// How the server's own addresses begin. Made from platform/config/paths.py by `make contracts`.
export const DOORS = [
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
  '/sw.js',
  '/assets/',
] as const
