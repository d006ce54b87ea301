// Texts about failed background work for admins: what happened, and what to do. Pure.
import { workText } from '../work-text'

interface FailureText {
  happened: string
  advice: string
}

const CLEANUP: FailureText = {
  happened: 'Old data could not be cleaned up',
  advice: 'Clients do not notice. It is retried every hour.',
}
const NOTICE: FailureText = {
  happened: 'A notification could not be sent',
  advice: 'It stays in the app. Retry to send it as well.',
}
const STRIPE: FailureText = {
  happened: 'A change at Stripe could not be applied',
  advice: 'Retry. If it fails again, check the Stripe keys in the settings of the server.',
}

/** By the server's name of the work. `failureText` has a default for unknown names. */
const TEXTS: Record<string, FailureText> = {
  'accounts.erase': {
    happened: 'An account could not be erased completely',
    advice: 'Retry until it is done: the user has been promised it.',
  },
  'accounts.prune': CLEANUP,
  'analytics.read': {
    happened: 'Google Analytics data could not be read',
    advice: 'Retry. If it fails again, the client should reconnect Google Analytics.',
  },
  'billing.event': STRIPE,
  'billing.reconcile': STRIPE,
  'billing.refresh': STRIPE,
  'billing.trial-ends': {
    happened: 'The email that a trial ends could not be written',
    advice: 'Retry before the trial ends.',
  },
  'chatbots.read': {
    happened: 'A chatbot could not process its training data',
    advice: 'It can still search the data by words. Retry to let it search by meaning too.',
  },
  'files.preview': {
    happened: 'The preview of a file could not be drawn',
    advice: 'The file itself is complete. Retry, or leave it.',
  },
  'files.sweep': CLEANUP,
  'mail.deliver': {
    happened: 'An email could not be sent',
    advice: 'Check the mail server in the settings of the server, then retry.',
  },
  'mail.prune': CLEANUP,
  'messaging.prune': CLEANUP,
  'messaging.tell': NOTICE,
  'messaging.tell-more': NOTICE,
  'notifications.deliver': NOTICE,
  'notifications.mail': NOTICE,
  'notifications.prune': CLEANUP,
  'notifications.push': NOTICE,
  'notifications.weekly-mail': {
    happened: 'A weekly email could not be written',
    advice: 'Retry. The client has not received it.',
  },
  'performance.scan': {
    happened: 'A website scan could not run',
    advice: 'Retry. If it fails again, open the website to see whether it responds.',
  },
  'performance.weekly-scan': {
    happened: 'A Friday scan could not run',
    advice: 'Retry. If it fails again, open the website to see whether it responds.',
  },
  'reports.poster': {
    happened: 'The picture of a report’s video could not be made',
    advice: 'The video plays without it. Retry, or leave it.',
  },
  'reports.publish': {
    happened: 'A scheduled report was not published',
    advice: 'Retry, or publish it in Reports.',
  },
  'reports.tell': {
    happened: 'A client could not be notified of a report',
    advice: 'The report is published. Retry to notify the client.',
  },
  'sync.prune': CLEANUP,
}

export function failureText(kind: string): FailureText {
  return (
    TEXTS[kind] ?? {
      happened: `${workText(kind)}: background work failed`,
      advice: 'Retry. If it fails again, copy the details for whoever runs the server.',
    }
  )
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** The ids in the subject that the server gives for a failure. */
export function idsIn(subject: string): string[] {
  return subject.match(UUID) ?? []
}
