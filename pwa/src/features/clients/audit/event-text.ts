// Text of an audit log entry. Pure.
import type { AuditEvent } from '../remote'
import { workText } from '../work-text'

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
  'client.erased': 'erased the personal data of',
  'client.marked-staff': 'marked as staff:',
  'client.link-undecided': 'signed up with an address that several clients have:',
  'audit.head-accepted': 'signed the audit log anew after',
  'audit.texts-erased': 'erased the names in the entries about',
  'admin.created': 'added the admin',
  'admin.removed': 'removed the admin',
  'scan.asked': 'requested a scan of',
  'website.saved': 'changed the',
  'effects.retried': 'retried failed jobs:',
  'chatbot.created': 'created the chatbot',
  'chatbot.deleted': 'deleted the chatbot',
  'chatbot.edited': 'edited the chatbot',
  'chatbot.purged': 'permanently deleted the chatbot',
  'chatbot.restored': 'restored the chatbot',
  'embed.saved': 'saved the chatbot script of',
  'report.publish-monday': 'scheduled for Monday the report',
  'report.publish-now': 'published the report',
  'report.withdrawn': 'withdrew the report',
  'sheet.saved': 'saved the chat history of',
  'training.imported': 'imported training for the chatbot',
  'video.posted': 'posted a weekly video for',
}

/** The current name of the object with an id. `clientId` is the client whose page shows the object, or null. */
export interface Named {
  name: string
  clientId: string | null
}
export type Names = ReadonlyMap<string, Named>

/** A part of a sentence: plain text, or the name of a client that still exists. */
export type Part = string | { name: string; clientId: string }

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** Text for a deleted subject, which has no name any more. */
function deletedText(action: string): string {
  return /^(?:client|scan|embed|sheet|video)\./.test(action) ? 'a deleted client' : '(deleted since)'
}

/** The ids in an entry whose names are shown: its subject, and details such as `to`. */
export function idsOf({ subject, detail }: AuditEvent): string[] {
  return [subject, ...Object.values(detail).filter((text) => UUID.test(text))]
}

/** Sentences about more than one object. `names` has the current names of the objects that still exist. */
const SENTENCES: Record<string, (event: AuditEvent, names: Names) => Part[]> = {
  'client.created': ({ subject, detail }, names) => {
    const name = detail['company'] ?? names.get(subject)?.name
    return name === undefined
      ? ['signed up']
      : ['signed up as a new client: ', partOf(name, names.get(subject))]
  },
  // Names no client, because the client is deleted and the entry about the new admin has the address.
  'client.removed': () => ['removed the empty client entry of an account that became an admin'],
  'chatbot.assigned': (event, names) => [`assigned ${botName(event, names)} to `, assignee(event, names)],
  'chatbot.unassigned': (event, names) => [
    `unassigned ${botName(event, names)} from `,
    assignee(event, names),
  ],
  'chatbot.status': (event, names) => {
    // Entries of older versions do not have the status before.
    const { before = '', to = '' } = event.detail
    const from = before === '' ? '' : ` from ${STATUSES[before] ?? before}`
    return [`changed the status of ${botName(event, names)}${from} to ${STATUSES[to] ?? to}`]
  },
}

function botName({ subject }: AuditEvent, names: Names): string {
  return names.get(subject)?.name ?? 'a deleted chatbot'
}

function assignee({ detail }: AuditEvent, names: Names): Part {
  const client = names.get(detail['to'] ?? '')
  return client === undefined ? 'a deleted client' : partOf(client.name, client)
}

function partOf(name: string, named: Named | undefined): Part {
  const clientId = named?.clientId ?? null
  return clientId === null ? name : { name, clientId }
}

/** Action and subject: `activated Harbor Coffee`. `names` maps ids to current names. */
export function partsOf(event: AuditEvent, names: Names): Part[] {
  const { action, subject, detail } = event
  const sentence = SENTENCES[action]
  if (sentence !== undefined) return sentence(event, names)
  const name = detail['company'] ?? detail['name'] ?? subjectText(event, names)
  return [`${ACTION_TEXTS[action] ?? action} `, partOf(name, names.get(subject))]
}

function subjectText({ action, subject }: AuditEvent, names: Names): string {
  if (action === 'effects.retried') return subject === 'everything' ? subject : workText(subject)
  return names.get(subject)?.name ?? (UUID.test(subject) ? deletedText(action) : subject)
}

const FIELDS: Record<string, string> = {
  company_name: 'Company',
  contact_name: 'Contact',
  contact_email: 'Email',
  website_url: 'Website',
  subscription_tier: 'Plan',
  plan_level: 'Plan level',
  model_preference: 'Model',
  ga4_property_id: 'Google Analytics property',
  account: 'Account',
  status_source: 'Status set by',
  reason: 'Reason',
}
const STATUSES: Record<string, string> = {
  training: 'Training mode',
  active: 'Active',
  not_listed: 'Not listed',
}
const VALUES: Record<string, string> = { basic: 'Starter', pro: 'Professional', enterprise: 'Enterprise' }

/** The other details in words: `Phone: — → 555 0101`. An id without a name is left out. */
export function detailText({ action, detail }: AuditEvent, names: Names): string {
  return Object.entries(detail)
    .map(([name, value]) => partText(action, name, UUID.test(value) ? (names.get(value)?.name ?? '') : value))
    .filter((text) => text !== '')
    .join(' · ')
}

function partText(action: string, name: string, value: string): string {
  if (name === 'company' || name === 'name' || value === '') return ''
  if (SENTENCES[action] !== undefined && (name === 'to' || name === 'before')) return ''
  // The script is left out, because code does not help the reader.
  if (action === 'embed.saved') return name === 'before' ? 'It replaced an earlier script' : ''
  if (action === 'training.imported' && name === 'rows') return `${value} training entries`
  if (name === 'to') return `To ${value}`
  return `${FIELDS[name] ?? capitalized(name)}: ${value
    .split(' → ')
    .map((one) => VALUES[one] ?? one)
    .join(' → ')}`
}

function capitalized(name: string): string {
  return `${(name[0] ?? '').toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`
}
