// Public interface of analytics: the screens of its routes and the parts of the dashboard.
import { lazy } from 'react'

export { AnalyticsHighlights, NotConnectedAlert, UsersCard } from './figures/highlights'
export { ConnectLink } from './connect/link'
export { useIsGoogleOffered, useSources } from './use-sources'
// Lazy, because the overview imports this file and must not load the code of these screens.
export const AnalyticsTab = lazy(async () => ({
  default: (await import('./figures/analytics-tab')).AnalyticsTab,
}))
export const CallbackScreen = lazy(async () => ({
  default: (await import('./connect/callback-screen')).CallbackScreen,
}))
export const ConnectScreen = lazy(async () => ({
  default: (await import('./connect/connect-screen')).ConnectScreen,
}))
export const ConnectionsScreen = lazy(async () => ({
  default: (await import('./connections/connections-screen')).ConnectionsScreen,
}))
export const NotSetUp = lazy(async () => ({
  default: (await import('./connections/connections-screen')).NotSetUp,
}))
