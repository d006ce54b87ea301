// Text of an audit log entry. Pure.
import type { AuditEvent } from '../remote'

const ACTION_TEXTS: Record<string, string> = {
  'client.added': 'added the client',
  'client.edited': 'edited',
  'client.activated': 'activated',
  'client.deactivated': 'deactivated',
  'client.invited': 'invited',
  'client.imported': 'imported',
  'client.viewed': 'viewed the dashboard of',
  'client.account-linked': 'linked an account to',
  'client.linked': 'signed up and was linked to',
  'client.created': 'signed up as a new client:',
  'client.erased': 'erased the personal data of',
  'client.removed': 'removed the client row of a new admin:',
  'client.marked-staff': 'marked as staff:',
  'client.link-undecided': 'signed up with an address that several clients have:',
  'admin.created': 'became an admin:',
  'admin.removed': 'is no longer an admin:',
  'scan.asked': 'requested a scan of',
  'website.saved': 'changed the',
  'effects.retried': 'retried failed work:',
  'chatbot.assigned': 'assigned the chatbot',
  'chatbot.created': 'created the chatbot',
  'chatbot.deleted': 'deleted the chatbot',
  'chatbot.edited': 'edited the chatbot',
  'chatbot.purged': 'permanently deleted the chatbot',
  'chatbot.restored': 'restored the chatbot',
  'chatbot.status': 'changed the status of the chatbot',
  'chatbot.unassigned': 'unassigned the chatbot',
  'embed.saved': 'saved the chatbot script of',
  'report.publish-monday': 'scheduled for Monday the report',
  'report.publish-now': 'published the report',
  'report.withdrawn': 'withdrew the report',
  'sheet.saved': 'saved the chat history of',
  'training.imported': 'imported training for the chatbot',
  'video.posted': 'posted a weekly video for',
}

/** Action and subject: `activated Harbor Coffee`. `names` maps ids to current names. */
export function eventText(
  { action, subject, detail }: AuditEvent,
  names: ReadonlyMap<string, string>,
): string {
  return `${ACTION_TEXTS[action] ?? action} ${detail['company'] ?? detail['name'] ?? names.get(subject) ?? subject}`
}

/** The other details: `Phone: — → 555 0101`. */
export function detailText({ detail }: AuditEvent): string {
  return Object.entries(detail)
    .filter(([name, value]) => name !== 'company' && name !== 'name' && value !== '')
    .map(([name, value]) => `${(name[0] ?? '').toUpperCase()}${name.slice(1).replaceAll('_', ' ')}: ${value}`)
    .join(' · ')
}
