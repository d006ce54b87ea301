// Public exports of the messaging feature.
export { MessagingScreen } from './messaging-screen'
