// The front door of home: the frame of a client's dashboard, and what stands in it without a room of its own.
export { ChatsCard } from './chats-card'
export { HomeScreen } from './home-screen'
export { type QuickAction, QuickActions } from './quick-actions'
export { SampleOverview } from './sample-overview'
