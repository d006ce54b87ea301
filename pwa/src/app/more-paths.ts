// Paths that only some users need, separate from the paths that every start loads.
import { paths } from './paths'

export const morePaths = {
  sample: '/dashboard/old',
  chatbot: '/dashboard/chatbot',
  spamCatcher: '/dashboard/spam-catcher',
  chatbotManagement: '/dashboard/chatbot-management',
  chatInterface: '/dashboard/chat-interface',
  websiteSettings: '/dashboard/website-settings',
  /** Below Reports, so that the menu highlights Reports. */
  weeklyMail: '/dashboard/reports/weekly-mail',
  formerWeeklyMail: '/dashboard/weekly-mail',
  devDocs: '/dashboard/dev-docs',
  viewAs: '/dashboard/view-as',
} as const

/** The pages without an item in the menu. They belong to the dashboard and link back to it. */
export const dashboardPages: readonly string[] = [morePaths.chatbot, morePaths.spamCatcher, morePaths.sample]

/** The path of a client's page, for admins. */
export function clientPath(clientId: string): string {
  return `${paths.dashboard}?client=${encodeURIComponent(clientId)}`
}
