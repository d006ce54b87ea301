// Checks whether a text can be sent as a message.
import { MESSAGE_MAX } from '../limits.gen'
import { isVisible } from './visible'

/** The content of a message that has a file but no text. */
export const NO_TEXT = 'Attached file'

/** Length in characters as the server counts them: an emoji is one. */
export function lengthOf(text: string): number {
  // Count characters only if the UTF-16 length exceeds the limit, because it is never the smaller one.
  return text.length <= MESSAGE_MAX ? text.length : Array.from(text).length
}

/** The content to send for a text, or an empty string if there is nothing to send. */
export function contentOf(text: string): string {
  return isVisible(text) ? text.replaceAll('\u0000', '').trim() : ''
}

export function canSend(text: string): boolean {
  return contentOf(text) !== '' && lengthOf(contentOf(text)) <= MESSAGE_MAX
}
