// Public exports of the chatbots feature.
export { BotActivity } from './chat/activity'
export { ChatInterfaceScreen } from './management/chat-interface-screen'
export { ChatbotScreen } from './chatbot-screen'
export { DevDocsScreen } from './dev-docs/dev-docs-screen'
export { ManagementScreen } from './management/management-screen'
export { SpamCatcherScreen } from './spam-catcher-screen'
