// The front door of analytics: the screens of its own addresses, and the parts that the dashboard is composed of.
export { AnalyticsTab } from './analytics-tab'
export { CallbackScreen } from './callback-screen'
export { ConnectScreen } from './connect-screen'
export { ConnectionsScreen, NotSetUp } from './connections-screen'
export { AnalyticsHighlights, NotConnectedAlert, UsersCard } from './highlights'
export { useOffered } from './use-sources'
