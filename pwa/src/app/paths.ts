// The app's paths. `home` and `pricing` are paths of the public site, outside the app.

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

/** The path of a client's thread, for admins. */
export function threadPath(clientId: string): string {
  return `${paths.messaging}?client=${encodeURIComponent(clientId)}`
}

/** The path of a client's reports, for admins. */
export function reportsPath(clientId: string): string {
  return `${paths.reports}?client=${encodeURIComponent(clientId)}`
}
