// Background work in the words of the provider. The server names it by app and job: `mail.deliver`.

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

/** `Emails` for `mail.deliver`; `Other background work` for an app that this build does not know. */
export function workText(kind: string): string {
  return NAMES[kind.split('.')[0] ?? ''] ?? 'Other background work'
}
