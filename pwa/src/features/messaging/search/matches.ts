// Where words were said in a conversation, and the piece of a text that shows them. Pure.
import type { MessageRow } from '../../../db/rows/rows'

/** Of all that fits so many are shown, the newest. */
export const FOUND_MOST = 50
/** Signs of a text that stand before the words. */
const BEFORE = 40
const HALF_A_WORD = /^\S*\s/

interface Excerpt {
  before: string
  /** The words as they stand there. */
  words: string
  after: string
}

/** What is asked for; null while it is too little to ask. */
export function askedOf(typed: string): string | null {
  const words = typed.trim()
  return words === '' ? null : words
}

export function says(message: MessageRow, words: string): boolean {
  const pattern = patternOf(words)
  return pattern.test(message.content) || pattern.test(message.attachment_name ?? '')
}

/** Those of the device and of the server, each once, the newest first. */
export function together(here: readonly MessageRow[], there: readonly MessageRow[]): MessageRow[] {
  const all = new Map([...there, ...here].map((message) => [message.id, message]))
  return [...all.values()].sort((a, b) => (a.created_at < b.created_at ? 1 : -1)).slice(0, FOUND_MOST)
}

/** The words with a little of what stands around them, in the text or in the name of its file. */
export function excerptOf(message: MessageRow, words: string): Excerpt {
  const pattern = patternOf(words)
  const inText = pattern.exec(message.content)
  const text = (inText === null ? (message.attachment_name ?? message.content) : message.content).replaceAll('\n', ' ')
  const found = inText ?? pattern.exec(text)
  if (found === null) return { before: text, words: '', after: '' }
  const start = Math.max(0, found.index - BEFORE)
  const near = text.slice(start, found.index)
  const before = start === 0 ? near : `…${near.replace(HALF_A_WORD, '')}`
  return { before, words: text.slice(found.index, found.index + found[0].length), after: text.slice(found.index + found[0].length) }
}

function patternOf(words: string): RegExp {
  return new RegExp(words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu')
}
