// The front door of analytics: the screens of its own addresses, and the parts that the dashboard is composed of.
import { lazy } from 'react'

export { AnalyticsHighlights, NotConnectedAlert, UsersCard } from './figures/highlights'
export { useOffered } from './use-sources'
// The overview asks here for its parts: what a screen of its own needs comes with it.
export const AnalyticsTab = lazy(async () => ({ default: (await import('./figures/analytics-tab')).AnalyticsTab }))
export const CallbackScreen = lazy(async () => ({ default: (await import('./connect/callback-screen')).CallbackScreen }))
export const ConnectScreen = lazy(async () => ({ default: (await import('./connect/connect-screen')).ConnectScreen }))
export const ConnectionsScreen = lazy(async () => ({ default: (await import('./connections/connections-screen')).ConnectionsScreen }))
export const NotSetUp = lazy(async () => ({ default: (await import('./connections/connections-screen')).NotSetUp }))
