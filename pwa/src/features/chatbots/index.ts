// The front door of chatbots.
export { BotActivity } from './bot-activity'
export { ChatInterfaceScreen } from './chat-interface-screen'
export { ChatbotScreen } from './chatbot-screen'
export { DevDocsScreen } from './dev-docs-screen'
export { ManagementScreen } from './management-screen'
export { SpamCatcherScreen } from './spam-catcher-screen'
