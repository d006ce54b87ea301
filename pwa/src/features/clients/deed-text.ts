// A deed of the audit log in words. Pure.
import type { Deed } from './actions'

const DEEDS: Record<string, string> = {
  'client.added': 'added the client',
  'client.edited': 'edited',
  'client.activated': 'activated',
  'client.deactivated': 'deactivated',
  'client.invited': 'invited',
  'client.imported': 'imported',
  'client.viewed': 'viewed the dashboard of',
  'client.linked': 'signed up and was linked to',
  'client.created': 'signed up as a new client:',
  'client.removed': 'removed the client row of a new admin:',
  'client.marked-staff': 'marked as staff:',
  'client.link-undecided': 'signed up with an address that several clients have:',
  'admin.created': 'became an admin:',
  'scan.asked': 'asked for a scan of',
  'website.saved': 'changed the',
  'effects.retried': 'had failed work tried again:',
}

/** What was done to whom: `activated Harbor Coffee`. */
export function deedText({ action, subject, detail }: Deed): string {
  return `${DEEDS[action] ?? action} ${detail['company'] ?? subject}`
}

/** The rest: `Phone: — → 555 0101`. */
export function detailText({ detail }: Deed): string {
  return Object.entries(detail)
    .filter(([name]) => name !== 'company')
    .map(([name, value]) => `${(name[0] ?? '').toUpperCase()}${name.slice(1).replaceAll('_', ' ')}: ${value}`)
    .join(' · ')
}
