// Every address of the app, in one table; those of the public site are links out of it.

export const paths = {
  home: '/',
  auth: '/auth',
  dashboard: '/dashboard',
  messaging: '/dashboard/messaging',
} as const

/** A thread as an admin opens it. */
export function threadPath(clientId: string): string {
  return `${paths.messaging}?client=${encodeURIComponent(clientId)}`
}
