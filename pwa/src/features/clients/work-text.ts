// Names of background work for admins. The server's names consist of app and job: `mail.deliver`.

const NAMES: Record<string, string> = {
  accounts: 'Accounts',
  analytics: 'Google Analytics data',
  billing: 'Billing',
  chatbots: 'Chatbots',
  files: 'Files',
  mail: 'Emails',
  messaging: 'Messages',
  notifications: 'Notifications',
  performance: 'Website scans',
  reports: 'Reports',
  sync: 'Device updates',
}

const TASKS: Record<string, string> = {
  accounts: 'account',
  analytics: 'Google Analytics',
  billing: 'billing',
  chatbots: 'chatbot',
  files: 'file',
  mail: 'email',
  messaging: 'message',
  notifications: 'notification',
  performance: 'scan',
  reports: 'report',
  sync: 'device update',
}

/** `1 email task`, `2 email tasks` for `mail.deliver`. */
export function tasksText(kind: string, count: number): string {
  return `${count} ${TASKS[appOf(kind)] ?? 'background'} ${count === 1 ? 'task' : 'tasks'}`
}

/** `Emails` for `mail.deliver`; `Other background work` for an app that this build does not know. */
export function workText(kind: string): string {
  return NAMES[appOf(kind)] ?? 'Other background work'
}

function appOf(kind: string): string {
  return kind.split('.')[0] ?? ''
}
