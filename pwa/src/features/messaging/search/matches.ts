// Matches of a search in a conversation, and the excerpts that show them. Pure.
import type { MessageRow } from '../../../db/rows/messages'

/** At most this many matches are shown, the newest. */
export const MAX_MATCHES = 50
/** Characters of context before a match. */
const CONTEXT_BEFORE = 40
const PARTIAL_WORD = /^\S*\s/

interface Excerpt {
  before: string
  /** The match, spelled as in the text. */
  words: string
  after: string
}

/** The trimmed query, or null if it is empty. */
export function queryOf(text: string): string | null {
  const words = text.trim()
  return words === '' ? null : words
}

export function matchesWords(message: MessageRow, words: string): boolean {
  const pattern = patternOf(words)
  return pattern.test(message.content) || pattern.test(message.attachment_name ?? '')
}

/** Merges the matches of the device and of the server: each once, newest first. */
export function mergeMatches(onDevice: readonly MessageRow[], onServer: readonly MessageRow[]): MessageRow[] {
  const all = new Map([...onServer, ...onDevice].map((message) => [message.id, message]))
  return [...all.values()].sort((a, b) => (a.created_at < b.created_at ? 1 : -1)).slice(0, MAX_MATCHES)
}

/** The match with some context, from the message's text or else from its file's name. */
export function excerptOf(message: MessageRow, words: string): Excerpt {
  const pattern = patternOf(words)
  const inText = pattern.exec(message.content)
  const text = (inText === null ? (message.attachment_name ?? message.content) : message.content).replaceAll(
    '\n',
    ' ',
  )
  const match = inText ?? pattern.exec(text)
  if (match === null) return { before: text, words: '', after: '' }
  const start = Math.max(0, match.index - CONTEXT_BEFORE)
  const near = text.slice(start, match.index)
  const before = start === 0 ? near : `…${near.replace(PARTIAL_WORD, '')}`
  return {
    before,
    words: text.slice(match.index, match.index + match[0].length),
    after: text.slice(match.index + match[0].length),
  }
}

function patternOf(words: string): RegExp {
  return new RegExp(words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu')
}
