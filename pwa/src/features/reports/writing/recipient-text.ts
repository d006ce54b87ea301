// The text about the user that is notified of a report.
import type { ClientRow } from '../../../db/rows/clients'

/** Returns the text that is shown before the publication. */
export function recipientText(client: ClientRow): string {
  if (client.user_id === null)
    return `${client.company_name} has not signed up yet: nobody is notified, and the report waits for them.`
  if (!client.notify_reports)
    return `${client.contact_name} has turned report notifications off; no one is notified.`
  return `${client.contact_name} (${client.contact_email}) will be notified.`
}
