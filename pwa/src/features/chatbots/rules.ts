// Texts about bots, and validation for their screens.
import { countedText, decimalText, numberText } from '../../lib/text/numbers'
import type { BotStatus, ChatMessageRow, SavedQuestionRow, TrainingRow } from '../../db/rows/bots'
import type { Contents } from './remote'

/** The model for admins, who have no plan that selects one. */
export const DEFAULT_MODEL = 'gpt-3.5-turbo'

export const STATUSES: readonly BotStatus[] = ['training', 'active', 'not_listed']
export const STATUS_LABEL: Record<BotStatus, string> = {
  training: 'Training mode',
  active: 'Active',
  not_listed: 'Not listed',
}
export const STATUS_TONE: Record<BotStatus, 'neutral' | 'good' | 'warn'> = {
  training: 'warn',
  active: 'good',
  not_listed: 'neutral',
}

/** The effect of each status, shown before the change is confirmed. */
export const STATUS_EFFECT: Record<BotStatus, string> = {
  training: 'Only admins can chat with it. It is removed from the marketplace.',
  active: 'It is listed on the marketplace, and the users it is assigned to can chat with it.',
  not_listed: 'The users it is assigned to can test it. It is removed from the marketplace.',
}

export const SOURCE_LABEL: Record<TrainingRow['source_type'], string> = {
  manual: 'By hand',
  url: 'Web page',
  document: 'Document',
  api: 'API',
}
export const ORIGIN_LABEL: Record<SavedQuestionRow['origin'], string> = {
  admin: 'Added',
  thumbs_down: 'Did not help',
  unanswered: 'Nothing found',
}

/** Details of a reply: `gpt-4o`, `1.2 s`, and how many older messages the model did not get. */
export function detailsOf({ model_used, response_time_ms, left_out }: ChatMessageRow): string[] {
  const details = []
  if (model_used !== null) details.push(model_used)
  if (response_time_ms !== null) details.push(secondsText(response_time_ms))
  if (left_out > 0) details.push(`${countedText(left_out, 'older message')} left out`)
  return details
}

function secondsText(ms: number): string {
  return `${decimalText(ms / 1000)} s`
}

/** Text about the data deleted with a bot, for the confirmation. */
export function contentsText({ training, conversations, messages, assignments }: Contents): string {
  return `${training === 1 ? '1 training entry' : `${numberText(training)} training entries`}, ${countedText(conversations, 'conversation')} with ${countedText(messages, 'message')}, and ${countedText(assignments, 'assignment')}.`
}

/** Turns a sheet's URL into one that a frame can show; null if it is no Google sheet. */
export function sheetEmbed(url: string): string | null {
  if (!URL.canParse(url)) return null
  const parts = new URL(url)
  if (
    parts.protocol !== 'https:' ||
    parts.hostname !== 'docs.google.com' ||
    !parts.pathname.startsWith('/spreadsheets/')
  )
    return null
  const sheet = /gid=(\d+)/.exec(`${parts.search}${parts.hash}`)?.[1]
  const published = /^(\/spreadsheets\/d\/(?:e\/)?[^/]+)\/pub(?:html)?$/.exec(parts.pathname)?.[1]
  if (published !== undefined) {
    const one = sheet === undefined ? '' : `&gid=${sheet}&single=true`
    return `${parts.origin}${published}/pubhtml?widget=true&headers=false${one}`
  }
  const document = /^(\/spreadsheets\/(?:u\/\d+\/)?d\/(?!e\/)[^/]+)/.exec(parts.pathname)?.[1]
  if (document === undefined) return null
  return `${parts.origin}${document}/preview${sheet === undefined ? '' : `?gid=${sheet}`}`
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export function isEmail(text: string): boolean {
  return EMAIL.test(text.trim())
}

/** The error of an optional address field, or undefined. */
export const addressError = (address: string) =>
  address === '' || /^https?:\/\/\S+$/i.test(address)
    ? undefined
    : 'Enter an address that begins with https://'
