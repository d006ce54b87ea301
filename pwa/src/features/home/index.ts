// Public exports of home: the frame of a client's dashboard, and its parts that belong to no other feature.
export { ChatsCard } from './chats-card'
export { HomeScreen } from './home-screen'
export { type QuickAction, QuickActions } from './quick-actions'
export { SampleOverview } from './sample-overview'
