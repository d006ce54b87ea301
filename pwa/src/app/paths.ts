// Every address of the app, in one table; those of the public site are links out of it.

export const paths = {
  home: '/',
  pricing: '/pricing',
  auth: '/auth',
  authCallback: '/auth/callback',
  newPassword: '/auth/password',
  dashboard: '/dashboard',
  messaging: '/dashboard/messaging',
  reports: '/dashboard/reports',
  settings: '/dashboard/settings',
  security: '/dashboard/settings/security',
  subscriptions: '/dashboard/subscriptions',
  connections: '/dashboard/connections',
  connectAnalytics: '/connect-ga',
  googleReturn: '/oauth2callback',
  addPayment: '/add-payment-method',
  checkoutSuccess: '/checkout/success',
} as const

/** A thread as an admin opens it. */
export function threadPath(clientId: string): string {
  return `${paths.messaging}?client=${encodeURIComponent(clientId)}`
}

/** A client's reports as an admin opens them. */
export function reportsPath(clientId: string): string {
  return `${paths.reports}?client=${encodeURIComponent(clientId)}`
}
