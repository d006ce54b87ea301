// The front door of messaging.
export { MessagingScreen } from './messaging-screen'
